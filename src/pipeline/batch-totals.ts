import { CREDIT_TOTAL, DEBIT_TOTAL } from '../domain/batch.ts';
import { formatMinor } from '../domain/money.ts';
import type { BatchRow } from '../ledger/rows.ts';
import { compareCodes } from '../rules/compare-codes.ts';

/** The control totals of a batch per account, in decimal text and in the order of the accounts. */
export function batchTotals(
  { totals }: Pick<BatchRow, 'totals'>,
  scale: number,
): { account: string; amount: string }[] {
  return Object.entries(JSON.parse(totals) as Record<string, string>)
    .filter(([account]) => account !== DEBIT_TOTAL && account !== CREDIT_TOTAL)
    .sort(([a], [b]) => compareCodes(a, b))
    .map(([account, units]) => ({ account, amount: formatMinor(BigInt(units), scale) }));
}
