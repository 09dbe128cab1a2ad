import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';

/** The import that a wake-up names; undefined where the ledger knows none: it was deleted, or is a restored older one. */
export function wokenImport(num: number, ledger: Ledger): ImportRow | undefined {
  return ledger.imports.byNum(num) as ImportRow | undefined;
}
