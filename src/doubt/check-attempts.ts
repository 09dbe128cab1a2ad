import { counted } from '../core/counted.ts';
import { UsageError } from '../core/issue.ts';
import { formerLogOf, logWentOn } from '../ledger/attempt-log.ts';
import type { CopyMark } from '../ledger/copy-ledger.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { type LoggedLine, logIdOf, reaches, readAttemptLog } from '../ledger/read-attempt-log.ts';

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
 * The ledger knows which log it has, and its own last attempt: a log that is missing, another one, or too old to hold that
 * attempt would not show what a ledger forgot, so that it stops posting as well.
 *
 * A backup is a copy of both: put back together they agree, and still lack what was sent since. So a copy says that it is one.
 * @throws UsageError where there are any, or may be; nothing may be sent then
 */
export async function checkAttempts(ledger: Ledger): Promise<void> {
  const { recovery, attemptLog } = ledger;
  checkOneLog(attemptLog.path);
  const copy = await unacceptedCopy(attemptLog.path, recovery);
  if (copy !== undefined) {
    throw new UsageError(
      `${copyWords(copy)} Nothing is sent, for it could be booked twice.`,
      'What to do about it: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
    );
  }
  const { unknown } = await unknownAttempts(attemptLog.path, recovery);
  if (unknown !== undefined) {
    throw new UsageError(
      `The ledger does not know ${unknownWords(unknown)}: it was restored from an older copy, or deleted. Nothing is sent, for it could be booked twice.`,
      'See what it is with: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
    );
  }
  const lost = await lostLog(attemptLog.path, recovery);
  if (lost !== undefined) {
    throw new UsageError(
      `${lostLogWords(lost, attemptLog.path)} Nothing is sent, for it could be booked twice.`,
      `Put the log of this ledger back to ${attemptLog.path}, if it was moved or rotated. What to do where it is lost: bilag recover.`,
    );
  }
  if ((await recovery.copy()) !== undefined) await recovery.forgetCopy();
  await rememberLog(ledger);
}

/** What the ledger remembers of its log is what the log is now. Only for a log that was compared, or accepted. */
export async function rememberLog({ recovery, attemptLog }: Ledger): Promise<void> {
  attemptLog.begin();
  const last = (await recovery.lastLogged())?.id ?? null;
  const { end } = await unknownAttempts(attemptLog.path, recovery);
  await recovery.setMark({ ...end!, id: logIdOf(attemptLog.path), last });
}

/** Why the log that is there is not the one that this ledger had: it would not show what the ledger forgot. */
export interface LostLog {
  readonly why: 'missing' | 'other' | 'younger';
  /** When the last attempt was made that the ledger knows and the log should; undefined where the ledger knows of none. */
  readonly lastAt: number | undefined;
}

export async function lostLog(
  path: string,
  { mark, lastLogged }: Pick<Ledger['recovery'], 'mark' | 'lastLogged'>,
): Promise<LostLog | undefined> {
  const known = await mark();
  const last = await lastLogged();
  const lastAt = last?.at;
  const id = logIdOf(path);
  if (id === undefined) return known === undefined && last === undefined ? undefined : { why: 'missing', lastAt };
  if (known?.id !== undefined && known.id !== id) return { why: 'other', lastAt };
  if (last === undefined || (await holds(path, last.id, known))) return undefined;
  return { why: 'younger', lastAt };
}

/** Whether the log holds an attempt: before the mark, where that was the last one then, else behind it, else anywhere. */
async function holds(
  path: string,
  attempt: string,
  known: Awaited<ReturnType<Ledger['recovery']['mark']>>,
): Promise<boolean> {
  const isIn = async (since: typeof known) => {
    let found = false;
    const wants = async (id: string) => {
      found ||= id === attempt;
      return false;
    };
    await readAttemptLog(path, since, { wants, attempt: async () => undefined, outcome: () => undefined });
    return found;
  };
  const isSame = known !== undefined && reaches(path, known);
  if (isSame && (known.last === attempt || (await isIn(known)))) return true;
  // It was logged while the mark was set by somebody else, or this log is another.
  return isIn(undefined);
}

export function lostLogWords({ why, lastAt }: LostLog, path: string): string {
  const last = lastAt === undefined ? '' : ` the attempt that the ledger made at ${timeWords(lastAt)}`;
  if (why === 'missing') return `The attempt log ${path} is missing${last && `; it should hold${last}`}.`;
  if (why === 'other') return `The attempt log ${path} is not the one that this ledger had.`;
  return `The attempt log ${path} is older than the ledger: it does not hold${last}.`;
}

/** @throws UsageError where a log under the former name lies beside the log, as when an older version was at work */
export function checkOneLog(path: string): void {
  const former = formerLogOf(path);
  if (former === undefined) return;
  throw new UsageError(
    `There are two attempt logs, ${path} and ${former}. Nothing is sent, for what was sent may be in either.`,
    'Keep the one that belongs to this ledger (of one folder, the one that was written to last), and move the other away.',
  );
}

/**
 * The copy that this ledger is, where nothing tells what was sent since it was made. The log that the copy was made beside
 * does tell: with it only what it holds is unknown.
 */
export async function unacceptedCopy(
  path: string,
  { copy }: Pick<Ledger['recovery'], 'copy'>,
): Promise<CopyMark | undefined> {
  const mark = await copy();
  return mark === undefined || logWentOn(path, mark.log) ? undefined : mark;
}

export function copyWords({ at }: CopyMark): string {
  return `The ledger was put back from a backup of ${timeWords(at)}, and what was sent after that is not known.`;
}

/** @param known what the ledger knows of attempts; nothing, where there is no ledger */
export async function unknownAttempts(path: string, known: Pick<Ledger['recovery'], 'knows' | 'mark'>) {
  const files = new Set<string>();
  let attempts = 0;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  const end = await readAttemptLog(path, await known.mark(), {
    wants: async (id) => !(await known.knows(id)),
    async attempt({ file, at }: LoggedLine) {
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
  return `${counted(attempts, 'attempt')} to book vouchers of ${of}, made ${first === last ? `at ${first}` : `from ${first} to ${last}`}`;
}

function timeWords(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
