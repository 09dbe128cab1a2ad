import { setImmediate as letOthers } from 'node:timers/promises';
import { cellText } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import { UsageError } from '../core/issue.ts';
import { formatRow, parseRanges } from '../core/row-ranges.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { NewRevision } from '../ledger/revisions.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingCount, WaitingFilter } from '../ledger/waiting.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { checkBooks, checkWaiting } from './retry.ts';
import { checkCount } from './select.ts';
import type { CopiedCells } from './waiting-rows.ts';

/** Characters of a value: as many as a cell of a workbook holds. */
export const VALUE_MAX_CHARACTERS = 32_767;
/** Revisions that one transaction writes, so that it stays under 100 ms. */
const REVISIONS_AT_ONCE = 1_000;

/** Cells whose change stands in the history; of more of them only how many there were. */
const CHANGES_TOLD = 5;

/** A cell, by the number of its row and its place among the original's columns. */
export interface CorrectedCell {
  readonly row: number;
  readonly column: number;
  readonly value: string;
}

/**
 * Keeps what a person typed into cells of entries that wait.
 * @returns the entries that it was about
 * @throws UsageError where a row does not wait, or the import can't be retried: then nothing is kept
 */
export async function reviseCells(
  row: ImportRow,
  corrected: readonly CorrectedCell[],
  cells: CopiedCells,
  ports: PipelinePorts,
): Promise<number[]> {
  const { ledger, now, who } = ports;
  const { headers } = JSON.parse(row.facts ?? '{"headers":[]}') as PlanFacts;
  return await ledger.write(async (tx) => {
    await checkCorrectable(row, cells, tx);
    const revisions = corrected.map(({ row: number, column, value }): NewRevision => {
      const found = cells.row(number);
      if (found === undefined) throw waitsNoMore(row, number);
      if (column >= headers.length) throw noColumn(column, headers);
      return { seq: found.seq, row: number, column, was: cellText(found.cells[column]), became: checked(value) };
    });
    const seqs = [...new Set(revisions.map(({ seq }) => seq))];
    const waiting = new Map((await tx.waiting.entries(row.num, seqs)).map((entry) => [entry.seq, entry]));
    for (const { seq, row: number } of revisions) {
      const entry = waiting.get(seq);
      if (entry === undefined || ![...parseRanges(entry.rows)].includes(number)) throw waitsNoMore(row, number);
    }
    const changed = await fresh(revisions, row.num, tx);
    if (changed.length === 0) return seqs;
    await tx.revisions.save(row.num, now(), who, changed);
    const changes = changed.slice(0, CHANGES_TOLD).map(({ row: number, column, was, became }) => ({
      row: formatRow(number),
      column: headers[column]!,
      from: was,
      to: became,
    }));
    const told = changes.length < changed.length ? {} : { changes };
    const entries = new Set(changed.map(({ seq }) => seq)).size;
    await tx.imports.record(row.num, now(), who, 'mended', { cells: changed.length, entries, ...told });
    return seqs;
  });
}

/** Takes back what was corrected in an entry and is not submitted. */
export async function undoRevisions(row: ImportRow, seq: number, { ledger, now, who }: PipelinePorts): Promise<void> {
  await ledger.write(async (tx) => {
    const cells = await tx.revisions.undo(row.num, seq, now());
    if (cells > 0) await tx.imports.record(row.num, now(), who, 'mends-undone', { cells, entries: 1 });
  });
}

/** A value that is put in the place of another, in every row of a selection. */
export interface ReplacedValue {
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Puts a value in the place of another in a column of all entries that match. Where a transaction of many has been
 * written the others are too, or the same is asked again: a value that is replaced already is not there any more.
 * @returns the entries that it was about, and their rows in which the value stood
 * @throws CountChanged where others match than were confirmed
 * @throws UsageError where the import can't be retried, or somebody began to in between
 */
export async function replaceValue(
  row: ImportRow,
  { column, from, to }: ReplacedValue,
  { filter, expect, cells }: { filter: WaitingFilter; expect: WaitingCount; cells: CopiedCells },
  ports: PipelinePorts,
): Promise<{ seqs: number[]; rows: number }> {
  const { ledger, now, who } = ports;
  const { headers } = JSON.parse(row.facts ?? '{"headers":[]}') as PlanFacts;
  if (column >= headers.length) throw noColumn(column, headers);
  const became = checked(to);
  const reads = readsAs(from);
  if (reads(became)) throw new UsageError('The cells say so already.', 'Say what they are to say instead.');
  await checkBooks(row, ports);
  const chosen = await ledger.write(async (tx) => {
    await checkCorrectable(row, cells, tx);
    checkCount(await tx.waiting.count(row.num, filter), expect);
    const seqs = await tx.waiting.seqs(row.num, filter);
    const found = await rowsReading(row.num, { column, from }, { seqs, cells }, tx);
    const touched = { cells: found.length, entries: new Set(found.map(({ seq }) => seq)).size };
    if (found.length > 0) {
      const detail = { ...touched, column: headers[column], from, to };
      await tx.imports.record(row.num, now(), who, 'mended', detail);
      await save(tx, found.slice(0, REVISIONS_AT_ONCE));
    }
    return found;
  });
  for (let at = REVISIONS_AT_ONCE; at < chosen.length; at += REVISIONS_AT_ONCE) {
    await letOthers();
    await ledger.write(async (tx) => {
      await checkCorrectable(row, cells, tx);
      await save(tx, chosen.slice(at, at + REVISIONS_AT_ONCE));
    });
  }
  return { seqs: [...new Set(chosen.map(({ seq }) => seq))], rows: chosen.length };

  async function save(tx: Ledger, some: readonly { number: number; seq: number }[]): Promise<void> {
    // Others may have skipped some of them, or corrected these very cells, since the first were written.
    const seqs = [...new Set(some.map(({ seq }) => seq))];
    const waiting = new Set((await tx.waiting.entries(row.num, seqs)).map(({ seq }) => seq));
    const corrected = new Map(
      (await tx.revisions.counting(row.num, seqs)).flatMap((each) =>
        each.column === column ? [[each.row, each.became]] : [],
      ),
    );
    const stillReads = (number: number) => !corrected.has(number) || reads(corrected.get(number)!);
    const revisions = some
      .filter(({ seq, number }) => waiting.has(seq) && stillReads(number))
      .map(({ number, seq }) => ({
        seq,
        row: number,
        column,
        was: cellText(cells.row(number)!.cells[column]),
        became,
      }));
    await tx.revisions.save(row.num, now(), who, revisions);
  }
}

/** As the cell has it, which is what causes name: what the job makes of it is another thing, and corrected there. */
function readsAs(from: string): (text: string) => boolean {
  return (text) => text.trim() === from.trim();
}

/** Rows of these entries whose cell reads so, as it is corrected by now. */
export async function rowsReading(
  num: number,
  { column, from }: Omit<ReplacedValue, 'to'>,
  { seqs: chosen, cells }: { readonly seqs: readonly number[]; readonly cells: CopiedCells },
  ledger: Ledger,
): Promise<{ number: number; seq: number }[]> {
  const reads = readsAs(from);
  const seqs = new Set(chosen);
  const corrected = new Map((await ledger.revisions.inColumn(num, column)).map((each) => [each.row, each]));
  const standing = cells
    .reading(column, cells.texts(column).filter(reads))
    .filter(({ number, seq }) => seqs.has(seq) && !corrected.has(number));
  const replaced = [...corrected.values()].filter((each) => seqs.has(each.seq) && reads(each.became));
  return [...standing, ...replaced.map((each) => ({ number: each.row, seq: each.seq }))];
}

/** Without those that say what is said already. */
async function fresh(revisions: readonly NewRevision[], num: number, ledger: Ledger): Promise<NewRevision[]> {
  const said = new Map(
    (await ledger.revisions.counting(num, [...new Set(revisions.map(({ seq }) => seq))])).map((each) => [
      `${each.row} ${each.column}`,
      each.became,
    ]),
  );
  return revisions.filter((each) => (said.get(`${each.row} ${each.column}`) ?? each.was) !== each.became);
}

function checked(value: string): string {
  if (value.length > VALUE_MAX_CHARACTERS) {
    throw new UsageError(
      `The value has ${counted(value.length, 'character')}; a cell holds at most ${VALUE_MAX_CHARACTERS}.`,
      'Shorten it.',
      { reason: 'value-too-long', facts: { most: VALUE_MAX_CHARACTERS } },
    );
  }
  if (!/\p{Surrogate}/u.test(value)) return value;
  throw new UsageError('The value holds half a character, which no file can keep.', 'Type it anew.', {
    reason: 'value-unfit',
  });
}

function waitsNoMore({ id, kind }: ImportRow, number: number): UsageError {
  const { one } = kindWords(kind);
  return new UsageError(
    `Row ${formatRow(number)} of import ${id} does not wait any more: its ${one} was settled, or corrected by someone else.`,
    'Look at the failed rows again.',
    { reason: 'rows-settled', facts: { row: formatRow(number) } },
  );
}

function noColumn(column: number, headers: readonly string[]): UsageError {
  return new UsageError(`There is no column ${column}: the file has ${headers.length}, counted from 0.`, undefined, {
    reason: 'column-unknown',
  });
}

/**
 * To be called in the transaction that acts on cells: rows that were planned again since these were copied may read
 * otherwise by now, and what somebody did to them would be undone by it.
 * @throws UsageError where nothing of the import can be retried, or it was planned again meanwhile
 */
export async function checkCorrectable({ num, id }: ImportRow, { newest }: CopiedCells, ledger: Ledger): Promise<void> {
  await checkWaiting(await ledger.imports.byNum(num), ledger);
  if ((await ledger.waiting.newest(num)) <= newest) return;
  throw new UsageError(
    `Import ${id} was planned again just now: its rows may read otherwise.`,
    'Look at the failed rows again.',
    { reason: 'planned-meanwhile' },
  );
}
