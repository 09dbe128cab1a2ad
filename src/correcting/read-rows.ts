import { type Cell, cellText } from '../core/cell.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { addedRow, numberSheets, parseRanges } from '../core/row-ranges.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import { storedPath } from '../ledger/stored-file.ts';
import { below, joinedChunks } from '../reading/join-sheets.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { unguardedSource } from '../tabular/formula-guard.ts';
import { openSource } from '../tabular/open-source.ts';
import { ReadAgain, type Source } from '../tabular/table.ts';

/** A file of an import: the original, or a correction. */
export interface FileOfRows {
  readonly path: string;
  readonly file: string;
  /** How it was read. */
  readonly facts: PlanFacts;
  /** Which file of the import it is: 0 the original, else a correction. */
  readonly source: number;
}

/** A row as it stands in its file. */
export interface RowOfFile {
  /** Under the original's headers. */
  readonly cells: readonly Cell[];
  /** What stood beyond the last column. */
  readonly beyond: readonly Cell[];
}

/**
 * Reads rows of a file of an import, by the numbers that they go by.
 * @param headers of the original
 * @param take may be given a row twice: the file is read again where a later row contradicts what the first ones showed
 */
export async function readRows(
  { path, file, facts, source: correction }: FileOfRows,
  headers: readonly string[],
  wanted: ReadonlySet<number>,
  take: (row: number, found: RowOfFile) => void,
): Promise<void> {
  const column = correction === 0 ? -1 : facts.headers.indexOf(CORRECTION_COLUMNS.row);
  const places = placesOf(headers, facts.headers);
  let hint: Readonly<Record<string, string>> = {};
  for (;;) {
    const opened = await openSource(path, file, {
      delimiter: facts.delimiter ?? 'auto',
      encoding: correction === 0 ? (facts.encoding ?? 'auto') : 'auto',
      hint,
    });
    const source = correction > 0 && opened.facts.kind === 'csv' ? unguardedSource(opened) : opened;
    try {
      const numberOf = numbering(column, correction, facts.sheets);
      const chunks =
        correction === 0 && facts.sheets !== undefined
          ? joinedChunks(source, facts.sheets)
          : below(source.chunks(tableOf(source, facts)), facts.headerLine);
      for await (const { lines, records } of chunks) {
        for (const [at, record] of records.entries()) {
          const row = numberOf(record, lines[at]!);
          if (!wanted.has(row)) continue;
          take(row, { cells: places.map((place) => record[place] ?? ''), beyond: beyondOf(record, facts.headers) });
        }
      }
      return;
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      hint = { ...hint, ...error.hint };
    } finally {
      await source.close();
    }
  }
}

/** Where each header of the original stands in a correction, whose columns a person may have moved. */
function placesOf(original: readonly string[], read: readonly string[]): number[] {
  const taken = new Set<number>();
  return original.map((header) => {
    const place = read.findIndex((other, at) => other === header && !taken.has(at));
    taken.add(place);
    return place;
  });
}

/** What stood beyond the file's last column: there still, or in the columns that an earlier workbook of ours gave it. */
function beyondOf(record: readonly Cell[], headers: readonly string[]): Cell[] {
  const kept = headers.flatMap((header, at) =>
    header.startsWith(CORRECTION_COLUMNS.beyond) ? [record[at] ?? ''] : [],
  );
  const beyond = [...kept, ...record.slice(headers.length)];
  while (beyond.length > 0 && cellText(beyond.at(-1)).trim() === '') beyond.pop();
  return beyond;
}

function tableOf(source: Source, { kind, sheet }: PlanFacts): number {
  const named = kind === 'xlsx' ? source.tables.findIndex(({ name }) => name === sheet) : 0;
  return Math.max(0, named);
}

/** The number that each record of a file goes by, as the planner numbers them. @param column that holds it; -1: its line */
function numbering(
  column: number,
  correction: number,
  sheets: PlanFacts['sheets'],
): (record: readonly Cell[], line: number) => number {
  if (column < 0) return (_, line) => line;
  const named = new Set<number>();
  return (record, line) => {
    const text = cellText(record[column]).trim();
    const number = text === '' ? undefined : [...parseRanges(numberSheets(text, sheets))][0]!;
    // A second row of the same number is a copy, and was added.
    const isAdded = number === undefined || named.has(number);
    if (number !== undefined) named.add(number);
    return isAdded ? addedRow(correction, line) : number;
  };
}

/** The stored files that rows of these entries stand in, the original first, each with its entries. */
export async function filesOfRows<Entry extends Pick<EntryRow, 'source'>>(
  row: ImportRow,
  entries: readonly Entry[],
  { ledger, home }: Pick<PipelinePorts, 'ledger' | 'home'>,
): Promise<(FileOfRows & { readonly waiting: readonly Entry[] })[]> {
  const corrections = await ledger.imports.corrections(row.num);
  return [...new Set(entries.map((entry) => entry.source))]
    .sort((a, b) => a - b)
    .map((source) => {
      const correction = corrections.find(({ no }) => no === source);
      return {
        path: storedPath(home, correction?.sha256 ?? row.sha256),
        file: correction?.file ?? row.file,
        facts: JSON.parse(correction?.facts ?? row.facts!) as PlanFacts,
        source,
        waiting: entries.filter((entry) => entry.source === source),
      };
    });
}
