import { parse } from 'node:path';
import { UsageError } from '../core/issue.ts';
import { withMerged } from '../importing/plan-orders.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingCount, WaitingFilter } from '../ledger/waiting.ts';
import { writeCorrection } from './correction-file.ts';
import { LOOKS_BOOKED } from './corrections-of.ts';
import { beginCorrection, checkBooks } from './retry.ts';
import { checkCorrectable } from './revise.ts';
import { checkCount } from './select.ts';
import type { EntryDryRun } from './try-entries.ts';
import type { CopiedCells } from './waiting-rows.ts';

export interface Submission {
  readonly filter: WaitingFilter;
  readonly expect: WaitingCount;
  readonly job: JobToday;
  readonly cells: CopiedCells;
  /** Where the correction is written, without an ending; it is stored from there. */
  readonly path: string;
  /** Those of them that look like duplicates are booked all the same, and why; absent: they are checked as all others. */
  readonly insist?: { readonly reason: string; readonly tried: ReadonlyMap<number, EntryDryRun> };
}

/**
 * Submits entries, with what was corrected in them: as a correction that is planned and booked like any other. What is not in
 * it stays as it is.
 * @returns the entries that are in it
 * @throws CountChanged where others match than were confirmed
 * @throws UsageError where the import can't be retried, or somebody corrected more meanwhile
 */
export async function submit(
  row: ImportRow,
  { filter, expect, job, cells, path, insist }: Submission,
  ports: PipelinePorts,
): Promise<readonly number[]> {
  const { ledger, now, who } = ports;
  await checkBooks(row, ports);
  await checkCorrectable(row, cells, ledger);
  checkCount(await ledger.waiting.count(row.num, filter), expect);
  const chosen = await ledger.waiting.seqs(row.num, filter);
  if (chosen.length === 0)
    throw new UsageError('No entries match: there is nothing to submit.', undefined, { reason: 'entries-none' });
  const all = await withMerged(row, chosen, job, ports);
  const before = await standOf(row.num, all, ledger);
  const insisted = insist === undefined ? [] : await insistedOf(row, chosen, insist.tried, ports);
  const written = await writeCorrection(path, row, all, cells, ports);
  const { ext } = parse(written);
  const name = `${parse(row.file).name}.mended${ext}`;
  await beginCorrection(row, written, name, Number.MAX_SAFE_INTEGER, ports, async (tx, no) => {
    checkCount(await tx.waiting.count(row.num, filter), expect);
    if ((await standOf(row.num, all, tx)) !== before) {
      throw new UsageError(
        `Somebody else corrected some of these rows of import ${row.id} just now.`,
        'Look at them again, and submit them then.',
        { reason: 'corrected-meanwhile' },
      );
    }
    await tx.revisions.submit(row.num, all, no);
    if (insist === undefined) return;
    await tx.waiting.insist(row.num, insisted, no);
    await tx.imports.record(row.num, now(), who, 'insisted', { entries: insisted.length, reason: insist.reason });
  });
  return all;
}

/** Changes when an entry is planned again, or a cell of one is corrected. */
async function standOf(num: number, seqs: readonly number[], ledger: Ledger): Promise<string> {
  const entries = (await ledger.waiting.entries(num, seqs)).map(({ seq, source, rows }) => `${seq} ${source} ${rows}`);
  const revisions = (await ledger.revisions.counting(num, seqs)).map(({ id }) => id);
  return `${entries.join('\n')}\n${revisions.join(' ')}`;
}

/**
 * Those that a person was told look like duplicates. Of the others nobody has said anything yet: whether they are any is
 * found out only once the rest of what is wrong with them is corrected.
 */
async function insistedOf(
  row: ImportRow,
  chosen: readonly number[],
  tried: ReadonlyMap<number, EntryDryRun>,
  ports: PipelinePorts,
): Promise<readonly number[]> {
  await checkAllowedDuplicates(row, chosen, ports);
  const told = new Set(await ports.ledger.waiting.withCodes(row.num, LOOKS_BOOKED));
  const looksBooked = (seq: number) =>
    told.has(seq) || tried.get(seq)?.problems.some(({ code }) => LOOKS_BOOKED.includes(code)) === true;
  const insisted = chosen.filter(looksBooked);
  if (insisted.length > 0) return insisted;
  throw new UsageError(
    'None of these look like duplicates, so that there is nothing to be booked all the same.',
    'Correct what is wrong with them, or submit them as they are.',
    { reason: 'no-duplicates' },
  );
}

/** A custom field exists once: the service would refuse a second one of its name. */
async function checkAllowedDuplicates(
  row: ImportRow,
  seqs: readonly number[],
  { ledger }: PipelinePorts,
): Promise<void> {
  const isUnique =
    kindOf(row.kind).records?.once ||
    (await ledger.waiting.entries(row.num, seqs)).some((each) => each.row_count === 0);
  if (!isUnique) return;
  throw new UsageError(
    "Custom fields of one name exist once: these can't be created a second time.",
    'Skip them, or give them another name.',
    { reason: 'once-only' },
  );
}
