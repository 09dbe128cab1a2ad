import { parseRanges } from '../../domain/row-ranges.ts';
import type { EntryRow, ImportRow } from '../../ledger/rows.ts';
import { LOOK_AWAITED_MS, openTrials, TRIAL_AWAITED_MS, type Trials } from '../../pipeline/mends/trials.ts';
import { openWaitingRows, type WaitingRows } from '../../pipeline/mends/waiting-rows.ts';
import type { PlanFacts } from '../../pipeline/plan-ports.ts';
import type { RevisedAnswer, WaitingEntry } from './api-mends.ts';
import type { ServerPorts } from './server-ports.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { entryBody } from './waiting-body.ts';

/** What waits, kept at hand for those who mend it. */
export interface Mends {
  readonly rows: WaitingRows;
  readonly trials: Trials;
  /** Those of these entries that still wait, as they stand now; what was mended in them is tried. @param ms that are waited for that */
  bodies(row: ImportRow, entries: readonly EntryRow[], ms?: number): Promise<WaitingEntry[]>;
  /** The same of entries by their seq, with how many were mended in all. */
  revised(row: ImportRow, seqs: readonly number[]): Promise<RevisedAnswer>;
  close(): Promise<void>;
}

export function openMends(files: Pick<TemporaryFiles, 'folder'>, ports: ServerPorts): Mends {
  const { ledger } = ports;
  const rows = openWaitingRows(files.folder('waiting'), ports);
  const trials = openTrials(files.folder('trials'), rows, ports);
  const bodies = async (row: ImportRow, entries: readonly EntryRow[], ms = LOOK_AWAITED_MS) => {
    if (entries.length === 0) return [];
    const { headers, scale } = JSON.parse(row.facts!) as PlanFacts;
    const tried = await trials.bring(row, ms);
    const seqs = entries.map(({ seq }) => seq);
    return rows.use(row, (cells) => {
      const revisions = ledger.revisions.counting(row.num, seqs);
      return ledger.waiting.entries(row.num, seqs).flatMap((entry) => {
        const copied = cells.rows(entry.seq);
        // It was planned anew since they were copied: the next look shows it, and never with cells that look empty.
        if ([...parseRanges(entry.rows)].some((number) => !copied.has(number))) return [];
        const mended = revisions.filter(({ seq }) => seq === entry.seq);
        const parts = { columns: headers.length, scale, rows: copied, revisions: mended, trial: tried.get(entry.seq) };
        return [entryBody(entry, parts, ports)];
      });
    });
  };
  return {
    rows,
    trials,
    bodies,
    revised: async (row, seqs) => ({
      entries: await bodies(row, ledger.waiting.entries(row.num, seqs), TRIAL_AWAITED_MS),
      revised: trials.counts(row),
      causes: [...ledger.revisions.ofCauses(row.num)].map(([no, revised]) => ({ no, revised })),
    }),
    async close() {
      await trials.close();
      await rows.close();
    },
  };
}
