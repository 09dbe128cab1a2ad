import { type ImportState, RESTING_STATES } from '../../core/states.ts';

/** Exit codes (design, section 7; fixed). */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  held: 3,
  inDoubt: 4,
  pending: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The first of these that applies is the code of the whole command. */
const PRECEDENCE: readonly ExitCode[] = [
  EXIT.interrupted,
  EXIT.usage,
  EXIT.failure,
  EXIT.pending,
  EXIT.inDoubt,
  EXIT.held,
  EXIT.ok,
];

export function firstThatApplies(codes: Iterable<ExitCode>): ExitCode {
  const applying = new Set(codes);
  return PRECEDENCE.find((code) => applying.has(code)) ?? EXIT.ok;
}

/** What of an import decides its exit code. */
export interface ImportOutcome {
  readonly state: ImportState;
  readonly entries: { readonly held: number; readonly rejected: number; readonly inDoubt: number };
  /** Duplicates that wait for a person; those that the job says to skip hold nothing up. */
  readonly heldDuplicates: number;
  /** What does not add up in its receipt. */
  readonly mismatches: readonly string[];
  /** All that is pending waits for entries of other imports that are in doubt. */
  readonly waitsForDoubt?: boolean;
}

export function exitCodeOf({
  state,
  entries,
  heldDuplicates,
  mismatches,
  waitsForDoubt = false,
}: ImportOutcome): ExitCode {
  const codes: ExitCode[] = [];
  if (mismatches.length > 0) codes.push(EXIT.failure);
  if (!RESTING_STATES.has(state)) codes.push(waitsForDoubt ? EXIT.inDoubt : EXIT.pending);
  if (state === 'in-doubt' || entries.inDoubt > 0) codes.push(EXIT.inDoubt);
  if (state === 'rejected' || state === 'cancelled') codes.push(EXIT.held);
  if (entries.held > 0 || entries.rejected > 0 || heldDuplicates > 0) codes.push(EXIT.held);
  return firstThatApplies(codes);
}
