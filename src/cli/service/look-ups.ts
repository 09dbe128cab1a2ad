import { UsageError } from '../../core/issue.ts';
import type { AccountLookup, ModelLookup, VatType } from '../../core/records.ts';
import { isAccountNumber } from '../../service/accounts.ts';
import { getProduct } from '../../service/custom-fields.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { counted, styleFor } from '../output/text.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { recordId } from './contacts.ts';
import { customLines } from './format-contact.ts';
import { LONG_TEXT, NUMBER, TEXT, writeTable } from './write-answer.ts';

/**
 * `bilag service accounts`: accounts by their numbers.
 * @throws UsageError for what is no number of an account
 */
export async function accountsCommand(
  numbers: readonly string[],
  options: ServiceCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const malformed = numbers.find((number) => !isAccountNumber(number));
  if (malformed !== undefined) {
    throw new UsageError(
      `${JSON.stringify(malformed)} is not an account number: the service's are whole numbers without leading zeros.`,
    );
  }
  return askService(options, context, async ({ references }) => {
    const cache = await references();
    const lookups = [...(await cache.accounts(numbers))];
    const found = lookups.flatMap(([, lookup]) => (lookup.found === 'one' ? [lookup.account] : []));
    const vatTypes = found.some(({ vatTypeId }) => vatTypeId !== null) ? await cache.vatTypes() : [];
    const codeOf = (id: number | null) => vatTypes.find((type) => type.id === id)?.code ?? null;
    const accounts = lookups.map(([asked, lookup]) =>
      lookup.found === 'one'
        ? { asked, found: lookup.found, account: { ...lookup.account, vatCode: codeOf(lookup.account.vatTypeId) } }
        : { asked, ...lookup },
    );
    writeTable(
      options,
      context,
      { accounts },
      {
        columns: { number: NUMBER, name: LONG_TEXT, 'VAT type': TEXT, ID: NUMBER },
        rows: found.map(({ id, number, name, vatTypeId }) => [number, name, vatWords(vatTypeId, vatTypes), String(id)]),
      },
    );
    const missing = lookups.flatMap(([number, lookup]) => missingAccounts(number, lookup) ?? []);
    for (const words of missing) context.err.write(`${words}\n`);
    return missing.length === 0 ? EXIT.ok : EXIT.held;
  });
}

function vatWords(id: number | null, types: readonly VatType[]): string {
  if (id === null) return '';
  const type = types.find((each) => each.id === id);
  return type === undefined ? `ID ${id}, not listed` : `${type.code} ${type.name}`.trim();
}

function missingAccounts(number: string, lookup: AccountLookup): string | undefined {
  if (lookup.found === 'none') return `Account ${number} is unknown to the service.`;
  if (lookup.found === 'one') return undefined;
  return `The service has ${counted(lookup.count, 'account')} with number ${number}, and bilag does not choose between them.`;
}

/** `bilag service field-types`: the data types that custom fields can have. */
export function fieldTypesCommand(options: ServiceCommandOptions, context: CliContext): Promise<ExitCode> {
  return askService(options, context, async ({ references }) => {
    const fieldTypes = await (await references()).fieldTypes();
    writeTable(
      options,
      context,
      { fieldTypes },
      {
        columns: { name: TEXT, description: LONG_TEXT, code: TEXT },
        rows: fieldTypes.map(({ name, description, code }) => [name, description, code]),
      },
    );
    if (fieldTypes.length === 0) context.err.write('The service has no data types for custom fields.\n');
    return EXIT.ok;
  });
}

/** `bilag service models`: models by their names; custom fields are added to one of them. */
export function modelsCommand(
  names: readonly string[],
  options: ServiceCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  return askService(options, context, async ({ references }) => {
    const cache = await references();
    const asked = [...new Set(names)];
    const lookups = await Promise.all(asked.map((name) => cache.model(name)));
    writeTable(
      options,
      context,
      { models: lookups.map((lookup, i) => ({ asked: asked[i], ...lookup })) },
      {
        columns: { name: TEXT, label: TEXT, ID: NUMBER },
        rows: lookups
          .flatMap((lookup) => (lookup.found === 'one' ? [lookup.model] : []))
          .map(({ id, name, label }) => [name, label, String(id)]),
      },
    );
    const missing = lookups.flatMap((lookup, i) => missingModels(asked[i]!, lookup) ?? []);
    for (const words of missing) context.err.write(`${words}\n`);
    return missing.length === 0 ? EXIT.ok : EXIT.held;
  });
}

function missingModels(name: string, lookup: ModelLookup): string | undefined {
  const model = `model ${JSON.stringify(name)}`;
  if (lookup.found === 'none') return `The ${model} is unknown to the service.`;
  if (lookup.found === 'one') return undefined;
  return `The service has ${counted(lookup.count, 'model')} named ${JSON.stringify(name)}, and bilag does not choose between them.`;
}

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

/** `bilag service vat-types`: all of them. */
export function vatTypesCommand(options: ServiceCommandOptions, context: CliContext): Promise<ExitCode> {
  return askService(options, context, async ({ references }) => {
    const vatTypes = await (await references()).vatTypes();
    writeTable(
      options,
      context,
      { vatTypes: vatTypes.map((type) => ({ ...type, percent: type.percent ?? null })) },
      {
        columns: { code: TEXT, name: LONG_TEXT, percent: NUMBER, 'input or output': TEXT, ID: NUMBER },
        rows: vatTypes.map(({ id, code, name, percent = '', output }) => [
          code,
          name,
          percent,
          output ? 'output' : 'input',
          String(id),
        ]),
      },
    );
    if (vatTypes.length === 0) context.err.write('The service has no VAT types.\n');
    return EXIT.ok;
  });
}
