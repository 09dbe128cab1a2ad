import { type Cell, cellText } from '../domain/cell.ts';
import { CORRECTION_COLUMNS } from '../domain/correction-columns.ts';
import { FileRejected } from '../domain/issue.ts';
import type { Job } from '../domain/job.ts';
import { addedRow, formatRow } from '../domain/row-ranges.ts';
import type { Chunk, Source } from '../domain/table.ts';
import { saysSide } from '../rules/amount-form.ts';
import { DateInference, dateHint } from '../rules/infer-date-order.ts';
import { type AmountReader, DecimalInference } from '../rules/infer-decimal.ts';
import { type KindWords, kindWords } from '../rules/kind-words.ts';
import { type FoundHeader, findHeader, HEADER_SEARCH_RECORDS } from '../rules/match-header.ts';
import { quoteValue } from '../rules/quote-value.ts';
import type { ValuesContext } from '../rules/values-context.ts';
import { unguardedSource } from '../source/formula-guard.ts';
import type { PlanAgain, PlanFacts, PlanOrder } from './plan-ports.ts';

/** What earlier passes over the same file found out. */
export type Hints = Readonly<Record<string, string>>;

/** A table of the file with its header found, ready to be read. */
export interface OpenTable {
  readonly source: Source;
  readonly facts: Pick<PlanFacts, 'kind' | 'encoding' | 'delimiter' | 'sheet' | 'headerLine' | 'headers'>;
  readonly header: FoundHeader;
  /** Header of the column that a field comes from; the field's own name where it has none. */
  nameOf(field: string): string;
  /** Reads an amount column; one decimal mark for all of them. */
  amount(column: string, scale?: number): AmountReader;
  /** Reads amounts that nothing is booked from. */
  peek: DecimalInference['peek'];
  /** Reads the date column. */
  date: ValuesContext['date'];
  /** The records below the header. */
  chunks(): AsyncIterable<Chunk>;
  /** The number that a record goes by; undefined where it is not to be read. */
  rowOf(record: readonly Cell[], line: number): number | undefined;
  /** The entry that a row belongs to already, for the first that asks; undefined where every row is new. */
  readonly seqOf: ((row: number) => number | undefined) | undefined;
  /** At the end of the file: what was inferred. @throws FileRejected where it stayed ambiguous */
  finish(): Pick<PlanFacts, 'decimal' | 'dateOrder'>;
  /** After a file that was planned again: what became of the rows that waited. */
  accounted(): { replaced: number[]; addedRows: number; removedRows: number };
}

interface OpenPorts {
  open(path: string, file: string, options: { delimiter: string; encoding: string; hint: Hints }): Promise<Source>;
}

/** @throws FileRejected where the file, the sheet or its header can't be used */
export async function openTable(order: PlanOrder, ports: OpenPorts, hints: Hints): Promise<OpenTable> {
  const job = order.again?.numbered ? writtenByUs(order.job) : order.job;
  const opened = await ports.open(order.path, order.file, {
    delimiter: job.file.delimiter,
    encoding: job.file.encoding,
    hint: hints,
  });
  const source = order.again?.numbered && opened.facts.kind === 'csv' ? unguardedSource(opened) : opened;
  try {
    const { table, header } = await chooseTable(source, job);
    return compose(order, job, source, table, header, hints);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** A workbook of failed rows has its header on top, however the original was laid out. */
function writtenByUs<Any extends Job>(job: Any): Any {
  const { sheet: _, ...file } = job.file;
  return { ...job, file: { ...file, header: 'auto', delimiter: 'auto', encoding: 'auto' } };
}

/**
 * The sheet that the job names, else the visible one whose header matches.
 * @throws FileRejected `sheets-several` where several with rows match: the rows of the others would be left out
 */
async function chooseTable(source: Source, job: Job): Promise<{ table: number; header: FoundHeader }> {
  const { sheet, header } = job.file;
  const records = Math.max(HEADER_SEARCH_RECORDS, typeof header === 'number' ? header : 0);
  if (source.facts.kind === 'csv') return { table: 0, header: findHeader(await source.head(0, records), job) };
  if (sheet !== undefined) {
    const wanted = sheet.trim().toLowerCase();
    const table = source.tables.findIndex(({ name }) => name.trim().toLowerCase() === wanted);
    if (table < 0) {
      throw new FileRejected({
        code: 'sheet-missing',
        value: sheet,
        message: `The workbook has no sheet "${sheet}"; it has ${sheetNames(source)}.`,
        suggestion:
          'Set file.sheet in the job to one of these, or leave it out: the sheet whose header matches is taken.',
      });
    }
    return { table, header: findHeader(await source.head(table, records), job) };
  }
  const refused: FileRejected[] = [];
  const matching: { table: number; header: FoundHeader; hasRows: boolean }[] = [];
  for (const [table, { visible, name }] of source.tables.entries()) {
    if (!visible) continue;
    try {
      const head = await source.head(table, records);
      const header = findHeader(head, job);
      const hasRows = head.lines.length >= records || head.lines.some((line) => line > header.line);
      matching.push({ table, header, hasRows });
    } catch (error) {
      if (!(error instanceof FileRejected)) throw error;
      refused.push(onSheet(name, error));
    }
  }
  const filled = matching.filter(({ hasRows }) => hasRows);
  if (filled.length > 1) throw severalSheets(filled.map(({ table }) => source.tables[table]!.name));
  const chosen = filled[0] ?? matching[0];
  if (chosen !== undefined) return chosen;
  if (refused.length === 0) {
    throw new FileRejected({
      code: 'file-empty',
      message: 'The workbook has no visible sheet.',
      suggestion: 'Check that it is the right file; a hidden sheet is read when file.sheet in the job names it.',
    });
  }
  // A sheet that nearly fits says more about what is wrong than an empty one in front of it.
  const telling = ['column-duplicate', 'column-missing', 'header-missing', 'file-empty'];
  throw refused.sort((a, b) => telling.indexOf(a.issue.code) - telling.indexOf(b.issue.code))[0]!;
}

function onSheet(name: string, { issue }: FileRejected): FileRejected {
  return new FileRejected({ ...issue, message: `Sheet ${quoteValue(name)}: ${issue.message}` });
}

/** Sheets that a message names. */
const NAMED_SHEETS = 20;

function severalSheets(names: readonly string[]): FileRejected {
  return new FileRejected({
    code: 'sheets-several',
    message: `${names.length} sheets of the workbook hold rows for this job: ${namesOf(names)}.`,
    suggestion:
      'Set file.sheet in the job to the sheet that is meant, and save the others as files of their own, or hide them if they are not to be booked.',
  });
}

function sheetNames({ tables }: Source): string {
  return namesOf(tables.map(({ name }) => name));
}

function namesOf(names: readonly string[]): string {
  const more = names.length - NAMED_SHEETS;
  const named = names.slice(0, NAMED_SHEETS).map((name) => quoteValue(name));
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function compose(
  order: PlanOrder,
  job: Job,
  source: Source,
  table: number,
  header: FoundHeader,
  hints: Hints,
): OpenTable {
  const { again } = order;
  const place = source.facts.kind === 'csv' ? 'line' : 'row';
  const decimals = new DecimalInference({
    decimal: again?.facts.decimal ?? job.file.decimal,
    scale: job.file.scale,
    hint: hints['decimal'],
    sideSaid: job.kind === 'bookings' && saysSide(job),
    place,
  });
  let dates: DateInference | undefined;
  const nameOf = (field: string) => {
    const column = header.columns[field]?.[0];
    return column === undefined ? field : (header.headers[column] ?? String(column + 1));
  };
  const rows = rowNumbers(again, header.headers, kindWords(job.kind));
  return {
    source,
    facts: {
      ...source.facts,
      ...(source.facts.kind === 'xlsx' ? { sheet: source.tables[table]!.name } : {}),
      headerLine: header.line,
      headers: header.headers,
    },
    header,
    nameOf,
    amount: (column, scale) => decimals.column(column, scale),
    peek: () => decimals.peek(),
    date(column) {
      dates = new DateInference({
        column,
        formats: job.file.dates,
        timezone: job.file.timezone,
        epoch1904: source.facts.epoch1904,
        hint: hints[dateHint(column)],
        known: again?.facts.dateOrder,
        place,
      });
      return (cell, row) => dates!.read(cell, row);
    },
    chunks: () => below(source.chunks(table), header.line),
    rowOf: rows.rowOf,
    seqOf: rows.seqOf,
    finish() {
      const decimal = decimals.finish();
      const dateOrder = dates?.finish();
      return {
        ...(decimal === undefined ? {} : { decimal }),
        ...(dateOrder === undefined ? {} : { dateOrder: dateOrder as 'dmy' | 'mdy' }),
      };
    },
    accounted: rows.accounted,
  };
}

async function* below(chunks: AsyncIterable<Chunk>, headerLine: number): AsyncGenerator<Chunk> {
  let above = headerLine > 0;
  for await (const chunk of chunks) {
    if (!above) {
      yield chunk;
      continue;
    }
    const first = chunk.lines.findIndex((line) => line > headerLine);
    if (first < 0) continue;
    above = false;
    yield { lines: chunk.lines.slice(first), records: chunk.records.slice(first) };
  }
}

/** What the rows of a file are called, and which of the waiting ones were seen. */
function rowNumbers(again: PlanAgain | undefined, headers: readonly string[], { one, done }: KindWords) {
  if (again === undefined) {
    return {
      rowOf: (_: readonly Cell[], line: number): number | undefined => line,
      seqOf: undefined,
      accounted: () => ({ replaced: [], addedRows: 0, removedRows: 0 }),
    };
  }
  const column = again.numbered ? headers.indexOf(CORRECTION_COLUMNS.row) : -1;
  /** Numbers that stood in the file. */
  const named = new Set<number>();
  /** Rows that wait, and were there. */
  const seen = new Set<number>();
  const given = new Set<number>();
  let addedRows = 0;
  return {
    rowOf(record: readonly Cell[], line: number): number | undefined {
      const number = column < 0 ? line : numberOf(record[column], line);
      // A row that was copied in the workbook carries the number of its model: it is a new one.
      const isAdded = number === undefined || named.has(number);
      if (number !== undefined) named.add(number);
      const row = isAdded ? addedRow(again.source, line) : number;
      if (again.seqOfRow.has(row)) {
        seen.add(row);
        return row;
      }
      if (again.onlyKnown) return undefined;
      if (isAdded) {
        addedRows++;
        return row;
      }
      throw new FileRejected({
        code: 'correction-mismatch',
        column: CORRECTION_COLUMNS.row,
        value: formatRow(row),
        message: `Row ${formatRow(row)} (line ${line} of the correction) does not wait for a correction: its ${one} is ${done}, or was corrected already.`,
        suggestion:
          'This correction may have been used already. For what still waits, write a new workbook with bilag failed; a row that is to be added has nothing in this column.',
      });
    },
    seqOf(row: number): number | undefined {
      const seq = again.seqOfRow.get(row);
      if (seq === undefined || given.has(seq)) return undefined;
      given.add(seq);
      return seq;
    },
    accounted() {
      const replaced = new Set<number>();
      for (const row of seen) replaced.add(again.seqOfRow.get(row)!);
      let removedRows = 0;
      for (const [row, seq] of again.seqOfRow) if (replaced.has(seq) && !seen.has(row)) removedRows++;
      return { replaced: [...replaced], addedRows, removedRows };
    },
  };
}

/** `12`, or `c1:5` for a row that an earlier correction added; undefined where the cell is empty. */
function numberOf(cell: Cell | undefined, line: number): number | undefined {
  const text = cellText(cell).trim();
  if (text === '') return undefined;
  const match = /^(?:c(\d+):)?(\d+)$/.exec(text);
  if (match === null) {
    throw new FileRejected({
      code: 'correction-mismatch',
      column: CORRECTION_COLUMNS.row,
      value: text,
      message: `"${text}" on line ${line} of the correction is not the number of a row.`,
      suggestion: 'Leave the numbers in this column as they are; for a row that is to be added, leave the cell empty.',
    });
  }
  return match[1] === undefined ? Number(match[2]) : addedRow(Number(match[1]), Number(match[2]));
}
