import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { importFields } from '../core/log.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { type EntryDryRun, tryEntries } from './try-entries.ts';
import type { WaitingRows } from './waiting-rows.ts';

/** Entries whose dry runs are kept, of all imports: those of the imports that nobody looked at for the longest time go first. */
const DRY_RUNS_KEPT = 200_000;
/** What the rules said holds for so long, in milliseconds: the service may have another account by then. */
const DRY_RUN_HOLDS_MS = 10 * 60_000;
/** Who corrected something waits so long for what the rules say of it, in milliseconds. The dry run goes on behind, and the next look finds it. */
export const DRY_RUN_AWAITED_MS = 10_000;
/** Who only looks waits so long, in milliseconds: the service may be away. */
export const LOOK_AWAITED_MS = 2_000;
/** A dry run ends after so long, in milliseconds: the service may be away. */
const DRY_RUN_MAX_MS = 5 * 60_000;

/** How many entries were corrected and are not submitted, and what the rules say of them as far as that is known. */
export interface CorrectedCounts {
  readonly entries: number;
  readonly ready: number;
  readonly held: number;
}

/**
 * What the rules say of the entries that were corrected. Kept in memory only: they depend on the job and on the service, so
 * that what is written down would be believed for too long, and a dry run costs less than a second.
 */
export interface DryRuns {
  /**
   * Tries what was corrected since the last time.
   * @param ms that are waited for it
   * @returns the last dry run of each entry that has one
   */
  bring(row: ImportRow, ms: number): Promise<ReadonlyMap<number, EntryDryRun>>;
  counts(row: ImportRow): Promise<CorrectedCounts>;
  /** Entries that the rules let pass, as far as that is known. */
  ready(row: ImportRow): Promise<number[]>;
  close(): Promise<void>;
}

interface Known {
  /** Of the revisions that were tried. */
  readonly mark: string;
  /** Of the job and the plan that they were tried under. */
  readonly under: string;
  readonly at: number;
  readonly dryRun: EntryDryRun;
}

/** One dry run of an import at a time; one more serves all who ask meanwhile. */
interface Turn {
  readonly now: Promise<void>;
  next: Promise<void> | undefined;
}

/** @param folder that is this process's alone */
export function openDryRuns(folder: string, rows: WaitingRows, ports: PipelinePorts): DryRuns {
  const known = new Map<number, Map<number, Known>>();
  const running = new Map<number, Turn>();
  const leaving = new AbortController();
  const { ledger } = ports;

  /** What was corrected, by entry: changes with every revision. */
  const marksOf = async (num: number) =>
    new Map((await ledger.revisions.entries(num)).map(({ seq, id, cells }) => [seq, `${id} ${cells}`]));

  function keep(
    num: number,
    dryRuns: ReadonlyMap<number, EntryDryRun>,
    marks: ReadonlyMap<number, string>,
    under: string,
  ): void {
    const mine = known.get(num) ?? new Map<number, Known>();
    known.delete(num);
    known.set(num, mine);
    for (const [seq, dryRun] of dryRuns) mine.set(seq, { mark: marks.get(seq)!, under, at: ports.now(), dryRun });
    for (const seq of mine.keys()) if (!marks.has(seq)) mine.delete(seq);
    let all = [...known.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [other, { size }] of known) {
      if (all <= DRY_RUNS_KEPT || other === num) break;
      known.delete(other);
      all -= size;
    }
  }

  async function tryMissing(num: number): Promise<void> {
    if (leaving.signal.aborted) return;
    const row = await ledger.imports.byNum(num);
    const job = await ports.job(row.job);
    // What waits was planned as what it is; submitted, it is refused in words.
    if (job.job.kind !== row.kind) return;
    const under = `${job.hash} ${row.planned_at}`;
    const marks = await marksOf(num);
    const mine = known.get(num);
    const missing = [...marks].flatMap(([seq, mark]) => {
      const last = mine?.get(seq);
      return last?.mark === mark && last.under === under && ports.now() - last.at < DRY_RUN_HOLDS_MS ? [] : [seq];
    });
    if (missing.length === 0) return;
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(DRY_RUN_MAX_MS)]);
    const own = join(folder, randomUUID());
    const dryRuns = await rows.use(row, (cells) =>
      tryEntries(row, missing, { job, cells, folder: own, signal }, ports),
    );
    keep(num, dryRuns, marks, under);
  }

  function turn(num: number): Promise<void> {
    const under = running.get(num);
    if (under !== undefined) {
      under.next ??= under.now.then(() => turn(num));
      return under.next;
    }
    const now = tryMissing(num)
      .catch(async (error: Error) => {
        if (leaving.signal.aborted) return;
        const about = importFields(await ledger.imports.byNum(num));
        ports.log('dry-run-failed', `What was corrected could not be tried: ${error.message}`, { ...about, error });
      })
      .finally(() => running.delete(num));
    running.set(num, { now, next: undefined });
    return now;
  }

  /** Of what was corrected since the last dry run nothing is known. */
  async function dryRunsOf(num: number): Promise<Map<number, EntryDryRun>> {
    const mine = known.get(num);
    return new Map(
      [...(await marksOf(num))].flatMap(([seq, mark]) => {
        const last = mine?.get(seq);
        return last?.mark === mark ? [[seq, last.dryRun] as const] : [];
      }),
    );
  }

  return {
    async bring(row, ms) {
      await within(ms, turn(row.num));
      return await dryRunsOf(row.num);
    },
    async counts(row) {
      const is = [...(await dryRunsOf(row.num)).values()].map((dryRun) => dryRun.is);
      const ready = is.filter((one) => one === 'ready').length;
      return { entries: (await ledger.revisions.entries(row.num)).length, ready, held: is.length - ready };
    },
    ready: async (row) => [...(await dryRunsOf(row.num))].flatMap(([seq, { is }]) => (is === 'ready' ? [seq] : [])),
    async close() {
      leaving.abort(new Error('The server closes.'));
      await Promise.allSettled([...running.values()].map(({ now }) => now));
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
