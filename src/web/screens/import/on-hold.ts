import { hasVouchers } from '../../kinds.ts';
import type { WholeImport } from './live-import.ts';

/** An import as its page counts it. */
export interface CountedImport extends WholeImport {
  /** Of the entries on hold, those that the service rejected. */
  readonly refused: number;
}

/**
 * What the service rejected is on hold, for it waits for a person as well. A voucher that an earlier import booked is already
 * booked, also before anybody has decided about it; a record that exists and differs is on hold until then. The receipt,
 * which programs read, has these under rejected and duplicate.
 */
export function countedOnHold(of: WholeImport): CountedImport {
  const { entries, rows, kind } = of;
  const differing = hasVouchers(kind) ? undefined : of.heldDuplicates;
  return {
    ...of,
    entries: onHold(entries, differing?.entries),
    rows: onHold(rows, differing?.rows),
    refused: entries.rejected,
  };
}

function onHold<Counts extends WholeImport['entries' | 'rows']>(counts: Counts, differing = 0): Counts {
  const { held, rejected, duplicate } = counts;
  return { ...counts, held: held + rejected + differing, rejected: 0, duplicate: duplicate - differing };
}

/** What waits for a person: vouchers to fix, and those that an earlier import booked. */
export function waitingFor({ waiting = 0, heldDuplicates, kind }: WholeImport): { toFix: number; booked: number } {
  const booked = hasVouchers(kind) ? (heldDuplicates?.entries ?? 0) : 0;
  return { toFix: waiting - booked, booked };
}
