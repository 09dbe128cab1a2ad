import type { BigIntStats } from 'node:fs';
import picomatch from 'picomatch';
import { seen } from '../../core/disk.ts';
import { FileRejected, UsageError } from '../../core/issue.ts';
import { correctionOf } from '../../correcting/correction-of.ts';
import { recordOf } from '../../importing/compare-received.ts';
import type { ArrivalRow } from '../../ledger/arrivals.ts';
import { FileChanged, hashFile } from '../../ledger/stored-file.ts';
import { WhoseBooks } from '../../posting/whose-books.ts';
import { ReadAgain } from '../../tabular/table.ts';
import { receive } from '../receive.ts';
import type { Completeness } from './completeness.ts';
import { isCutOff, isUnreadable } from './cut-off.ts';
import type { Inbox } from './inbox.ts';
import type { Held } from './lease.ts';
import { refuse } from './put-away.ts';
import { isLink, mayNotRead, noFile, tooManyBytes, wrongName } from './words.ts';

/** Whether claimed files lie still. */
export interface Stillness {
  readonly looks: Completeness;
  /** Arrivals that this process has just claimed, and that were complete and unchanged then. */
  readonly fresh: Set<string>;
  /** Whether another process holds the file open for writing, as far as that was looked for in this round. */
  isOpen(stats: BigIntStats): boolean;
}

/** What became of a claimed file. `wait`: it is being written to, or is gone. */
export type Taken = 'taken' | 'refused' | 'wait' | 'gone';

/** The import that a file became, and the hash of what was received. */
type TakenAs = Pick<ArrivalRow, 'import' | 'sha256'>;

/**
 * Receives a claimed file, or refuses it. After a crash it may have been received already: the same bytes are the same
 * import.
 */
export async function takeClaimed(held: Held, inbox: Inbox, { looks, fresh, isOpen }: Stillness): Promise<Taken> {
  const { ports } = inbox;
  const { id, name, place } = held.row;
  const path = held.at(place!);
  const stats = await seen(path);
  if (stats === undefined) return 'gone';
  try {
    if (stats.isSymbolicLink()) throw isLink();
    if (!stats.isFile()) throw noFile();
    const isFresh = fresh.delete(id);
    if (!isFresh && looks.look(id, stats, false) > 0) return 'wait';
    if (isOpen(stats)) return 'wait';
    const limits = (await inbox.jobs()).find((job) => job.name === held.row.job);
    if (limits !== undefined && stats.size > BigInt(limits.bytes)) throw tooManyBytes(stats.size, limits);
    if (!isFresh && (await looks.rest(id, inbox.settings.unfinishedMs, () => isCutOff(path))) > 0) return 'wait';
    if (limits !== undefined && !matches(name, limits.match) && !(await isCorrection(path, name))) {
      throw wrongName(name, limits);
    }
    const earlier = isFresh ? undefined : await takenAsCorrection(path, held, inbox);
    const taken = earlier ?? (await take(path, held, inbox));
    const after = await seen(path);
    await held.settle({ state: 'taken', ...recordOf(stats), ...taken });
    if (after?.ino !== stats.ino) {
      const words = `${path} was put in the place of a file that was just received.`;
      ports.log('file-replaced', words, { job: held.row.job, file: name });
    }
    return 'taken';
  } catch (error) {
    if (error instanceof FileChanged) return 'wait';
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await seen(path)) === undefined) return 'gone';
    if (error instanceof WhoseBooks) {
      ports.log('other-books', `${error.message} ${error.suggestion}.`, { job: held.row.job, file: name });
      return 'wait';
    }
    const refusal = isUnreadable(error) && (error as NodeJS.ErrnoException).path === path ? mayNotRead() : error;
    if (!(refusal instanceof UsageError || refusal instanceof FileRejected)) throw error;
    await refuse(held, refusal, inbox);
    return 'refused';
  }
}

async function take(path: string, held: Held, { ports }: Inbox): Promise<TakenAs> {
  const { name, job } = held.row;
  const { row, sha256 } = await receive(path, await ports.job(job), { file: name, book: true, force: false }, ports);
  return { import: row.num, sha256 };
}

/** Upper and lower case are alike, and so are the ways to write an accented letter. */
function matches(name: string, patterns: readonly string[]): boolean {
  const normal = patterns.map((pattern) => pattern.normalize());
  return picomatch.isMatch(name.normalize(), normal, { nocase: true });
}

/** A workbook of failed rows may be taken back under any name. */
async function isCorrection(path: string, name: string): Promise<boolean> {
  try {
    return (await correctionOf(path, name)) !== undefined;
  } catch (error) {
    if (!(error instanceof FileRejected || error instanceof ReadAgain)) throw error;
    return false;
  }
}

/** A correction that was received just before a crash may be booked in part by now: it fits no more, and was not refused. */
async function takenAsCorrection(path: string, held: Held, { ports }: Inbox): Promise<TakenAs | undefined> {
  const sha256 = await hashFile(path);
  const num = await ports.ledger.arrivals.correctedBy(sha256, held.row.at);
  return num === undefined ? undefined : { import: num, sha256 };
}
