import { describe, expect, test } from 'vitest';
import { type Books, openBooks } from '../same-entry/books.ts';
import { CODE } from '../same-entry/names.ts';

const job = (columns: string, accounts: string, more = '') => `kind: bookings
columns: { ${columns}, description: Tekst }
defaults: { ${accounts} }
${more}`;
const SALES = 'account: "1945", contraAccount: "3000"';
const FEES = 'account: "7770", contraAccount: "1945"';
/** As the remark words it. */
const WITH_FEE_ONLY = 'skip: [{ field: amount, equals: "" }, { field: amount, equals: "0" }]\n';
const NUMBERED = 'Ref;Dato;Tekst;Brutto;Gebyr;Netto';
const PLAIN = 'Dato;Tekst;Brutto;Gebyr;Netto';
const month = (at: number, isNumbered: boolean) =>
  [
    isNumbered ? NUMBERED : PLAIN,
    ...[
      `05.0${at}.2026;Vipps kafé;100,00;1,75;98,25`,
      `06.0${at}.2026;Vipps butikk;400,00;7,00;393,00`,
      `06.0${at}.2026;Vipps butikk;400,00;7,00;393,00`,
      `07.0${at}.2026;Vipps gavekort;250,00;;250,00`,
      `08.0${at}.2026;Vipps gave;80,00;0,00;80,00`,
    ].map((row, no) => (isNumbered ? `${at}0${no};${row}` : row)),
    '',
  ].join('\n');

async function totals(books: Books): Promise<Record<string, string>> {
  return (await books.booked()).totals;
}

describe('the fees of a settlement that the job maps nowhere', () => {
  test.each([false, true])(
    'are told once, and booked as the remark says; with voucher numbers: %s',
    async (isNumbered) => {
      const entry = isNumbered ? 'entry: Ref, ' : '';
      const own = isNumbered ? 'entry: { column: Ref, series: Gebyr }, ' : '';
      const books = await openBooks({
        jobs: {
          sales: job(`${entry}date: Dato, amount: Brutto`, SALES),
          fees: job(`${own}date: Dato, amount: Gebyr`, FEES, WITH_FEE_ONLY),
        },
      });
      for (const at of [1, 2, 3]) {
        const sales = await books.book(`sales${at}.csv`, month(at, isNumbered), 'sales');
        expect(sales.receipt).toMatchObject({ state: 'completed', rows: { booked: 5 }, mismatches: [] });
        expect(sales.receipt.remarks).toMatchObject([{ code: 'fee-not-booked', column: 'Gebyr', row: '2', rows: 1 }]);
        const { row, receipt } = await books.book(`fees${at}.csv`, month(at, isNumbered), 'fees');
        expect(receipt.issues.map(({ code }) => code)).toEqual(at === 1 ? [CODE.reading] : []);
        if (at === 1) await books.answer(row, CODE.reading, 'different');
        const after = await books.receipt(row);
        expect(after).toMatchObject({ state: 'completed', rows: { booked: 3, skipped: 2 }, mismatches: [] });
        expect(after.remarks ?? []).toEqual([]);
      }
      expect(await totals(books)).toEqual({ '1945': '3642.75', '3000': '-3690.00', '7770': '47.25' });
    },
  );

  test('are negative where the provider writes them so, and booked with negate', async () => {
    const books = await openBooks({
      jobs: {
        sales: job('date: Dato, amount: Brutto', SALES),
        fees: job('date: Dato, amount: Gebyr', FEES, `negate: true\n${WITH_FEE_ONLY}`),
      },
    });
    const file = month(1, false).replace(/;(\d+,\d\d);([^;\n]+)$/gm, (all, fee, net) =>
      fee === '0,00' ? all : `;-${fee};${net}`,
    );
    expect(file).toContain('100,00;-1,75;98,25');
    const { receipt } = await books.book('sales.csv', file, 'sales');
    expect(receipt.remarks).toMatchObject([
      { suggestion: expect.stringContaining('its accounts, negate: true, and skip:') },
    ]);
    const { row } = await books.book('fees.csv', file, 'fees');
    expect((await books.answer(row, CODE.reading, 'different')).rows).toMatchObject({ booked: 3, skipped: 2 });
    expect(await totals(books)).toEqual({ '1945': '1214.25', '3000': '-1230.00', '7770': '15.75' });
  });

  test('would be held under the same voucher numbers: hence the series', async () => {
    const books = await openBooks({
      jobs: {
        sales: job('entry: Ref, date: Dato, amount: Brutto', SALES),
        fees: job('entry: Ref, date: Dato, amount: Gebyr', FEES, WITH_FEE_ONLY),
      },
    });
    await books.book('sales.csv', month(1, true), 'sales');
    const { receipt } = await books.book('fees.csv', month(1, true), 'fees');
    expect(receipt).toMatchObject({ rows: { booked: 0, held: 3 }, issues: [{ code: CODE.series }] });
  });

  test('are told where the net is booked, and of a row that is not skipped', async () => {
    const skip = 'skip: [{ column: Tekst, equals: Vipps kafé }]\n';
    const books = await openBooks({ jobs: { net: job('date: Dato, amount: Netto', SALES, skip) } });
    const { receipt } = await books.book('net.csv', month(1, false), 'net');
    expect(receipt.remarks).toMatchObject([
      { row: '3', message: expect.stringContaining('the job books column Netto. The first is 1.75 (line 2).') },
    ]);
  });

  test('are told once of a file that is booked in two turns, and of one that is planned whole again', async () => {
    const rows = month(1, false).replace('Netto', 'Netto;Konto').split('\n');
    const columns = 'date: Dato, amount: Brutto, account: Konto';
    const known = 'accounts: { kasse: "1945" }\n';
    for (const held of [[2], [3], [1, 2, 3, 4, 5]]) {
      const books = await openBooks({ jobs: { sales: job(columns, 'contraAccount: "3000"') } });
      const file = rows.map((row, at) =>
        at === 0 || row === '' ? row : `${row};${held.includes(at) ? 'kasse' : 1945}`,
      );
      const { row, receipt } = await books.book('sales.csv', file.join('\n'), 'sales');
      expect(receipt.rows).toMatchObject({ held: held.length });
      books.defineJob('sales', job(columns, 'contraAccount: "3000"', known));
      expect(await books.run('retry', row.id)).toMatchObject({ code: 0 });
      const after = await books.receipt(row);
      expect(after.rows).toMatchObject({ booked: 5, held: 0 });
      expect(after.remarks).toMatchObject([{ code: 'fee-not-booked', row: '2', rows: 1 }]);
    }
  });
});
