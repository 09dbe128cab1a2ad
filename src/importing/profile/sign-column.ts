import { type Found, taken } from './named-columns.ts';
import type { ColumnLook } from './profile-column.ts';
import type { ProposedSign } from './proposal.ts';

const DEBIT_FLAG = /^(d|db|dr|debet|debit|s|soll|bij|\+)$/i;
const CREDIT_FLAG = /^(k|c|cr|kr|kredit|credit|h|haben|af|-)$/i;

/** The column whose values all say debit or credit: the one that is called so, else the first of flags that is nothing else. */
export function signOf(columns: readonly ColumnLook[], found: Found): ProposedSign | undefined {
  const named = found.get('sign')?.column;
  const all = (samples: readonly string[]) =>
    samples.length > 0 && samples.every((flag) => DEBIT_FLAG.test(flag) || CREDIT_FLAG.test(flag));
  const column =
    columns.find(({ index, samples }) => index === named && all(samples)) ??
    columns.find(({ look, samples, index }) => look === 'flag' && all(samples) && !taken(found, index));
  if (column === undefined) return undefined;
  return {
    column: column.index,
    debit: column.samples.filter((flag) => DEBIT_FLAG.test(flag)),
    credit: column.samples.filter((flag) => CREDIT_FLAG.test(flag)),
  };
}
