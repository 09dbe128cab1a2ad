import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../core/issue.ts';
import { WAITING } from '../importing/plan-orders.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { readWaitingCells, type WaitingCells } from '../ledger/waiting-cells.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import { filesOfRows } from './read-rows.ts';
import type { WaitingQuestion } from './waiting-task.ts';

/** Imports whose waiting rows are kept at hand; those that nobody looked at for the longest time go first. */
const KEPT_IMPORTS = 8;

/** Cells as they were when they were copied. */
export interface CopiedCells extends WaitingCells {
  /** `Waiting.newest` by then. */
  readonly newest: number;
}

/** The cells of rows that wait, copied out of their files once: a page of them takes no pass over a file. */
export interface WaitingRows {
  /** Works with the rows of an import as it stands now. @throws FileRejected where its file can't be read any more */
  use<T>(row: ImportRow, work: (cells: CopiedCells) => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Kept {
  /** Of the plan: another makes the copy old, as entries do that were set aside since. */
  readonly plannedAt: number | null;
  readonly cells: CopiedCells;
  users: number;
  old: boolean;
}

/** @param folder that is this process's alone */
export function openWaitingRows(folder: string, ports: Pick<PipelinePorts, 'ledger' | 'home'>): WaitingRows {
  const kept = new Map<number, Kept>();
  const copying = new Map<number, Promise<unknown>>();
  const { imports, waiting } = ports.ledger;
  const isOld = async (each: Kept, num: number) =>
    each.plannedAt !== (await imports.byNum(num)).planned_at || (await waiting.newest(num)) > each.cells.newest;
  const drop = (num: number, each: Kept) => {
    if (kept.get(num) === each) kept.delete(num);
    each.old = true;
    if (each.users === 0) each.cells.close();
  };

  const release = (each: Kept) => {
    each.users--;
    if (each.old && each.users === 0) each.cells.close();
  };

  async function copy(row: ImportRow): Promise<void> {
    const newest = await waiting.newest(row.num);
    const path = join(folder, `${row.id}-${randomUUID()}.cells`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyOut(path, row, ports);
    const before = kept.get(row.num);
    if (before !== undefined) drop(row.num, before);
    kept.set(row.num, {
      plannedAt: row.planned_at,
      cells: { ...readWaitingCells(path), newest },
      users: 0,
      old: false,
    });
    for (const [num, each] of kept) if (kept.size > KEPT_IMPORTS) drop(num, each);
  }

  return {
    async use(row, work) {
      let found = kept.get(row.num);
      // Of an import that is being sent more is refused all the time: what comes after a copy that began after this was
      // asked for is seen by the next look.
      let isSince = false;
      let hasWaited = false;
      const isFresh = async (each: Kept) => {
        if (isSince) return true;
        // In use while the ledger is asked: nobody closes it meanwhile.
        each.users++;
        const old = await isOld(each, row.num);
        release(each);
        return !old && !each.old;
      };
      while (found === undefined || !(await isFresh(found))) {
        // One copy serves all who ask meanwhile; one that had begun by then may lack what they ask about.
        let under = copying.get(row.num);
        isSince = under === undefined || hasWaited;
        if (under === undefined) {
          under = imports
            .byNum(row.num)
            .then(copy)
            .finally(() => copying.delete(row.num));
          copying.set(row.num, under);
        }
        hasWaited = true;
        await under;
        found = kept.get(row.num);
      }
      // The one that was asked for last stands last.
      kept.delete(row.num);
      kept.set(row.num, found);
      found.users++;
      try {
        return await work(found.cells);
      } finally {
        release(found);
      }
    },
    async close() {
      for (const [num, each] of kept) drop(num, each);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function copyOut(into: string, row: ImportRow, ports: Pick<PipelinePorts, 'ledger' | 'home'>): Promise<void> {
  if (row.facts === null)
    throw new UsageError(`Import ${row.id} is ${row.state}: there are no rows of it that wait.`, undefined, {
      reason: 'rest-nothing',
    });
  const { headers } = JSON.parse(row.facts) as PlanFacts;
  const entries = (await ports.ledger.findings.entries(row.num, ...WAITING)).map(({ seq, rows, source }) => ({
    seq,
    rows,
    source,
  }));
  const question: WaitingQuestion = { into, headers, files: await filesOfRows(row, entries, ports) };
  await runInThread('waiting', question);
}
