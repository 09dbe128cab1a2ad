import type { OutcomeKind } from '../domain/outcome.ts';
import type { GetFailure } from './get-reply.ts';

/** What is told of each request when it has ended, for those who measure. */
export interface RequestSeen {
  readonly operation: 'book' | 'look-up';
  readonly outcome: OutcomeKind | 'answered' | GetFailure['kind'];
  /** Milliseconds: from the first byte on; of a request that was never sent, from when it was wanted. */
  readonly ms: number;
}
