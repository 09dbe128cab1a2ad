import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Cell } from '../../../src/core/cell.ts';
import { regroup } from '../../../src/kinds/bookings/regroup.ts';

type Row = readonly [row: number, record: readonly Cell[]];

/** The rows in parts: of each part one row after the other. */
async function regrouped(rows: readonly Row[]): Promise<Row[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-regroup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const table = {
    async *chunks() {
      for (let at = 0; at < rows.length; at += 7) {
        const some = rows.slice(at, at + 7);
        yield { lines: some.map(([row]) => row), records: some.map(([, record]) => record) };
      }
    },
    rowOf: (_: readonly Cell[], line: number) => line,
  };
  const parts: Row[][] = [];
  const part: Row[] = [];
  const keys = { keyOf: (record: readonly Cell[]) => record[0] as string };
  for await (const { records, last } of regroup(table, keys, join(folder, 'scratch'))) {
    for (const [at, record] of records.records.entries()) part.push([records.lines[at]!, record]);
    if (last) parts.push(part.splice(0));
  }
  expect(part).toEqual([]);
  return parts;
}

/** Every row is there as it was, an entry in one part only, and in the order of the file. */
async function expectWhole(rows: readonly Row[]): Promise<Row[][]> {
  const parts = await regrouped(rows);
  const partOf = new Map<Cell, number>();
  for (const [no, part] of parts.entries()) {
    for (const [at, [row, [key]]] of part.entries()) {
      if (!partOf.has(key!)) partOf.set(key!, no);
      if (partOf.get(key!) !== no) throw new Error(`Entry ${key} stands in several parts.`);
      if (at > 0 && part[at - 1]![0] >= row) throw new Error(`Row ${row} stands behind a later one.`);
    }
  }
  const found = parts.flat().sort(([a], [b]) => a - b);
  // Not by toEqual: what differs in so many rows is more than anybody reads.
  expect(found.length).toBe(rows.length);
  const wrong = rows.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(found[at]));
  expect(found[wrong]).toEqual(rows[wrong]);
  return parts;
}

it('gives every row as it was, and all of an entry together', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ø', '€', '😀', '\n', '\r', '\u2028', '"', '\\', ';') });
  const cell: fc.Arbitrary<Cell> = fc.oneof(text, fc.integer(), fc.boolean());
  const record = fc
    .tuple(fc.constantFrom('1', '2', '3', '4'), fc.array(cell, { maxLength: 4 }))
    .map(([key, cells]) => [key, ...cells]);
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 40 }), async (records) => {
      const rows = records.map((each, at): Row => [at + 2, each]);
      await expectWhole(rows);
    }),
    { numRuns: 100 },
  );
});

it('keeps cells that are longer than what waits in memory, and more entries than one file has', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at): Row => {
    const key = String((at * 7) % 9_000);
    return [at + 2, [key, at % 1_000 === 0 ? `${at}${'€'.repeat(100_000)}` : `${at}`]];
  });
  expect((await expectWhole(rows)).length).toBeGreaterThan(1);
});

it('divides a part with too many rows again', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at): Row => [at + 2, [String(at % 100), `${at}`]]);
  expect((await expectWhole(rows)).length).toBeGreaterThan(1);
});
