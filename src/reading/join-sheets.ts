import type { Cell } from '../core/cell.ts';
import type { Job } from '../core/job.ts';
import { sheetRow } from '../core/row-ranges.ts';
import { normaliseHeader } from '../core/text.ts';
import type { Chunk, Source } from '../tabular/table.ts';
import { mappedColumns } from './mapped-columns.ts';
import type { FoundHeader } from './match-header.ts';

/** A sheet that is read together with others, as one file. */
export interface JoinedSheet {
  /** Its position in the workbook, from 1: rows are numbered by it (`sheetRow`). */
  readonly no: number;
  readonly name: string;
  readonly headerLine: number;
  /** Columns that its own header names. */
  readonly width: number;
  /** For each column of the whole, where it stands in this sheet, -1 where it does not; absent where all stand alike. */
  readonly places?: readonly number[];
}

/**
 * One header for several sheets: the columns of the first, and behind them those that only others have. Columns of the job
 * are the same column whatever each sheet calls them; others are the same by their names.
 */
export function joinHeaders(
  sheets: readonly { readonly table: number; readonly name: string; readonly header: FoundHeader }[],
  job: Job,
): { header: FoundHeader; joined: JoinedSheet[] } {
  const first = sheets[0]!.header;
  const headers = [...first.headers];
  const mapped = mappedColumns(job);
  const allPlaces = sheets.map(({ header }) => {
    const places: number[] = Array.from({ length: headers.length }, () => -1);
    const left = new Map(header.headers.map((name, at) => [at, normaliseHeader(name)]));
    const put = (column: number, at: number) => {
      places[column] = at;
      left.delete(at);
    };
    for (const { headers: accepted } of mapped) {
      const [column, at] = [first.columnOf(accepted), header.columnOf(accepted)];
      if (column >= 0 && column < headers.length && left.has(at)) put(column, at);
    }
    for (const [column, name] of headers.entries()) {
      if (places[column] !== -1) continue;
      const at = [...left].find(([, other]) => other === normaliseHeader(name))?.[0];
      if (at !== undefined) put(column, at);
    }
    for (const at of [...left.keys()]) {
      headers.push(header.headers[at]!);
      put(headers.length - 1, at);
    }
    return places;
  });
  const joined = sheets.map(({ table, name, header }, at): JoinedSheet => {
    const places = headers.map((_, column) => allPlaces[at]![column] ?? -1);
    const width = header.headers.length;
    const isAlike = width === headers.length && places.every((place, column) => place === column);
    return { no: table + 1, name, headerLine: header.line, width, ...(isAlike ? {} : { places }) };
  });
  return { header: { ...first, headers }, joined };
}

/** The records below the headers of several sheets, one sheet behind the other, under one header and with numbers of their own. */
export async function* joinedChunks(source: Source, sheets: readonly JoinedSheet[]): AsyncGenerator<Chunk> {
  for (const { no, name, headerLine, width, places } of sheets) {
    const table = source.tables[no - 1]?.name === name ? no - 1 : source.tables.findIndex((each) => each.name === name);
    for await (const chunk of below(source.chunks(table), headerLine)) {
      const rows = (lines: readonly number[]) => lines.map((line) => sheetRow(no, line));
      yield {
        lines: rows(chunk.lines),
        records: places === undefined ? chunk.records : chunk.records.map((record) => arranged(record, width, places)),
        ...(chunk.hidden === undefined ? {} : { hidden: rows(chunk.hidden) }),
      };
    }
  }
}

/** What stands beyond the sheet's own columns stands beyond all columns, so that it is missed. */
function arranged(record: readonly Cell[], width: number, places: readonly number[]): Cell[] {
  const cells = [...places.map((place) => record[place] ?? ''), ...record.slice(width)];
  while (cells.at(-1) === '') cells.pop();
  return cells;
}

/** The records below the header. */
export async function* below(chunks: AsyncIterable<Chunk>, headerLine: number): AsyncGenerator<Chunk> {
  let above = headerLine > 0;
  for await (const chunk of chunks) {
    if (!above) {
      yield chunk;
      continue;
    }
    const first = chunk.lines.findIndex((line) => line > headerLine);
    if (first < 0) continue;
    above = false;
    const hidden = chunk.hidden?.filter((line) => line > headerLine) ?? [];
    yield {
      lines: chunk.lines.slice(first),
      records: chunk.records.slice(first),
      ...(chunk.endsOpen === true ? { endsOpen: true } : {}),
      ...(hidden.length === 0 ? {} : { hidden }),
    };
  }
}
