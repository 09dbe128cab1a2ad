import { isPlannedAgain } from '../core/cancelled-issue.ts';
import type { EntryCounts } from '../core/states.ts';
import type { ListedImport } from '../ledger/import-list.ts';
import type { RunDetail, RunRow } from '../ledger/runs.ts';
import type { Counts } from './receipt.ts';

/** What came of a run of a job, the most urgent first: a run of several files is as its most urgent one. */
export const CAME = [
  'failed',
  'rejected',
  'unconfirmed',
  'hold',
  'posting',
  'booked',
  'cancelled',
  'nothing-new',
] as const;
export type Came = (typeof CAME)[number];

/** A time that something came in for a job: a fetch with the files that it brought, or a file that somebody brought. */
export interface JobTurn {
  readonly at: number;
  readonly came: Came;
  /** The fetch; absent where the file came through the inbox or was uploaded. */
  readonly run?: RunRow;
  /** What it brought, the most urgent first. */
  readonly imports: readonly ListedImport[];
}

/**
 * The newest turns of a job, newest first. An import that a fetch brought is part of that fetch, though its record names only
 * the first ones of many.
 * @param runs newest first @param imports newest first
 */
export function jobTurns(runs: readonly RunRow[], imports: readonly ListedImport[], most: number): JobTurn[] {
  const left = new Set(imports);
  const turns = runs.map((run): JobTurn => {
    const named = new Set(detailOf(run).imports);
    const brought = imports.filter((row) => left.has(row) && (named.has(row.id) || cameBy(row, run)));
    for (const row of brought) left.delete(row);
    brought.sort((a, b) => rank(a) - rank(b));
    const came = outcomeOf(run);
    return {
      at: run.began_at,
      came: came === 'booked' && brought[0] ? cameOf(brought[0]) : came,
      run,
      imports: brought,
    };
  });
  for (const row of left) turns.push({ at: row.created_at, came: cameOf(row), imports: [row] });
  return turns.sort((a, b) => b.at - a.at).slice(0, most);
}

export function detailOf({ detail }: RunRow): RunDetail {
  return JSON.parse(detail ?? '{"files":{},"imports":[]}') as RunDetail;
}

const rank = (row: ListedImport) => CAME.indexOf(cameOf(row));

/** Who brings a file in where no person does. */
const SCHEDULE = 'schedule';

function cameBy({ created_at, created_by }: ListedImport, { began_at, ended_at, who }: RunRow): boolean {
  return who === null && created_by === SCHEDULE && created_at >= began_at && created_at <= (ended_at ?? created_at);
}

function outcomeOf({ outcome }: RunRow): Came {
  return outcome === null ? 'posting' : outcome === 'ok' ? 'booked' : outcome;
}

/** What came of an import. One whose entries were all booked before brought nothing new. */
export function cameOf(row: Pick<ListedImport, 'state' | 'counts' | 'cancelled'>): Came {
  const { state, cancelled } = row;
  switch (state) {
    case 'planning':
    case 'posting':
      return 'posting';
    case 'partly-booked':
      return cancelled !== null && !isPlannedAgain({ cancelled }) ? 'cancelled' : 'hold';
    case 'planned':
      return 'hold';
    case 'in-doubt':
      return 'unconfirmed';
    case 'completed':
      return entriesOf(row).booked === 0 ? 'nothing-new' : 'booked';
    default:
      return state;
  }
}

const NO_ENTRIES: EntryCounts = {
  planned: 0,
  booked: 0,
  held: 0,
  rejected: 0,
  duplicate: 0,
  inDoubt: 0,
  pending: 0,
};

function entriesOf({ counts }: Pick<ListedImport, 'counts'>): EntryCounts {
  return { ...NO_ENTRIES, ...(JSON.parse(counts ?? '{}') as Partial<Counts>).entries };
}

/** What became of the entries of a turn, all its imports together, and of the rows that were skipped. */
export function turnCounts(imports: readonly Pick<ListedImport, 'counts'>[]): EntryCounts & { skipped: number } {
  const sum = { ...NO_ENTRIES, skipped: 0 };
  for (const row of imports) {
    const entries = entriesOf(row);
    for (const outcome of Object.keys(NO_ENTRIES) as (keyof EntryCounts)[]) sum[outcome] += entries[outcome];
    sum.skipped += (JSON.parse(row.counts ?? '{}') as Partial<Counts>).rows?.skipped ?? 0;
  }
  return sum;
}
