import { mkdir, rm } from 'node:fs/promises';
import type { Issue } from '../core/issue.ts';
import { formatMinor } from '../core/money.ts';
import { parseRanges } from '../core/row-ranges.ts';
import { CREDIT_TOTAL, DEBIT_TOTAL } from '../core/states.ts';
import { correctionOrder, withMerged } from '../importing/plan-orders.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import type { SetAside } from '../ledger/plans.ts';
import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import type { WaitingCells } from '../ledger/waiting-cells.ts';
import type { PlanFacts, PlanSummary } from '../reading/plan-ports.ts';
import { writeCorrection } from './correction-file.ts';
import { tryAgain } from './dry-run.ts';

/** Dry runs that finding the entries to blame for a refused file may take. */
const DRY_RUNS_MAX = 40;

/** What the rules say of an entry that was corrected. */
export interface EntryDryRun {
  readonly is: 'ready' | 'held' | 'duplicate';
  /** `row` 0: the entry as a whole. */
  readonly problems: readonly (Issue & { readonly row: number })[];
  /** Debit less credit, as decimal text; absent where it is nothing. */
  readonly difference?: string;
}

/** One for all: there may be a hundred thousand of them. */
const READY: EntryDryRun = { is: 'ready', problems: [] };

/**
 * Tries entries as they were corrected, by the very code that plans a correction; nothing of it is kept.
 * @param folder that is this dry run's alone; it is removed
 */
export async function tryEntries(
  row: ImportRow,
  seqs: readonly number[],
  { job, cells, folder, signal }: { job: JobToday; cells: WaitingCells; folder: string; signal: AbortSignal },
  ports: PipelinePorts,
): Promise<Map<number, EntryDryRun>> {
  const dryRuns = new Map<number, EntryDryRun>();
  let left = DRY_RUNS_MAX;
  /** A value may spoil the whole of a file: then its entries are tried in halves. */
  const tryThese = async (wanted: readonly number[]): Promise<void> => {
    left--;
    const all = await withMerged(row, wanted, job, ports);
    const waiting = await ports.ledger.waiting.entries(row.num, all);
    const path = await writeCorrection(`${folder}/${left}`, row, all, cells, ports);
    const source = ((await ports.ledger.imports.corrections(row.num)).at(-1)?.no ?? 0) + 1;
    const order = await correctionOrder(row, job, { path, source, waiting, insisted: [] }, ports);
    const found = await tryAgain(row, order, job.hash, ports, { folder: `${folder}/scratch`, signal });
    if ('planned' in found) {
      for (const [seq, dryRun] of judged(found.planned, waiting, job.job.file.scale)) {
        if (wanted.includes(seq)) dryRuns.set(seq, dryRun);
      }
    } else if (wanted.length > 1 && left > 1) {
      const middle = Math.ceil(wanted.length / 2);
      await tryThese(wanted.slice(0, middle));
      await tryThese(wanted.slice(middle));
    } else {
      for (const seq of wanted) dryRuns.set(seq, { is: 'held', problems: [{ ...found.rejected, row: 0 }] });
    }
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (seqs.length > 0) await tryThese(seqs);
    return dryRuns;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An entry is what the worst of those is that its rows went into: a row may have gone over to another. */
function judged(
  { again, facts }: PlanSummary,
  waiting: readonly EntryRow[],
  scale: PlanFacts['scale'],
): Map<number, EntryDryRun> {
  const causes = new Map(again!.causes.map((cause) => [cause.no, cause]));
  const seqOf = new Map(waiting.flatMap(({ seq, rows }) => [...parseRanges(rows)].map((line) => [line, seq] as const)));
  const replaced = new Set(again!.replaced);
  const dryRuns = new Map<number, EntryDryRun>(
    waiting.filter(({ seq }) => replaced.has(seq)).map(({ seq }) => [seq, READY]),
  );
  for (const { entry, problems } of again!.aside) {
    const is = entry.state === 'held' || entry.state === 'rejected' ? 'held' : 'duplicate';
    const difference = differenceOf(entry.totals, scale ?? facts.scale);
    const dryRun: EntryDryRun = {
      is,
      problems: problems.map((problem) => problemOf(problem, causes)),
      ...(difference === undefined ? {} : { difference }),
    };
    for (const line of parseRanges(entry.rows)) {
      const seq = seqOf.get(line);
      if (seq !== undefined && dryRuns.get(seq)?.is !== 'held') dryRuns.set(seq, dryRun);
    }
  }
  return dryRuns;
}

function problemOf(
  { row, cause, detail, own }: SetAside['problems'][number],
  causes: ReadonlyMap<number, Issue & { readonly no: number }>,
): EntryDryRun['problems'][number] {
  const { no: _, ...issue } = causes.get(cause)!;
  return { ...issue, message: detail ?? issue.message, facts: { ...issue.facts, ...own }, row };
}

/** Debit less credit of an entry, by its sums; undefined where it is nothing. */
export function differenceOf(totals: string, scale: number): string | undefined {
  const sums = JSON.parse(totals) as Readonly<Record<string, string>>;
  const difference = BigInt(sums[DEBIT_TOTAL] ?? '0') + BigInt(sums[CREDIT_TOTAL] ?? '0');
  return difference === 0n ? undefined : formatMinor(difference, scale);
}
