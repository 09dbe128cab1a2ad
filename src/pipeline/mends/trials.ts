import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ImportRow } from '../../ledger/rows.ts';
import { aboutImport } from '../about.ts';
import type { PipelinePorts } from '../ports.ts';
import { type Trial, tryEntries } from './try-entries.ts';
import type { WaitingRows } from './waiting-rows.ts';

/** Entries whose trials are kept, of all imports: those of the imports that nobody looked at for the longest time go first. */
const TRIALS_KEPT = 200_000;
/** What the rules said holds for so long, in milliseconds: the service may have another account by then. */
const TRIAL_HOLDS_MS = 10 * 60_000;
/** A request waits so long for a trial, in milliseconds. It goes on behind it, and the next look finds it. */
const TRIAL_AWAITED_MS = 8_000;
/** A trial ends after so long, in milliseconds: the service may be away. */
const TRIAL_MAX_MS = 5 * 60_000;

/** How many entries were mended and are not handed in, and what the rules say of them as far as that is known. */
export interface Mended {
  readonly entries: number;
  readonly ready: number;
  readonly held: number;
}

/**
 * What the rules say of the entries that were mended. Kept in memory only: they depend on the job and on the service, so
 * that what is written down would be believed for too long, and a trial costs less than a second.
 */
export interface Trials {
  /** Tries what was mended since the last time. @returns the last trial of each entry that has one */
  bring(row: ImportRow): Promise<ReadonlyMap<number, Trial>>;
  counts(row: ImportRow): Mended;
  close(): Promise<void>;
}

interface Known {
  /** Of the revisions that were tried, of the job, and of where the rows stood. */
  readonly mark: string;
  readonly at: number;
  readonly trial: Trial;
}

/** @param folder that is this process's alone */
export function openTrials(folder: string, rows: WaitingRows, ports: PipelinePorts): Trials {
  const known = new Map<number, Map<number, Known>>();
  const running = new Map<number, Promise<void>>();
  const leaving = new AbortController();
  const { ledger, now } = ports;

  function keep(num: number, trials: ReadonlyMap<number, Trial>, marks: ReadonlyMap<number, string>): void {
    const mine = known.get(num) ?? new Map<number, Known>();
    known.delete(num);
    known.set(num, mine);
    for (const [seq, trial] of trials) mine.set(seq, { mark: marks.get(seq)!, at: now(), trial });
    for (const seq of mine.keys()) if (!marks.has(seq)) mine.delete(seq);
    let all = [...known.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [other, { size }] of known) {
      if (all <= TRIALS_KEPT || other === num) break;
      known.delete(other);
      all -= size;
    }
  }

  async function tryMissing(num: number): Promise<void> {
    const row = ledger.imports.byNum(num);
    const job = await ports.job(row.job);
    // What waits was planned as what it is; handed in, it is refused in words.
    if (job.job.kind !== row.kind) return;
    const marks = new Map(
      ledger.revisions.entries(num).map(({ seq, id, cells }) => [seq, `${job.hash} ${row.planned_at} ${id} ${cells}`]),
    );
    const mine = known.get(num);
    const missing = [...marks].flatMap(([seq, mark]) => {
      const last = mine?.get(seq);
      return last?.mark === mark && now() - last.at < TRIAL_HOLDS_MS ? [] : [seq];
    });
    if (missing.length === 0) return;
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(TRIAL_MAX_MS)]);
    const own = join(folder, randomUUID());
    const trials = await rows.use(row, (cells) => tryEntries(row, missing, { job, cells, folder: own, signal }, ports));
    keep(num, trials, marks);
  }

  const trialsOf = (num: number) =>
    new Map([...(known.get(num) ?? new Map<number, Known>())].map(([seq, { trial }]) => [seq, trial]));

  return {
    async bring(row) {
      const before = running.get(row.num) ?? Promise.resolve();
      const mine = before
        .then(() => tryMissing(row.num))
        .catch((error: Error) => {
          if (!leaving.signal.aborted)
            ports.say(`What was mended could not be tried: ${error.message}`, aboutImport(row));
        });
      running.set(row.num, mine);
      void mine.then(() => {
        if (running.get(row.num) === mine) running.delete(row.num);
      });
      await within(TRIAL_AWAITED_MS, mine);
      return trialsOf(row.num);
    },
    counts(row) {
      const entries = ledger.revisions.entries(row.num);
      const mine = known.get(row.num);
      const is = entries.map(({ seq }) => mine?.get(seq)?.trial.is);
      return {
        entries: entries.length,
        ready: is.filter((one) => one === 'ready').length,
        held: is.filter((one) => one === 'held' || one === 'duplicate').length,
      };
    },
    async close() {
      leaving.abort(new Error('The server closes.'));
      await Promise.allSettled(running.values());
    },
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
