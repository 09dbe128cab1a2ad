import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';

/**
 * What the service calls accounts of an import, by their numbers: as its plan read it, and of others what the company's chart
 * knows. Duplicates may have been booked on accounts that the file doesn't name.
 */
export async function accountNames(
  { company, service }: Pick<ImportRow, 'company' | 'service'>,
  facts: Pick<PlanFacts, 'accounts'> | undefined,
  accounts: readonly { readonly account: string }[],
  { chart }: Ledger,
): Promise<Map<string, string>> {
  const names = new Map(Object.values(facts?.accounts ?? {}));
  const others = accounts.map(({ account }) => account).filter((account) => !names.has(account));
  for (const [account, name] of await chart.names(company, service, 'account', others)) names.set(account, name);
  return names;
}
