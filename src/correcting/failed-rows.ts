import { type Cell, cellText } from '../core/cell.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { formatRow, nameSheets, parseRanges, type SheetNames } from '../core/row-ranges.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow, RevisionRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { filesOfRows, type RowOfFile, readRows } from './read-rows.ts';

/** The failed rows in the file's own shape, with why: what a person corrects and gives back. */
interface FailedRows {
  readonly header: readonly string[];
  /** A sound row has no reason of its own; what is wrong with an entry as a whole stands on its first row. */
  readonly rows: readonly Cell[][];
}

/** A row of an entry that waits. */
interface FailedRow extends RowOfFile {
  readonly line: number;
  readonly why: string;
}

/**
 * The held and rejected entries of an import, whole: also their sound rows, since an entry is booked whole or not.
 * Rows stand entry by entry, in file order, under the headers of the original. What was corrected and is not submitted yet
 * stands in its cells: nothing that a person did is lost where she goes on in a spreadsheet.
 */
export async function failedRows(row: ImportRow, ports: PipelinePorts): Promise<FailedRows> {
  const { findings, revisions } = ports.ledger;
  const { headers, sheets } = JSON.parse(row.facts ?? '{"headers":[]}') as PlanFacts;
  const entries = await findings.entries(row.num, 'held', 'rejected');
  const failed: FailedRow[] = [];
  for (const { waiting, ...file } of await filesOfRows(row, entries, ports)) {
    const wanted = new Set(waiting.flatMap((entry) => [...parseRanges(entry.rows)]));
    const found = new Map<number, RowOfFile>();
    await readRows(file, headers, wanted, (line, record) => found.set(line, record));
    for (const entry of waiting) {
      const problems = await findings.problems(row.num, entry.seq);
      const corrected = await revisions.counting(row.num, [entry.seq]);
      for (const [at, line] of [...parseRanges(entry.rows)].entries()) {
        const { cells, beyond } = found.get(line) ?? { cells: headers.map(() => ''), beyond: [] };
        const mine = problems.filter((problem) => problem.row === line || (problem.row === 0 && at === 0));
        const changed = corrected.filter((revision) => revision.row === line);
        failed.push({
          cells: withRevisions(cells, changed),
          beyond,
          line,
          why: [
            ...changed.map(({ column, was }) => `Corrected already: ${headers[column] ?? column + 1} was "${was}".`),
            ...mine.map(({ detail, message, suggestion }) => [detail ?? message, suggestion ?? ''].join(' ').trim()),
          ]
            .map((words) => nameSheets(words, sheets))
            .join('\n'),
        });
      }
    }
  }
  return withOurColumns(row.id, headers, failed, sheets);
}

/** The cells of a row with what was corrected in them. */
export function withRevisions(
  cells: readonly Cell[],
  revisions: readonly Pick<RevisionRow, 'column' | 'became'>[],
): readonly Cell[] {
  if (revisions.length === 0) return cells;
  const corrected = [...cells];
  for (const { column, became } of revisions) corrected[column] = correctedCell(cells[column] ?? '', became);
  return corrected;
}

function withOurColumns(
  importId: string,
  headers: readonly string[],
  failed: readonly FailedRow[],
  sheets: SheetNames,
): FailedRows {
  const surplus = Math.max(0, ...failed.map(({ beyond }) => beyond.length));
  const { import: id, row: number, problem } = CORRECTION_COLUMNS;
  return {
    header: [...correctionHeader(headers, surplus), id, number, problem],
    rows: failed.map(({ cells, beyond, line, why }) => [
      ...cells,
      ...Array.from({ length: surplus }, (_, i) => beyond[i] ?? ''),
      importId,
      nameSheets(formatRow(line), sheets),
      why,
    ]),
  };
}

/** The original's columns, and one for each cell that stood beyond them. */
export function correctionHeader(headers: readonly string[], surplus: number): string[] {
  return [...headers, ...Array.from({ length: surplus }, (_, i) => `${CORRECTION_COLUMNS.beyond} ${i + 1}`)];
}

/** A number as people write one into a cell that holds a number: no grouping, and either decimal mark. */
const PLAIN_NUMBER = /^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/;
/** One or a thousand: as a number it would be one, whatever was meant. */
const MAY_BE_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?$/;

/**
 * A cell as it is after a person typed a text over it. A workbook's numbers, dates and truth values stay what they are
 * where the text is one; all else is text as it was typed, so that leading zeros stay and nothing becomes a formula.
 * @param before what the file holds
 */
export function correctedCell(before: Cell, text: string): Cell {
  if (text === '') return '';
  if (typeof before === 'number')
    return PLAIN_NUMBER.test(text) && !MAY_BE_THOUSANDS.test(text) ? Number(text.replace(',', '.')) : text;
  if (typeof before === 'boolean') return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  if (typeof before !== 'object') return text;
  if (before.kind === 'date') return isDate(text) ? { kind: 'date', iso: text } : text;
  // The text that a person saw stands for the whole cell; another is an amount without its currency.
  if (before.kind === 'money' && text === cellText(before)) return before;
  // Behind a formula that failed nobody knows what there was to be: a number is one where it reads the same.
  const number = Number(text);
  return PLAIN_NUMBER.test(text) && cellText(number) === text ? number : text;
}

/** A day that there is: a workbook would write another for 31 February. */
function isDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const time = Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
