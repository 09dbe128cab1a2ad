import { type Cell, cellText } from '../domain/cell.ts';
import { CORRECTION_COLUMNS } from '../domain/correction-columns.ts';
import { addedRow, formatRow, parseRanges } from '../domain/row-ranges.ts';
import { ReadAgain, type Source } from '../domain/table.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { unguardedSource } from '../source/formula-guard.ts';
import { openSource } from '../source/open-source.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';
import { storedPath } from './stored-file.ts';

/** The failed rows in the file's own shape, with why: what a person mends and gives back. */
export interface FailedRows {
  readonly header: readonly string[];
  /** A sound row has no reason of its own; what is wrong with an entry as a whole stands on its first row. */
  readonly rows: readonly Cell[][];
}

/** A row of an entry that waits, as it stands in its file. */
interface FailedRow {
  /** Under the original's headers. */
  readonly cells: readonly Cell[];
  /** What stood beyond the last column. */
  readonly beyond: readonly Cell[];
  readonly line: number;
  readonly why: string;
}

/**
 * The held and rejected entries of an import, whole: also their sound rows, since an entry is booked whole or not.
 * Rows stand entry by entry, in file order, under the headers of the original.
 */
export async function failedRows(row: ImportRow, ports: PipelinePorts): Promise<FailedRows> {
  const { findings, imports } = ports.ledger;
  const facts = JSON.parse(row.facts ?? '{"headers":[]}') as PlanFacts;
  const entries = findings.entries(row.num, 'held', 'rejected');
  const corrections = imports.corrections(row.num);
  const failed: FailedRow[] = [];
  for (const source of [...new Set(entries.map((entry) => entry.source))].sort((a, b) => a - b)) {
    const correction = corrections.find(({ no }) => no === source);
    const read = correction === undefined ? facts : (JSON.parse(correction.facts!) as PlanFacts);
    const waiting = entries.filter((entry) => entry.source === source);
    const wanted = new Set(waiting.flatMap((entry) => [...parseRanges(entry.rows)]));
    const path = storedPath(ports.home, correction?.sha256 ?? row.sha256);
    const records = await recordsOf(path, correction?.file ?? row.file, read, source, wanted);
    const places = placesOf(facts.headers, read.headers);
    for (const entry of waiting) {
      const problems = findings.problems(row.num, entry.seq);
      for (const [at, line] of [...parseRanges(entry.rows)].entries()) {
        const record = records.get(line) ?? [];
        const mine = problems.filter((problem) => problem.row === line || (problem.row === 0 && at === 0));
        failed.push({
          cells: places.map((place) => record[place] ?? ''),
          beyond: beyondOf(record, read.headers),
          line,
          why: mine
            .map(({ detail, message, suggestion }) => [detail ?? message, suggestion ?? ''].join(' ').trim())
            .join('\n'),
        });
      }
    }
  }
  const surplus = Math.max(0, ...failed.map(({ beyond }) => beyond.length));
  const { import: id, row: number, problem, beyond } = CORRECTION_COLUMNS;
  return {
    header: [...facts.headers, ...Array.from({ length: surplus }, (_, i) => `${beyond} ${i + 1}`), id, number, problem],
    rows: failed.map((one) => [
      ...one.cells,
      ...Array.from({ length: surplus }, (_, i) => one.beyond[i] ?? ''),
      row.id,
      formatRow(one.line),
      one.why,
    ]),
  };
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

/** The wanted records of a file, by the numbers their rows go by. */
async function recordsOf(
  path: string,
  file: string,
  facts: PlanFacts,
  correction: number,
  wanted: ReadonlySet<number>,
) {
  const found = new Map<number, Cell[]>();
  const column = correction === 0 ? -1 : facts.headers.indexOf(CORRECTION_COLUMNS.row);
  let hint: Readonly<Record<string, string>> = {};
  for (;;) {
    const opened = await openSource(path, file, {
      delimiter: facts.delimiter ?? 'auto',
      encoding: correction === 0 ? (facts.encoding ?? 'auto') : 'auto',
      hint,
    });
    const source = correction > 0 && opened.facts.kind === 'csv' ? unguardedSource(opened) : opened;
    try {
      await collect(source, facts, column, correction, wanted, found);
      return found;
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      hint = { ...hint, ...error.hint };
      found.clear();
    } finally {
      await source.close();
    }
  }
}

async function collect(
  source: Source,
  facts: PlanFacts,
  column: number,
  correction: number,
  wanted: ReadonlySet<number>,
  found: Map<number, Cell[]>,
): Promise<void> {
  const table =
    facts.kind === 'xlsx'
      ? Math.max(
          0,
          source.tables.findIndex(({ name }) => name === facts.sheet),
        )
      : 0;
  const named = new Set<number>();
  for await (const { lines, records } of source.chunks(table)) {
    for (let i = 0; i < records.length; i++) {
      if (lines[i]! <= facts.headerLine) continue;
      const text = column < 0 ? '' : cellText(records[i]![column]).trim();
      const number = column < 0 ? lines[i]! : text === '' ? undefined : [...parseRanges(text)][0]!;
      // As the planner numbers them: a second row of the same number is a copy, and was added.
      const row = number === undefined || named.has(number) ? addedRow(correction, lines[i]!) : number;
      if (number !== undefined) named.add(number);
      if (wanted.has(row)) found.set(row, [...records[i]!]);
    }
  }
}
