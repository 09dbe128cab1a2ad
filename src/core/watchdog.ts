import type { Issue } from './issue.ts';
import { formatRow } from './row-ranges.ts';

/** Between two looks at a thread's watchdog, in milliseconds. */
const LOOK_MS = 250;
/** How long a thread may be at one row, and how long its pace is not judged, in milliseconds. A row takes microseconds. */
const PATIENCE_MS = 5_000;
/** Of that time, milliseconds of a processor at least: on a machine that does much else, a thread may wait for its turn. */
const PROCESSOR_MS = 1_500;
/** Rows that are read in a second of a processor at least, over all the time that went into rows: usual are a hundred thousand. */
const ROWS_PER_SECOND = 500;

/**
 * Places in the shared memory: rows begun, the row that was begun last, whether the thread is still at it, whether
 * nobody waits for it any more, and rows that this pass over the file has read.
 */
const BEGUN = 0;
const ROW = 1;
const BUSY = 2;
const LEFT = 3;
const READ = 4;
const PLACES = 5;

/**
 * How a thread gets on with its rows. The thread writes it, without a word or a turn of its event loop, since it may be
 * inside a regular expression that does not end; the main thread looks, and says when nobody waits any more.
 */
export type Watchdog = Float64Array;

export function newWatchdog(): Watchdog {
  return new Float64Array(new SharedArrayBuffer(PLACES * Float64Array.BYTES_PER_ELEMENT));
}

/** Has a thread end its task at the next row, or whatever else it tells of: nobody waits for it any more. */
export function askToLeave(watchdog: Watchdog): void {
  watchdog[LEFT] = 1;
}

/** Says how many rows this pass over the file has read: people see it as the progress. */
export function noteRead(watchdog: Watchdog, rows: number): void {
  watchdog[READ] = rows;
}

/** What the thread says of itself. Each throws where nobody waits for it any more. */
export function watchdogOf(watchdog: Watchdog) {
  const stay = () => {
    if (watchdog[LEFT] === 1) throw new Error('Nobody waits for this task any more.');
  };
  return {
    /** A row is read. */
    at(row: number): void {
      stay();
      watchdog[ROW] = row;
      watchdog[BEGUN]!++;
      watchdog[BUSY] = 1;
    },
    /** No row is read: the thread writes, asks, or waits for bytes. */
    rest(): void {
      watchdog[BUSY] = 0;
      stay();
    },
  };
}

/** The row that was begun last, as people call it; undefined before the first. */
export function rowReached(watchdog: Watchdog): string | undefined {
  return watchdog[BEGUN] === 0 ? undefined : formatRow(watchdog[ROW]!);
}

/**
 * Looks after a thread that reads rows. Counted is the time in which it is at a row, in looks: a machine that sleeps, a
 * slow disk or a service that is away don't count.
 * @param tooSlow told once that the thread is stuck at a row, or takes too long for each
 * @param progress told how many rows were read, at each look that finds more
 * @returns ends the looks
 */
export function watchThread(
  watchdog: Watchdog,
  tooSlow: (issue: Issue & { code: 'file-too-complex' }) => void,
  progress?: (rows: number) => void,
): () => void {
  let begun = 0;
  let read = 0;
  let processor = processorMs();
  const stuck = { ms: 0, processorMs: 0 };
  const busy = { ms: 0, processorMs: 0 };
  const looks = setInterval(() => {
    if (watchdog[READ] !== read) {
      read = watchdog[READ]!;
      progress?.(read);
    }
    const [beforeBegun, beforeProcessor] = [begun, processor];
    begun = watchdog[BEGUN]!;
    processor = processorMs();
    const isStill = begun === beforeBegun && watchdog[BUSY] !== 0;
    if (!isStill) stuck.ms = stuck.processorMs = 0;
    if (watchdog[BUSY] === 0) return;
    for (const time of isStill ? [busy, stuck] : [busy]) {
      time.ms += LOOK_MS;
      // What the main thread does meanwhile counts too; it does little while a file is planned.
      time.processorMs += Math.min(LOOK_MS, processor - beforeProcessor);
    }
    const isLong = ({ ms, processorMs }: typeof busy) => ms >= PATIENCE_MS && processorMs >= PROCESSOR_MS;
    const isStuck = isLong(stuck);
    if (!isStuck && (isStill || !isLong(busy) || begun >= (busy.processorMs / 1000) * ROWS_PER_SECOND)) return;
    clearInterval(looks);
    const row = rowReached(watchdog)!;
    const seconds = PATIENCE_MS / 1000;
    tooSlow(
      tooComplex(
        row,
        isStuck
          ? `Row ${row} is not read after ${seconds} seconds, where a row takes less than a thousandth of one.`
          : `The rows up to ${row} took ${Math.round(busy.processorMs / begun)} milliseconds each, where a row takes less than one.`,
        'A regular expression of the job (rules, skip) most likely does not come to an end on a text of this row: one with a repetition inside a repetition, such as (a+)+. Write it more simply, or take the row out of the file.',
      ),
    );
  }, LOOK_MS);
  return () => clearInterval(looks);
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The file is small enough, and yet takes more time or memory than a plan may. */
function tooComplex(
  row: string | undefined,
  message: string,
  suggestion: string,
  variant?: 'memory',
): Issue & { code: 'file-too-complex' } {
  return {
    code: 'file-too-complex',
    ...(row === undefined ? {} : { value: row }),
    ...(variant === undefined ? {} : { variant }),
    message,
    suggestion,
  };
}

/** @param row the last that was begun; undefined where it was none yet */
export function tooMuchMemory(row: string | undefined, limitMb: number): Issue & { code: 'file-too-complex' } {
  return tooComplex(
    row,
    `Reading the file takes more than the ${limitMb} MB of memory that it may${row === undefined ? '; it did not get to the first row' : `; it got as far as row ${row}`}.`,
    'Look there for very long texts, or for a voucher of very many rows. Split the file, or leave out the columns that are not booked.',
    'memory',
  );
}
