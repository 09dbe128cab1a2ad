import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import picomatch from 'picomatch';
import { FileRejected, UsageError } from '../../domain/issue.ts';
import { ReadAgain } from '../../domain/table.ts';
import type { Completeness } from '../../source/inbox/completeness.ts';
import { seen } from '../../source/inbox/list-folder.ts';
import { correctionOf } from '../correction-of.ts';
import { FileChanged } from '../stored-file.ts';
import { takeIn } from '../take-in.ts';
import type { Held } from './holding.ts';
import type { Inbox } from './inbox.ts';
import { refuse } from './refuse.ts';
import { isLink, noFile, tooManyBytes, wrongName } from './words.ts';

/** Whether claimed files lie still. */
export interface Stillness {
  readonly looks: Completeness;
  /** Arrivals that this process has just claimed, and that were complete and unchanged then. */
  readonly fresh: Set<string>;
}

/** What became of a claimed file. `wait`: it is being written to, or is gone. */
export type Taken = 'taken' | 'refused' | 'wait' | 'gone';

/**
 * Takes a claimed file in, or refuses it. After a crash it may have been taken in already: the same bytes are the same
 * import.
 */
export async function takeClaimed(held: Held, inbox: Inbox, { looks, fresh }: Stillness): Promise<Taken> {
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
    const limits = inbox.jobs().find((job) => job.name === held.row.job);
    if (limits !== undefined && stats.size > BigInt(limits.bytes)) throw tooManyBytes(stats.size, limits);
    if (limits !== undefined && !matches(name, limits.match) && !(await isCorrection(path, name))) {
      throw wrongName(name, limits);
    }
    const earlier = isFresh ? undefined : await takenAsCorrection(path, held, inbox);
    const num = earlier ?? (await take(path, held, inbox));
    const after = await seen(path);
    held.settle({ state: 'taken', import: num, bytes: Number(stats.size), modified: String(stats.mtimeNs) });
    if (after?.ino !== stats.ino) ports.say(`${path} was put in the place of a file that was just taken in.`);
    return 'taken';
  } catch (error) {
    if (error instanceof FileChanged) return 'wait';
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await seen(path)) === undefined) return 'gone';
    if (!(error instanceof UsageError || error instanceof FileRejected)) throw error;
    await refuse(held, error, inbox);
    return 'refused';
  }
}

async function take(path: string, held: Held, { ports }: Inbox): Promise<number> {
  const { name, job } = held.row;
  const { row } = await takeIn(path, await ports.job(job), { file: name, book: true, force: false }, ports);
  return row.num;
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

/** A correction that was taken in just before a crash may be booked in part by now: it fits no more, and was not refused. */
async function takenAsCorrection(path: string, held: Held, { ports }: Inbox): Promise<number | undefined> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return ports.ledger.arrivals.correctedBy(hash.digest('hex'), held.row.at);
}
