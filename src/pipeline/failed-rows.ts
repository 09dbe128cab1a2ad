import { type Cell, cellText } from '../domain/cell.ts';
import { addedRow, formatRow, parseRanges } from '../domain/row-ranges.ts';
import { ReadAgain, type Source } from '../domain/table.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { openSource } from '../source/open-source.ts';
import { CORRECTION_COLUMNS } from './correction-columns.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';
import { storedPath } from './stored-file.ts';

/** The failed rows in the file's own shape, with why: what a person mends and gives back. */
export interface FailedRows {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<Cell[]>;
}

/** Texts that the same issue would repeat on every row of an entry stand on its first row only. */
const SOUND_ROW = '';

/**
 * The held and rejected entries of an import, whole: also their sound rows, since an entry is booked whole or not.
 * Rows stand entry by entry, in file order.
 */
export function failedRows(row: ImportRow, ports: PipelinePorts): FailedRows {
  const { findings, imports } = ports.ledger;
  const facts = JSON.parse(row.facts ?? '{"headers":[]}') as PlanFacts;
  const entries = findings.entries(row.num, 'held', 'rejected');
  async function* rows(): AsyncGenerator<Cell[]> {
    const width = facts.headers.length;
    const corrections = imports.corrections(row.num);
    for (const source of [...new Set(entries.map((entry) => entry.source))].sort()) {
      const correction = corrections.find(({ no }) => no === source);
      const waiting = entries.filter((entry) => entry.source === source);
      const wanted = new Set(waiting.flatMap((entry) => [...parseRanges(entry.rows)]));
      const records = await recordsOf(
        storedPath(ports.home, correction?.sha256 ?? row.sha256),
        correction?.file ?? row.file,
        correction === undefined ? facts : (JSON.parse(correction.facts ?? 'null') as PlanFacts) ?? facts,
        correction?.no ?? 0,
        wanted,
      );
      for (const entry of waiting) {
        const problems = findings.problems(row.num, entry.seq);
        for (const [at, line] of [...parseRanges(entry.rows)].entries()) {
          const cells = (records.get(line) ?? []).slice(0, width);
          while (cells.length < width) cells.push('');
          const mine = problems.filter((problem) => problem.row === line || (problem.row === 0 && at === 0));
          const why = mine.map((problem) => `${problem.detail ?? problem.message}${problem.suggestion === null ? '' : ` ${problem.suggestion}`}`);
          yield [...cells, row.id, formatRow(line), why.length === 0 ? SOUND_ROW : why.join('\n')];
        }
      }
    }
  }
  return {
    header: [...facts.headers, CORRECTION_COLUMNS.import, CORRECTION_COLUMNS.row, CORRECTION_COLUMNS.problem],
    rows: rows(),
  };
}

/** The wanted records of a file, by the numbers their rows go by. */
async function recordsOf(path: string, file: string, facts: PlanFacts, correction: number, wanted: ReadonlySet<number>) {
  const found = new Map<number, Cell[]>();
  const column = correction === 0 ? -1 : facts.headers.indexOf(CORRECTION_COLUMNS.row);
  let hint: Readonly<Record<string, string>> = {};
  for (;;) {
    const source = await openSource(path, file, {
      delimiter: facts.delimiter ?? 'auto',
      encoding: correction === 0 ? (facts.encoding ?? 'auto') : 'auto',
      hint,
    });
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
  const table = facts.kind === 'xlsx' ? Math.max(0, source.tables.findIndex(({ name }) => name === facts.sheet)) : 0;
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
