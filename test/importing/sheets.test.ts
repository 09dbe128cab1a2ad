import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedRows } from '../../src/correcting/failed-rows.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as SkipModule from '../../src/correcting/skip.ts';
import { trailOf } from '../../src/reporting/trail.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { collect, load, type Office, openOffice } from './office.ts';

const { correctImport, retryImport } = await load<typeof RetryModule>('correcting/retry.js');
const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

/** Several sheets of a workbook are one file: each row is booked once, and called by its sheet and row. */
const COLUMNS = 'columns: { entry: [Bilagsnr, Nr], date: Dato, account: Konto, amount: Beløp, description: Tekst }';
const JOBS = {
  all: `kind: bookings\nfile: { sheets: all, hidden: take }\n${COLUMNS}\n`,
  skipping: `kind: bookings\nfile: { sheets: all, hidden: skip }\n${COLUMNS}\n`,
  asking: `kind: bookings\nfile: { sheets: all }\n${COLUMNS}\n`,
};

interface Voucher {
  readonly key: number;
  readonly amount: number;
  readonly wrong: boolean;
  readonly hidden: boolean;
}
interface SheetOf {
  readonly name: string;
  /** Rows above the header. */
  readonly above: number;
  /** The order of the columns, and what the first is called. */
  readonly columns: readonly number[];
  readonly key: 'Bilagsnr' | 'Nr';
  readonly vouchers: readonly Voucher[];
}

const NAMES = ['Januar', 'Februar, bank', 'Mars-2026', 'Q2', "Kari's ark", '4. kvartal'];
const workbooks = (hidden: fc.Arbitrary<boolean>): fc.Arbitrary<SheetOf[]> =>
  fc
    .array(
      fc.record({
        above: fc.integer({ min: 0, max: 3 }),
        columns: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        key: fc.constantFrom('Bilagsnr' as const, 'Nr' as const),
        vouchers: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 9_999 }), wrong: fc.boolean(), hidden }), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
      { minLength: 2, maxLength: NAMES.length },
    )
    .map((sheets) => {
      let key = 0;
      return sheets.map((sheet, at) => ({
        ...sheet,
        name: NAMES[at]!,
        vouchers: sheet.vouchers.map((voucher) => ({ ...voucher, key: ++key })),
      }));
    });

/** The workbook, and where each voucher stands in it. */
async function write(sheets: readonly SheetOf[]): Promise<{ bytes: Buffer; places: Map<number, string[]> }> {
  const book = new ExcelJS.Workbook();
  const places = new Map<number, string[]>();
  book.addWorksheet('Notater').addRow(['Husk å ringe banken']);
  for (const { name, above, columns, key, vouchers } of sheets) {
    const sheet = book.addWorksheet(name);
    const add = (cells: readonly ExcelJS.CellValue[]) => sheet.addRow(columns.map((column) => cells[column] ?? null));
    for (let row = 0; row < above; row++) sheet.addRow([`Utskrift ${row}`]);
    add([key, 'Dato', 'Konto', 'Beløp', 'Tekst', `Merknad ${name}`]);
    for (const voucher of vouchers) {
      const account = voucher.wrong ? '9' : '3000';
      const first = add([voucher.key, '05.01.2026', '1920', voucher.amount, `Bilag ${voucher.key}`, 'x']);
      const second = add([voucher.key, '05.01.2026', account, -voucher.amount, `Bilag ${voucher.key}`]);
      if (voucher.hidden) first.hidden = second.hidden = true;
      places.set(voucher.key, [`${name}!${first.number}`, `${name}!${second.number}`]);
    }
  }
  return { bytes: Buffer.from(await book.xlsx.writeBuffer()), places };
}

const keysOf = (texts: readonly string[]) =>
  texts.map((text) => Number(text.replace('Bilag ', ''))).sort((a, b) => a - b);

async function bookedKeys(office: Office): Promise<number[]> {
  return keysOf(await office.texts());
}

describe('several sheets', () => {
  it('are booked once each, and rows are named by sheet and row, until all is corrected', async () => {
    await fc.assert(
      fc.asyncProperty(workbooks(fc.boolean()), async (sheets) => {
        const office = await openOffice({ jobs: JOBS });
        try {
          const { bytes, places } = await write(sheets);
          const vouchers = sheets.flatMap((sheet) => sheet.vouchers);
          const { row, receipt } = await office.book('ark.xlsx', bytes, 'all');
          const wrong = vouchers.filter((voucher) => voucher.wrong).map(({ key }) => key);
          const sound = vouchers.filter((voucher) => !voucher.wrong).map(({ key }) => key);
          const hidden = 2 * vouchers.filter((voucher) => voucher.hidden).length;
          expect(await bookedKeys(office)).toEqual(sound);
          expect(receipt.mismatches).toEqual([]);
          expect(receipt.rows.read).toBe(2 * vouchers.length);
          expect(receipt.hidden).toEqual(hidden === 0 ? undefined : { rows: hidden, are: 'taken' });
          const imported = await office.ledger.imports.byNum(row.num);
          // The trail names each row by its sheet.
          const named = new Map(
            (await collect(trailOf(imported, office.ports).rows)).map((cells) => [Number(cells[0]), cells[1]]),
          );
          for (const [key, [first, second]] of places) {
            expect(named.get(key)).toBe(`${first}-${second!.slice(second!.lastIndexOf('!') + 1)}`);
          }
          if (wrong.length === 0) return;
          const [issue] = receipt.issues;
          expect(issue).toMatchObject({ code: 'account-unknown', row: places.get(wrong[0]!)![1] });
          const failed = await failedRows(imported, office.ports);
          const [number, key, account] = [-2, 0, 0].map((_, at) =>
            at === 0
              ? failed.header.length - 2
              : failed.header.findIndex((name) => (at === 1 ? /^(Bilagsnr|Nr)$/ : /^Konto$/).test(name)),
          ) as [number, number, number];
          for (const [at, cells] of failed.rows.entries()) {
            expect(cells[number]).toBe(places.get(Number(cells[key]))![at % 2]);
          }
          // A retry changes nothing, and a corrected workbook books what waits, once.
          await retryImport(imported, office.ports);
          await office.plan(row);
          await office.post(row);
          expect(await bookedKeys(office)).toEqual(sound);
          const path = `${office.folder}/failed.xlsx`;
          const mended = failed.rows.map((cells) =>
            cells.map((cell, at) => (at === account && cell === '9' ? '3000' : cell)),
          );
          await writeWorkbook(path, 'failed', failed.header, mended);
          await correctImport(
            await office.ledger.imports.byNum(row.num),
            path,
            'failed.xlsx',
            await office.ports.job('all'),
            office.ports,
          );
          await office.plan(row);
          await office.post(row);
          expect(await bookedKeys(office)).toEqual(vouchers.map((voucher) => voucher.key));
          expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
        } finally {
          await office.close();
        }
      }),
      { numRuns: 12 },
    );
  });

  it('with rows that are hidden are skipped or asked about as the job says, and counted', async () => {
    await fc.assert(
      fc.asyncProperty(workbooks(fc.boolean()), async (sheets) => {
        const office = await openOffice({ jobs: JOBS });
        try {
          const { bytes, places } = await write(
            sheets.map((sheet) => ({
              ...sheet,
              vouchers: sheet.vouchers.map((voucher) => ({ ...voucher, wrong: false })),
            })),
          );
          const vouchers = sheets.flatMap((sheet) => sheet.vouchers);
          const hidden = vouchers.filter((voucher) => voucher.hidden);
          const asked = await office.book('spurt.xlsx', bytes, 'asking');
          if (hidden.length > 0) {
            expect(asked.receipt).toMatchObject({
              state: 'rejected',
              reason: { code: 'rows-hidden', value: String(2 * hidden.length) },
            });
            expect(asked.receipt.reason?.message).toContain(places.get(hidden[0]!.key)![0]);
          } else expect(asked.receipt.state).toBe('completed');
          if (hidden.length === 0) return;
          const { receipt } = await office.book('hoppet.xlsx', bytes, 'skipping');
          expect(receipt.mismatches).toEqual([]);
          expect(receipt.rows).toMatchObject({ read: 2 * vouchers.length, skipped: 2 * hidden.length });
          expect(receipt.hidden).toEqual({ rows: 2 * hidden.length, are: 'skipped' });
          expect(await bookedKeys(office)).toEqual(vouchers.filter((voucher) => !voucher.hidden).map(({ key }) => key));
        } finally {
          await office.close();
        }
      }),
      { numRuns: 8 },
    );
  });

  it('with a voucher that a person skips: the next file that has it is asked about', async () => {
    const office = await openOffice({ jobs: JOBS });
    const vouchers = [{ key: 1, amount: 10, wrong: true, hidden: false }];
    const sheets: SheetOf[] = [
      { name: 'Januar', above: 0, columns: [0, 1, 2, 3, 4, 5], key: 'Nr', vouchers },
      { name: 'Q2', above: 0, columns: [0, 1, 2, 3, 4, 5], key: 'Nr', vouchers: [{ ...vouchers[0]!, key: 2 }] },
    ];
    const { row } = await office.book('ark.xlsx', (await write(sheets)).bytes, 'all');
    const imported = await office.ledger.imports.byNum(row.num);
    await skipEntries(imported, 'private', { filter: {}, expect: { entries: 2, rows: 4 } }, office.ports);
    const again = await write([
      ...sheets,
      { ...sheets[0]!, name: 'Mars-2026', vouchers: [{ ...vouchers[0]!, key: 3 }] },
    ]);
    office.defineJob('all', `${JOBS.all}accounts: { "9": "3000" }\n`);
    const { receipt } = await office.book('igjen.xlsx', again.bytes, 'all');
    expect(receipt.entries).toMatchObject({ booked: 1, held: 2 });
    expect(receipt.issues).toMatchObject([{ code: 'skipped-before', row: 'Januar!2' }]);
  });

  it('that were planned are read again by a retry, though the job says others by then', async () => {
    const office = await openOffice({ jobs: JOBS });
    const sheet = (name: string, key: number, wrong: boolean): SheetOf => ({
      name,
      above: 0,
      columns: [0, 1, 2, 3, 4, 5],
      key: 'Bilagsnr',
      vouchers: [{ key, amount: key, wrong, hidden: false }],
    });
    const { bytes } = await write([sheet('Januar', 1, true), sheet('Februar', 2, true)]);
    office.defineJob('all', `kind: bookings\nfile: { sheet: Februar }\n${COLUMNS}\n`);
    const { row } = await office.book('ark.xlsx', bytes, 'all');
    office.defineJob('all', `kind: bookings\nfile: { sheets: all }\n${COLUMNS}\naccounts: { "9": "3000" }\n`);
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await office.plan(row);
    await office.post(row);
    expect(await bookedKeys(office)).toEqual([2]);
  });
});
