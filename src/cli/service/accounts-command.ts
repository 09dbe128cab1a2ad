import { isAccountNumber } from '../../accounting/accounts.ts';
import type { AccountLookup, VatType } from '../../domain/account.ts';
import { UsageError } from '../../domain/issue.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
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
    const missing = lookups.flatMap(([number, lookup]) => missingWords(number, lookup) ?? []);
    for (const words of missing) context.err.write(`${words}\n`);
    return missing.length === 0 ? EXIT.ok : EXIT.held;
  });
}

function vatWords(id: number | null, types: readonly VatType[]): string {
  if (id === null) return '';
  const type = types.find((each) => each.id === id);
  return type === undefined ? `ID ${id}, not listed` : `${type.code} ${type.name}`.trim();
}

function missingWords(number: string, lookup: AccountLookup): string | undefined {
  if (lookup.found === 'none') return `Account ${number} is unknown to the service.`;
  if (lookup.found === 'one') return undefined;
  return `The service has ${lookup.count} accounts with number ${number}: bilag does not choose between them.`;
}
