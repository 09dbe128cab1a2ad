import type { WaitingAnswer, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import type { FailedFilter } from './failed-filter.ts';

/** What can be done about a cause. */
export type Correction = WaitingCause['mends'][number];

/** How much a decision is about, as the person confirms it. */
export type Counts = WaitingAnswer['matching'];

/** A decision that is about to be made for many rows: the person sees the counts first. */
export type CorrectionAsk = {
  /** Whose entries: all that a filter matches on the server, or these. */
  readonly of: { readonly filter: FailedFilter } | { readonly entries: readonly number[]; readonly counts: Counts };
} & (
  | {
      readonly do: 'set';
      readonly cause: WaitingCause;
      readonly column: number;
      /** What was chosen already; empty: nothing. */
      readonly to: string;
    }
  | { readonly do: 'skip' | 'book'; readonly cause?: WaitingCause }
  | { readonly do: 'answer'; readonly cause: WaitingCause; readonly answer: string }
  | {
      readonly do: 'retry';
      readonly cause?: WaitingCause;
      /** What was corrected is handed in: how many entries, and how many of them still have errors. */
      readonly corrected?: { readonly entries: number; readonly held: number } | undefined;
    }
);

/** The decision, as the server is told of it. */
export interface CorrectionRequest {
  readonly select: FailedFilter | { readonly entries: readonly number[] };
  readonly expect: Counts;
  readonly mend:
    | {
        readonly do: 'set';
        readonly column: number;
        readonly from: string;
        readonly to: string;
        readonly remember?: true;
      }
    | { readonly do: 'skip' | 'book'; readonly reason: string }
    | { readonly do: 'retry' };
}
