import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/domain/cell.ts';
import { writeCsv } from '../../src/source/write-csv.ts';
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

test('texts that a spreadsheet would reckon are disarmed, signed numbers are left; or nothing is touched', async () => {
  const row = ['=1+1', '+cmd', '-A1', '@x', '\tx', '-12,50', '+1 000.00', "-1'000", '1 000-', 'a=b', '-'];
  await writeCsv(path, ['=h'], [row], { delimiter: ';' });
  const disarmed = ["'=1+1", "'+cmd", "'-A1", "'@x", "'\tx", '-12,50', '+1 000.00', "-1'000", '1 000-', 'a=b', "'-"];
  expect(read(';')).toEqual([["'=h"], disarmed]);
  await writeCsv(path, ['=h'], [row], { delimiter: ';', formulaGuard: false });
  expect(read(';')).toEqual([['=h'], row]);
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
