import type { MendsBody, WaitingCause } from '../../../server/api-mends.ts';
import type { FailedFilter } from './failed-filter.ts';

/** How much a decision is about, as the person confirms it. */
export type Counts = MendsBody['expect'];

/** A decision that is about to be made for many rows: the person sees the counts first. */
export type MendAsk = {
  /** Whose entries: all that a filter matches on the server, or these. */
  readonly of: { readonly filter: FailedFilter } | { readonly entries: readonly number[]; readonly counts: Counts };
} & (
  | { readonly do: 'set'; readonly cause: WaitingCause; readonly column: number }
  | { readonly do: 'skip' | 'book'; readonly cause?: WaitingCause }
  | {
      readonly do: 'retry';
      readonly cause?: WaitingCause;
      readonly mended?: { readonly ready: number; readonly held: number };
    }
);
