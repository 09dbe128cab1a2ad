import { getProduct } from '../../accounting/products.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { styleFor } from '../style.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { customLines } from './format-contact.ts';
import { recordId } from './record-id.ts';

/** `bilag service product`: the custom values of one: which custom fields products have. */
export async function productCommand(
  idText: string,
  options: ServiceCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const id = recordId(idText, 'product');
  return askService(options, context, async ({ client }) => {
    const product = await getProduct(client, id);
    const { out, err, env } = context;
    const style = styleFor(out, env);
    if (options.json) {
      const answer = product === undefined ? null : { id: product.id, custom: product.customValues ?? null };
      out.write(`${JSON.stringify({ product: answer })}\n`);
    } else if (product !== undefined) {
      const lines = [style('bold', `Product ${product.id}`), ...customLines(product.customValues, style)];
      out.write(`${lines.join('\n')}\n`);
    }
    if (product === undefined) err.write(`The service has no product with ID ${id}, or it is deleted.\n`);
    return product === undefined ? EXIT.held : EXIT.ok;
  });
}
