import { UsageError } from '../domain/issue.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { type LoggedLine, readAttemptLog } from '../ledger/read-attempt-log.ts';

/** Files that a message names at most. */
const NAMED = 3;

/** Attempts that the log holds and the ledger does not. */
export interface UnknownAttempts {
  readonly attempts: number;
  /** Names of their files, in the order of the log. */
  readonly files: readonly string[];
  /** Times of the first and the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * Compares the log with the ledger before anything is posted: an attempt that the ledger does not know means that it was
 * restored from an older copy, or deleted, and what was sent since looks as if it never was.
 *
 * Everybody commits an attempt to the ledger before it goes into the log, and nobody adds to the log before this check:
 * so a ledger that was left alone knows every line. How far it was compared is kept in the ledger itself, and so a restored
 * one remembers less: only what was added since is read. (To look at the last line alone would not do: of two processes
 * the one that committed first may be the one that adds its line last.)
 * @throws UsageError where there are any; nothing may be sent then
 */
export function checkAttempts(ledger: Ledger): void {
  const { recovery, attemptLog } = ledger;
  const { unknown, end } = unknownAttempts(attemptLog.path, recovery);
  if (unknown !== undefined) {
    throw new UsageError(
      `The ledger does not know ${unknownWords(unknown)}: it was restored from an older copy, or deleted. Nothing is sent, for it could be booked twice.`,
      'See what it is with: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
    );
  }
  if (end !== undefined) recovery.setMark(end);
}

/** @param known what the ledger knows of attempts; nothing, where there is no ledger */
export function unknownAttempts(path: string, known: Pick<Ledger['recovery'], 'knows' | 'mark'>) {
  const files = new Set<string>();
  let attempts = 0;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  const end = readAttemptLog(path, known.mark(), {
    wants: (id) => !known.knows(id),
    attempt({ file, at }: LoggedLine) {
      attempts++;
      files.add(file);
      from = Math.min(from, at);
      to = Math.max(to, at);
    },
    outcome: () => undefined,
  });
  const unknown: UnknownAttempts | undefined = attempts === 0 ? undefined : { attempts, files: [...files], from, to };
  return { unknown, end };
}

/** `12 attempts to book entries of 2 files (a.csv, b.csv), made from … to …` */
export function unknownWords({ attempts, files, from, to }: UnknownAttempts): string {
  const named = `${files.slice(0, NAMED).join(', ')}${files.length > NAMED ? ', …' : ''}`;
  const of = files.length === 1 ? named : `${files.length} files (${named})`;
  const [first, last] = [from, to].map((at) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'));
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} to book entries of ${of}, made ${first === last ? `at ${first}` : `from ${first} to ${last}`}`;
}
