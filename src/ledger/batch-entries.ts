import type { BatchEntry, KnownBy } from '../domain/batch.ts';

/** By what, the hash of the value, and whether the job matches by it. */
type PackedKnown = [KnownBy['by'], number, 0 | 1];

/** Entries of a batch as arrays: a row of their own for each would cost more than all the rest of the plan. SQL reads them by position. */
export function packEntries(entries: readonly BatchEntry[]): string {
  return JSON.stringify(
    entries.map((e) => {
      const packed = [e.seq, e.key, e.rows, e.rowCount, e.date, e.identity, e.content, e.lineCount, e.length];
      if (e.known !== undefined) {
        const known = e.known.map(({ by, identity, matched }) => [by, identity, matched ? 1 : 0]);
        return [...packed, e.twin ? 1 : 0, known];
      }
      return e.twin ? [...packed, 1] : packed;
    }),
  );
}

export function unpackEntries(packed: string): BatchEntry[] {
  type Packed = [number, string, string, number, string, number, string, number, number, number?, PackedKnown[]?];
  return (JSON.parse(packed) as Packed[]).map(
    ([seq, key, rows, rowCount, date, identity, content, lineCount, length, twin = 0, known]) => ({
      seq,
      key,
      rows,
      rowCount,
      date,
      identity,
      content,
      lineCount,
      length,
      ...(twin === 0 ? {} : { twin: true }),
      ...(known && { known: known.map(([by, of, matched]) => ({ by, identity: of, matched: matched === 1 })) }),
    }),
  );
}
