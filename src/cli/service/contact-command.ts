import { getContact } from '../../accounting/contacts.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { styleFor } from '../style.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { contactJson, contactLines } from './format-contact.ts';
import { recordId } from './record-id.ts';

/** `bilag service contact`: everything that is known of one. */
export async function contactCommand(
  idText: string,
  options: ServiceCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const id = recordId(idText, 'contact');
  return askService(options, context, async ({ client }) => {
    const contact = await getContact(client, id);
    const { out, err, env } = context;
    if (options.json)
      out.write(`${JSON.stringify({ contact: contact === undefined ? null : contactJson(contact) })}\n`);
    else if (contact !== undefined) out.write(`${contactLines(contact, styleFor(out, env)).join('\n')}\n`);
    if (contact === undefined) err.write(`The service has no contact with ID ${id}, or it is deleted.\n`);
    return contact === undefined ? EXIT.held : EXIT.ok;
  });
}
