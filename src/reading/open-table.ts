import { type Cell, cellText } from '../core/cell.ts';
import { compilePattern } from '../core/compile-pattern.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { counted } from '../core/counted.ts';
import type { KindWords } from '../core/entry-words.ts';
import { hash53 } from '../core/hash.ts';
import { FileRejected } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { addedRow, formatRow, numberSheets, parseRanges } from '../core/row-ranges.ts';
import { quoteValue } from '../core/text.ts';
import { unguardedSource } from '../tabular/formula-guard.ts';
import type { Chunk, Source } from '../tabular/table.ts';
import { creditIsIn, saysSide } from './amount-form.ts';
import type { CurrencyAbove } from './currency-above.ts';
import { type HiddenRows, HiddenRowsRule } from './hidden-rows.ts';
import { DateInference, dateHint } from './infer-date-order.ts';
import { type AmountReader, DecimalInference } from './infer-decimal.ts';
import { below, type JoinedSheet, joinedChunks, joinHeaders } from './join-sheets.ts';
import { mappedColumns } from './mapped-columns.ts';
import { type FoundHeader, findHeader, HEADER_SEARCH_RECORDS } from './match-header.ts';
import type { PlanAgain, PlanFacts, PlanOrder } from './plan-ports.ts';
import type { ValuesContext } from './row-context.ts';
import { RowWatch } from './watch-rows.ts';

/** What earlier passes over the same file found out. */
export type Hints = Readonly<Record<string, string>>;

/** A table of the file with its header found, ready to be read. */
export interface OpenTable {
  readonly source: Source;
  readonly facts: Pick<
    PlanFacts,
    | 'kind'
    | 'encoding'
    | 'guessed'
    | 'delimiter'
    | 'sheet'
    | 'sheets'
    | 'unread'
    | 'hiddenColumns'
    | 'headerLine'
    | 'headers'
    | 'above'
  >;
  readonly header: FoundHeader;
  /** Header of the column that a field comes from; the field's own name where it has none. */
  nameOf(field: string): string;
  /** Reads an amount column; one decimal mark for all of them. */
  amount(column: string, scale?: number): AmountReader;
  /** Reads amounts that nothing is booked from. */
  peek: DecimalInference['peek'];
  /** Reads the date column. */
  date: ValuesContext['date'];
  /** The records below the header. @throws FileRejected `column-duplicate` where a second header is among them */
  chunks(): AsyncIterable<Chunk>;
  /** Whether the file ends in the middle of the row. */
  isCutOff(row: number, record: readonly Cell[]): boolean;
  /** The number that a record goes by; undefined where it is not to be read. */
  rowOf(record: readonly Cell[], line: number): number | undefined;
  /** The entry that a row belongs to already, for the first that asks; undefined where every row is new. */
  readonly seqOf: ((row: number) => number | undefined) | undefined;
  /** At the end of the file: what was inferred. @throws FileRejected where it stayed ambiguous */
  finish(): Pick<PlanFacts, 'decimal' | 'dateOrder' | 'hidden'>;
  /** After a file that was planned again: what became of the rows that waited. */
  accounted(): { replaced: number[]; addedRows: number; removedRows: number };
}

/** What the values of rows are read by. */
export function valuesOf({ header: { headers, columns, columnOf }, amount, date, isCutOff }: OpenTable) {
  return { headers, columns, columnOf, amount, date, isCutOff };
}

interface OpenPorts {
  open(
    path: string,
    file: string,
    options: { delimiter: string; encoding: string; hint: Hints; doubts?: 'ask' },
  ): Promise<Source>;
}

/** @throws FileRejected where the file, the sheet or its header can't be used */
export async function openTable(order: PlanOrder, ports: OpenPorts, hints: Hints): Promise<OpenTable> {
  const job = order.again?.numbered ? writtenByUs(order.job) : order.job;
  const opened = await ports.open(order.path, order.file, {
    delimiter: job.file.delimiter,
    encoding: job.file.encoding,
    // What was planned was read so already.
    ...(order.again === undefined ? { doubts: 'ask' } : {}),
    hint: hints,
  });
  const source = order.again?.numbered && opened.facts.kind === 'csv' ? unguardedSource(opened) : opened;
  try {
    return compose(order, job, source, await chooseTables(source, job, order.again), hints);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** A workbook of failed rows has its header on top, however the original was laid out. */
function writtenByUs<Any extends Job>(job: Any): Any {
  const { sheet: _, sheets: __, ...file } = job.file;
  return { ...job, file: { ...file, header: 'auto', delimiter: 'auto', encoding: 'auto' } };
}

/** A sheet that is read, or the whole of a CSV file. */
interface ChosenTable {
  readonly table: number;
  readonly name: string;
  readonly header: FoundHeader;
  readonly hiddenColumns: Chunk['hiddenColumns'];
  readonly hasRows: boolean;
}

interface Chosen {
  /** In the order of the workbook; one at least. */
  readonly tables: readonly ChosenTable[];
  /** They are read as one file, however many they are: the job says so, or the plan that is gone on with. */
  readonly joined: boolean;
  /** Sheets that are left out, with what keeps them from being read; where the job names none, only those that hold anything. */
  readonly unread: readonly string[];
}

/**
 * The sheets that the job names, else the visible one whose header matches. What was planned is read again from the sheets
 * that it was planned from, whatever the job says by now.
 * @throws FileRejected `sheets-several` where several with rows match: the rows of the others would be left out
 */
async function chooseTables(source: Source, job: Job, again: PlanAgain | undefined): Promise<Chosen> {
  const { header, sheet } = job.file;
  const records = Math.max(HEADER_SEARCH_RECORDS, typeof header === 'number' ? header : 0);
  const read = async (table: number): Promise<ChosenTable> => {
    const head = await source.head(table, records);
    const found = findHeader(head, job);
    const hasRows = head.lines.length >= records || head.lines.some((line) => line > found.line);
    return { table, name: source.tables[table]!.name, header: found, hiddenColumns: head.hiddenColumns, hasRows };
  };
  if (source.facts.kind === 'csv') return { tables: [await read(0)], joined: false, unread: [] };
  const planned = again === undefined || again.numbered ? undefined : again.facts;
  const wanted = planned === undefined ? job.file.sheets : planned.sheets?.map(({ name }) => name);
  if (wanted !== undefined && wanted !== 'all') {
    const chosen = typeof wanted === 'string' ? matchingTables(source, wanted) : namedTables(source, wanted);
    const tables: ChosenTable[] = [];
    for (const table of chosen) tables.push(await read(table).catch((error) => onSheet(source, table, error)));
    const unread = source.tables.filter((_, table) => !chosen.includes(table)).map(({ name }) => name);
    return { tables, joined: true, unread };
  }
  const one = planned?.sheet ?? sheet;
  if (wanted === undefined && one !== undefined) {
    const unread = planned?.unread ?? [];
    return { tables: [await read(namedTables(source, [one], 'sheet')[0]!)], joined: false, unread };
  }
  const refused: FileRejected[] = [];
  const unread: string[] = [];
  const leaveOut = async (table: number, name: string) => {
    if (wanted === 'all' || (await holdsAny(source, table))) unread.push(name);
  };
  const matching: ChosenTable[] = [];
  for (const [table, { visible, name }] of source.tables.entries()) {
    if (!visible) {
      await leaveOut(table, `${name} (hidden)`);
      continue;
    }
    try {
      matching.push(await read(table).catch((error) => onSheet(source, table, error)));
    } catch (error) {
      if (!(error instanceof FileRejected)) throw error;
      refused.push(error);
      const { code, column } = error.issue;
      await leaveOut(table, code === 'column-missing' ? `${name} (has no column ${quoteValue(column ?? '')})` : name);
    }
  }
  const filled = matching.filter(({ hasRows }) => hasRows);
  if (wanted === 'all' && matching.length > 0) {
    return { tables: filled.length > 0 ? filled : [matching[0]!], joined: true, unread };
  }
  if (filled.length > 1) throw severalSheets(filled.map(({ name }) => name));
  const chosen = filled[0] ?? matching[0];
  if (chosen !== undefined) return { tables: [chosen], joined: false, unread };
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

/** Whether a sheet holds a record at all, or can't be read. */
async function holdsAny(source: Source, table: number): Promise<boolean> {
  try {
    return (await source.head(table, 1)).records.length > 0;
  } catch (error) {
    if (error instanceof FileRejected) return true;
    throw error;
  }
}

/** Where the sheets of these names stand, in the order of the workbook. @throws FileRejected `sheet-missing` */
function namedTables(source: Source, names: readonly string[], key: 'sheet' | 'sheets' = 'sheets'): number[] {
  const plain = (name: string) => name.trim().toLowerCase();
  const tables = names.map((wanted) => {
    const table = source.tables.findIndex(({ name }) => plain(name) === plain(wanted));
    if (table >= 0) return table;
    throw new FileRejected({
      code: 'sheet-missing',
      value: wanted,
      facts: { sheets: source.tables.slice(0, NAMED_SHEETS).map(({ name }) => name) },
      message: `The workbook has no sheet "${wanted}"; it has ${sheetNames(source)}.`,
      suggestion:
        key === 'sheet'
          ? 'Set file.sheet in the job to one of these, or leave it out: the sheet whose header matches is taken.'
          : 'Name in file.sheets of the job only sheets that it has, or set it to all: every visible sheet whose header matches is read.',
    });
  });
  return [...new Set(tables)].sort((a, b) => a - b);
}

/** The visible sheets whose names match. @throws FileRejected `sheet-missing` where there is none */
function matchingTables(source: Source, pattern: string): number[] {
  const matches = compilePattern(pattern);
  const tables = [...source.tables.entries()].filter(([, { name, visible }]) => visible && matches.test(name));
  if (tables.length > 0) return tables.map(([table]) => table);
  throw new FileRejected({
    code: 'sheet-missing',
    value: pattern,
    facts: { sheets: source.tables.slice(0, NAMED_SHEETS).map(({ name }) => name) },
    message: `No visible sheet of the workbook has a name that matches ${quoteValue(pattern)}; it has ${sheetNames(source)}.`,
    suggestion:
      'Correct the regular expression in file.sheets of the job, or list the names of the sheets: [Januar, Februar].',
  });
}

/** What is wrong with a sheet, naming it. */
function onSheet({ tables }: Source, table: number, error: unknown): never {
  if (!(error instanceof FileRejected)) throw error;
  const { issue } = error;
  throw new FileRejected({ ...issue, message: `Sheet ${quoteValue(tables[table]!.name)}: ${issue.message}` });
}

/** Sheets that a message names. */
const NAMED_SHEETS = 20;

function severalSheets(names: readonly string[]): FileRejected {
  return new FileRejected({
    code: 'sheets-several',
    facts: { sheets: names.slice(0, NAMED_SHEETS) },
    message: `${counted(names.length, 'sheet')} of the workbook hold rows for this job: ${namesOf(names)}.`,
    suggestion:
      'To read them as one file, set file.sheets in the job to all, or to the names of those that are meant; to read only one, set file.sheet to its name.',
    choices: names.slice(0, NAMED_SHEETS).map((value) => ({ value })),
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

function compose(order: PlanOrder, job: Job, source: Source, chosen: Chosen, hints: Hints): OpenTable {
  const { again } = order;
  const [only] = chosen.tables as [ChosenTable, ...ChosenTable[]];
  const { header, joined } = chosen.joined
    ? joinHeaders(chosen.tables, job)
    : { header: only.header, joined: undefined };
  const hiddenColumns = [...new Set(chosen.tables.flatMap((table) => hiddenHeaders(table, job)))];
  // What was planned was read with what is hidden, or it would not wait; a workbook of failed rows is a person's own.
  const hidden = new HiddenRowsRule(again === undefined ? job.file.hidden : 'take');
  const place = source.facts.kind === 'csv' ? 'line' : 'row';
  const decimals = new DecimalInference({
    decimal: job.file.decimal,
    found: again?.facts.decimal,
    alone: again?.numbered === true && again.facts.kind === 'xlsx',
    scale: job.file.scale,
    hint: hints['decimal'],
    sideSaid: saysSide(job),
    creditIn: creditIsIn(job),
    place,
  });
  const watch = new RowWatch(header, job, again !== undefined);
  let dates: DateInference | undefined;
  const nameOf = (field: string) => {
    const column = header.columns[field]?.[0];
    return column === undefined ? field : (header.headers[column] ?? String(column + 1));
  };
  const rows = rowNumbers(again, header.headers, order.words);
  const sheets = again?.numbered ? again.facts.sheets : joined;
  // A workbook of failed rows has no lines above its header: those of the original speak of its amounts.
  const above = again?.numbered ? again.facts.above : aboveAll(chosen.tables);
  return {
    source,
    facts: {
      ...source.facts,
      ...(source.facts.kind === 'xlsx' && joined === undefined ? { sheet: only.name } : {}),
      ...(sheets === undefined ? {} : { sheets }),
      ...(chosen.unread.length === 0 ? {} : { unread: chosen.unread }),
      ...(hiddenColumns.length === 0 ? {} : { hiddenColumns }),
      headerLine: header.line,
      headers: header.headers,
      ...(above === undefined ? {} : { above }),
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
        isPart: again !== undefined,
        receivedAt: order.receivedAt,
        place,
      });
      return (cell, row) => dates!.read(cell, row);
    },
    chunks() {
      const records =
        joined === undefined ? below(source.chunks(only.table), header.line) : joinedChunks(source, joined);
      return hidden.chunks(again?.numbered ? records : watch.chunks(records));
    },
    isCutOff: (row, record) => watch.isCutOff(row, record),
    rowOf: rows.rowOf,
    seqOf: rows.seqOf,
    finish() {
      const decimal = decimals.finish();
      const dateOrder = dates?.finish();
      const found: HiddenRows | undefined = again === undefined ? hidden.found : undefined;
      return {
        ...(found === undefined ? {} : { hidden: found }),
        ...(decimal === undefined ? {} : { decimal }),
        ...(dateOrder === undefined ? {} : { dateOrder: dateOrder as 'dmy' | 'mdy' }),
      };
    },
    accounted: rows.accounted,
  };
}

/** Of several sheets each, where any names a currency. */
function aboveAll(tables: readonly ChosenTable[]): readonly CurrencyAbove[] | undefined {
  const above = tables.flatMap(({ header }) => header.above ?? []);
  return above.length === 0 ? undefined : above;
}

/** Headers of columns that the job reads and that are hidden in their sheet. */
function hiddenHeaders({ header, hiddenColumns = [] }: ChosenTable, job: Job): string[] {
  if (hiddenColumns.length === 0) return [];
  return mappedColumns(job).flatMap(({ headers }) => {
    const column = header.columnOf(headers);
    const isHidden = hiddenColumns.some(([from, to]) => column >= from && column <= to);
    return isHidden && column < header.headers.length ? [header.headers[column]!] : [];
  });
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
  /** Numbers that stood in the file, each with its line and a hash of its cells. */
  const named = new Map<number, readonly [line: number, cells: number]>();
  /** Rows that wait, and were there. */
  const seen = new Set<number>();
  const given = new Set<number>();
  let addedRows = 0;
  return {
    rowOf(record: readonly Cell[], line: number): number | undefined {
      const number = column < 0 ? line : numberOf(record[column], line, again.facts.sheets);
      // A row that was copied in the workbook carries the number of its model: it is a new one.
      const model = number === undefined ? undefined : named.get(number);
      const isAdded = number === undefined || model !== undefined;
      if (number !== undefined) {
        const cells = hash53(record.map((cell) => cellText(cell)).join('\u0001'));
        if (model?.[1] === cells) throw twice(number, model[0], line);
        if (model === undefined) named.set(number, [line, cells]);
      }
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
        variant: 'row',
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

/** Whether it was copied by accident, or stands for a second voucher, only a person can tell. */
function twice(row: number, first: number, second: number): FileRejected {
  return new FileRejected({
    code: 'correction-mismatch',
    column: CORRECTION_COLUMNS.row,
    value: formatRow(row),
    variant: 'twice',
    message: `Row ${formatRow(row)} stands twice in the correction with the same cells, on lines ${first} and ${second}.`,
    suggestion: `Remove one of the two. If a second one is to be booked, empty its cell in the column ${CORRECTION_COLUMNS.row}.`,
  });
}

/** `12`, `Februar!12`, or `c1:5` for a row that an earlier correction added; undefined where the cell is empty. */
function numberOf(
  cell: Cell | undefined,
  line: number,
  sheets: readonly JoinedSheet[] | undefined,
): number | undefined {
  const text = cellText(cell).trim();
  if (text === '') return undefined;
  const row = numberSheets(text, sheets);
  if (!/^(?:c\d+:|sheet\d+!)?\d+$/.test(row)) {
    throw new FileRejected({
      code: 'correction-mismatch',
      column: CORRECTION_COLUMNS.row,
      value: text,
      variant: 'row',
      message: `"${text}" on line ${line} of the correction is not the number of a row.`,
      suggestion: 'Leave the numbers in this column as they are; for a row that is to be added, leave the cell empty.',
    });
  }
  return [...parseRanges(row)][0];
}
