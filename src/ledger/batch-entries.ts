import type { BatchEntry } from '../domain/batch.ts';

/** Entries of a batch as arrays: a row of their own for each would cost more than all the rest of the plan. SQL reads them by position. */
export function packEntries(entries: readonly BatchEntry[]): string {
  return JSON.stringify(
    entries.map((e) => {
      const packed = [e.seq, e.key, e.rows, e.rowCount, e.date, e.identity, e.content, e.lineCount, e.length];
      return e.twin ? [...packed, 1] : packed;
    }),
  );
}

export function unpackEntries(packed: string): BatchEntry[] {
  type Packed = [number, string, string, number, string, number, string, number, number, number?];
  return (JSON.parse(packed) as Packed[]).map(
    ([seq, key, rows, rowCount, date, identity, content, lineCount, length, twin]) => ({
      seq,
      key,
      rows,
      rowCount,
      date,
      identity,
      content,
      lineCount,
      length,
      ...(twin === undefined ? {} : { twin: true }),
    }),
  );
}
