/** States of an import (design, section 7; fixed). */
export type ImportState =
  | 'planning'
  | 'planned'
  | 'posting'
  | 'completed'
  | 'partly-booked'
  | 'rejected'
  | 'in-doubt'
  | 'cancelled';

/** States in which nothing more happens without a person. */
export const RESTING_STATES: ReadonlySet<ImportState> = new Set([
  'planned',
  'completed',
  'partly-booked',
  'rejected',
  'in-doubt',
  'cancelled',
]);

/** Where each row that was read ended up. `read` equals the sum of the others when the receipt adds up. */
export interface RowCounts {
  read: number;
  booked: number;
  held: number;
  rejected: number;
  duplicate: number;
  skipped: number;
  inDoubt: number;
  pending: number;
}

/** Where each entry ended up. `planned` equals the sum of the others when the receipt adds up. */
export interface EntryCounts {
  planned: number;
  booked: number;
  held: number;
  rejected: number;
  duplicate: number;
  inDoubt: number;
  pending: number;
}

/** Outcome of a finished import from its counts (design, section 7). Duplicates that the job said to skip hold nothing up. */
export function finishedState(entries: EntryCounts, heldDuplicates: number): ImportState {
  if (entries.inDoubt > 0) return 'in-doubt';
  if (entries.held > 0 || entries.rejected > 0 || heldDuplicates > 0) return 'partly-booked';
  return 'completed';
}
