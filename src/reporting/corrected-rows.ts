import { formatRow, parseRanges } from '../core/row-ranges.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** What corrections changed, as the audit trail says it. */
export interface CorrectedRows {
  /** Of one row; empty where none of its cells was corrected. */
  of(row: number): string;
  /** Of an entry as a whole. @param source the correction that its rows stand in; 0: the file itself */
  ofEntry(rows: string, source: number): string;
}

export async function correctedRows(
  num: number,
  headers: readonly string[],
  { imports, revisions }: Pick<Ledger, 'imports' | 'revisions'>,
): Promise<CorrectedRows> {
  const files = new Map((await imports.corrections(num)).map(({ no, file, who }) => [no, `in ${file} by ${who}`]));
  const words = new Map<number, string[]>();
  for (const { row, column, was, became, who } of await revisions.submitted(num)) {
    const name = headers[column] ?? String(column + 1);
    words.set(row, [...(words.get(row) ?? []), `${name}: "${was}" became "${became}", by ${who}`]);
  }
  const of = (row: number) => (words.get(row) ?? []).join('\n');
  return {
    of,
    ofEntry(rows, source) {
      if (source === 0) return '';
      const changed = [...parseRanges(rows)].filter((row) => words.has(row));
      if (changed.length === 0) return files.get(source) ?? '';
      return changed.map((row) => `row ${formatRow(row)}: ${of(row)}`).join('\n');
    },
  };
}
