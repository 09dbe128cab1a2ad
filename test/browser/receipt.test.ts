import { expect } from 'vitest';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import { asFile, bringIn, type VoucherRow } from './vouchers.ts';

const dashboard = dashboardOffice();

inBrowser('a receipt on paper has every account, and nothing to press', async () => {
  const id = await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  const { totals } = await dashboard.ask<{ totals: { accounts: unknown[] } }>(`/api/imports/${id}`);
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}`);
  await page.getByText('It adds up').waitFor();
  const accounts = page.locator('.money tbody tr');
  await accounts.first().waitFor();
  expect(await accounts.count()).toBeLessThan(totals.accounts.length);
  await page.pdf({ format: 'A4' });
  expect(await accounts.count()).toBe(totals.accounts.length);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').count()).toBe(0);
});

type Line = readonly [account: string, amount: string];
const voucher = (number: string, ...lines: readonly Line[]): VoucherRow[] =>
  lines.map(([Konto, amount]) => ({
    Bilagsnr: number,
    Dato: '05.10.2026',
    Konto,
    Tekst: `Salg ${number}`,
    Beløp: amount,
    'Mva-kode': '',
  }));
/** `−1,234.50`, `−1 234,50` and `–` as øre. */
const cents = (text: string) => (text === '–' ? 0 : Number(text.replace('−', '-').replaceAll(/[^\d-]/g, '')));

inBrowser.for(['en-GB', 'nb-NO'] as const)(
  'the figures of an import agree with each other on its page: %s',
  async (language) => {
    const first = language === 'nb-NO' ? '7' : '8';
    const again = voucher(`${first}1`, ['1920', '20,00'], ['3000', '-20,00']);
    await bringIn(dashboard, `${first}-oktober.csv`, asFile(again), 'completed');
    // One is booked already, one names an account that is not there, one stands on both sides of its accounts.
    const rows = [
      ...again,
      ...voucher(`${first}2`, ['1920', '75,50'], ['3015', '-75,50']),
      ...voucher(`${first}3`, ['1920', '1234,00'], ['3000', '-1234,00'], ['1920', '-30,00'], ['3000', '30,00']),
    ];
    const id = await bringIn(dashboard, `${first}-november.csv`, asFile(rows), 'partly-booked');
    const kari = await dashboard.person({ language });
    const page = await kari.open(`/imports/${id}`);
    const nb = language === 'nb-NO';
    // Two on hold: in the sentence, on the button, in the bar, in the steps and in the table of rows.
    await page
      .locator('.say .one')
      .getByText(nb ? '2 bilag' : '2 vouchers are on hold')
      .waitFor();
    expect(await page.locator('.say .btn').textContent()).toContain('2');
    expect(await page.locator('.receipt .legend li').allInnerTexts()).toEqual(
      nb ? ['1 bokført', '2 på vent'] : ['1 booked', '2 on hold'],
    );
    expect(await page.locator('.steps .hold .sub').textContent()).toContain('2');
    await page
      .locator('summary', { hasText: nb ? 'Rader og bilag' : 'Rows and vouchers' })
      .first()
      .click();
    const placed = page.locator('.fold[open] table').first();
    expect(await placed.locator('tbody tr').allInnerTexts()).toEqual(
      (nb
        ? [
            ['bokført', '4', '1'],
            ['på vent', '4', '2'],
          ]
        : [
            ['booked', '4', '1'],
            ['on hold', '4', '2'],
          ]
      ).map(([name, of, n]) => expect.stringMatching(new RegExp(`${name}\\s+${of}\\s+${n}`))),
    );
    // What is on hold is not booked: in the sum, and in its column.
    expect(await page.locator('.sums > div').last().locator('dd').first().textContent()).toBe(nb ? '95,50' : '95.50');
    const table = page.locator('.money');
    const heads = await table.locator('thead th').allInnerTexts();
    expect(heads.slice(1)).toEqual(
      nb ? ['I filen', 'Bokført', 'Ikke bokført'] : ['In the file', 'Booked', 'Not booked'],
    );
    const figures = async (rows: string) =>
      (
        await table
          .locator(rows)
          .evaluateAll((trs) => trs.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.textContent ?? '')))
      ).map((tr) => tr.map(cents));
    const accounts = await figures('tbody tr');
    const [both, debit, credit, balance] = await figures('tfoot tr');
    expect(both).toEqual([6_000, 6_000, 0]);
    for (const at of [0, 1, 2]) {
      const column = accounts.map((each) => each[at]!);
      const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0);
      expect(sum(column.filter((each) => each > 0)) + both![at]!, heads[at + 1]).toBe(debit![at]);
      expect(sum(column.filter((each) => each < 0)) - both![at]!, heads[at + 1]).toBe(credit![at]);
      expect(sum(column), heads[at + 1]).toBe(balance![at]);
    }
    expect(await page.locator('.sums > div').first().locator('dd').first().textContent()).toMatch(
      nb ? /1.359,50/ : '1,359.50',
    );
    expect(debit).toEqual([135_950, 126_400, 9_550]);
  },
);
