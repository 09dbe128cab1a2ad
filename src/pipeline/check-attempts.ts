import { UsageError } from '../domain/issue.ts';
import { logWentOn } from '../ledger/copied-log.ts';
import type { CopyMark } from '../ledger/copy-ledger.ts';
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
 *
 * A backup is a copy of both: put back together they agree, and still lack what was sent since. So a copy says that it is one.
 * @throws UsageError where there are any, or may be; nothing may be sent then
 */
export function checkAttempts(ledger: Ledger): void {
  const { recovery, attemptLog } = ledger;
  const copy = unacceptedCopy(attemptLog.path, recovery);
  if (copy !== undefined) {
    throw new UsageError(
      `${copyWords(copy)} Nothing is sent, for it could be booked twice.`,
      'What to do about it: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
    );
  }
  const { unknown, end } = unknownAttempts(attemptLog.path, recovery);
  if (unknown !== undefined) {
    throw new UsageError(
      `The ledger does not know ${unknownWords(unknown)}: it was restored from an older copy, or deleted. Nothing is sent, for it could be booked twice.`,
      'See what it is with: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
    );
  }
  if (recovery.copy() !== undefined) recovery.forgetCopy();
  if (end !== undefined) recovery.setMark(end);
}

/**
 * The copy that this ledger is, where nothing tells what was sent since it was made. The log that the copy was made beside
 * does tell: with it only what it holds is unknown.
 */
export function unacceptedCopy(path: string, { copy }: Pick<Ledger['recovery'], 'copy'>): CopyMark | undefined {
  const mark = copy();
  return mark === undefined || logWentOn(path, mark.log) ? undefined : mark;
}

export function copyWords({ at }: CopyMark): string {
  return `The ledger was put back from a backup of ${timeWords(at)}, and what was sent after that is not known.`;
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
  const [first, last] = [from, to].map(timeWords);
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} to book entries of ${of}, made ${first === last ? `at ${first}` : `from ${first} to ${last}`}`;
}

function timeWords(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
