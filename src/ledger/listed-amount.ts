import { DEBIT_TOTAL } from '../domain/batch.ts';
import type { ImportRow } from './rows.ts';

/** Decimals of amounts where no plan says how many there are. */
const USUAL_SCALE = 2;

/**
 * What a list shows of the amounts of an import: the sum of debit, out of what its plan comes to.
 * @param fileTotals sums per account, JSON @param facts how the file was read, JSON
 */
export function listedAmount(fileTotals: string | null, facts: string | null): Pick<ImportRow, 'amount' | 'scale'> {
  const totals = JSON.parse(fileTotals ?? '{}') as Readonly<Record<string, string>>;
  const { scale = USUAL_SCALE } = JSON.parse(facts ?? '{}') as { readonly scale?: number };
  return { amount: totals[DEBIT_TOTAL] ?? null, scale };
}
