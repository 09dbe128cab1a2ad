import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, cellText } from '../../src/core/cell.ts';
import { guarded, unguarded } from '../../src/tabular/formula-guard.ts';
import { writeCsv } from '../../src/tabular/write-csv.ts';
import { temporaryFolder } from './xlsx-building.ts';

const folder = temporaryFolder();
const path = join(folder, 'out.csv');
const read = (delimiter: string): string[][] =>
  parse(readFileSync(path), { delimiter, bom: true, relax_column_count: true });

test('is UTF-8 with byte order mark and CRLF, quoted where needed', async () => {
  await writeCsv(path, ['Konto', 'Beløp'], [['0123', 'a;b']], { delimiter: ';' });
  expect(readFileSync(path)).toEqual(Buffer.from('\uFEFFKonto;Beløp\r\n0123;"a;b"\r\n'));
});

test('every kind of cell comes back as its text', async () => {
  const rows: Cell[][] = [
    ['ja "nei"', 'to\nlinjer', 12.5, true, { kind: 'date', iso: '2026-02-28' }, { kind: 'error', text: '#N/A' }],
    ['', ' a ', -0.1, false, 1e21],
  ];
  await writeCsv(path, ['h'], rows, { delimiter: ',' });
  expect(read(',')).toEqual([
    ['h'],
    ['ja "nei"', 'to\nlinjer', '12.5', 'TRUE', '2026-02-28', '#N/A'],
    ['', ' a ', '-0.1', 'FALSE', '1000000000000000000000'],
  ]);
});

test('texts that a spreadsheet would reckon are disarmed, in the header too; signed numbers stay numbers', async () => {
  const row = ['=1+1', '+cmd', '-A1', '@x', '\tx', '\r=1', '\n=1', '＝1', '＋1', '－A1', '＠x', "'=1", "''=1"];
  const plain = ['-12,50', '+1 000.00', "-1'000", '1 000-', 'a=b', "'67", "l'été", '', -1.5, true];
  await writeCsv(path, ['=h', 'Konto'], [row, plain], { delimiter: ';' });
  const [header, disarmed, left] = read(';');
  expect(header).toEqual(["'=h", 'Konto']);
  expect(disarmed).toEqual(row.map((text) => `'${text}`));
  expect(left).toEqual(plain.map(cellText));
});

test('a text of megabytes that begins like a number is disarmed at once', () => {
  expect(guarded(`-${'1'.repeat(5_000_000)}x`)).toBe(`'-${'1'.repeat(5_000_000)}x`);
});

test('what was disarmed is what it was when it comes back, whatever it was', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '-', '+', '@', '＝', '\t', '\r', '\n', '1', ',', 'a'),
    maxLength: 6,
  });
  fc.assert(
    fc.property(text, (one) => {
      expect(unguarded(guarded(one))).toBe(one);
    }),
  );
});

test('what fails leaves the old file as it was and nothing beside it', async () => {
  await writeCsv(path, ['old'], [], { delimiter: ';' });
  async function* broken(): AsyncGenerator<Cell[]> {
    yield ['a'];
    throw new Error('the ledger went away');
  }
  await expect(writeCsv(path, ['a'], broken(), { delimiter: ';' })).rejects.toThrow('the ledger went away');
  expect(read(';')).toEqual([['old']]);
  expect(readdirSync(folder)).toEqual(['out.csv']);
});
