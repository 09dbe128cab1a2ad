import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { tabTo } from './keyboard.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { asFile, bringIn, expectBooked, type VoucherRow } from './vouchers.ts';

const dashboard = dashboardOffice();
/** What stands in the sandbox by now: the tests of this file book one after the other. */
const booked: VoucherRow[] = [];

/** A voucher whose text does not name its number. */
const voucher = (number: number, amount: string, Dato: string): VoucherRow[] =>
  [
    ['1920', amount],
    ['3000', `-${amount}`],
  ].map(([Konto = '', sum = '']) => ({
    Bilagsnr: `${number}`,
    Dato,
    Konto,
    Tekst: `Salg ${amount}`,
    Beløp: sum,
    'Mva-kode': '',
  }));

/** Books vouchers, and then the same with one more, all dated a week later. @returns rows that came again, the new one, and the second import */
async function datedAnew(first: number) {
  const on = (day: string) => [
    ...voucher(first, `${first},05`, `${day}.03.2026`),
    ...voucher(first + 1, `${first},95`, `${day}.03.2026`),
  ];
  const before = on('02');
  await bringIn(dashboard, `${first}.csv`, asFile(before), 'completed');
  booked.push(...before);
  const again = on('09');
  const fresh = voucher(first + 2, '7,77', '09.03.2026');
  const id = await bringIn(dashboard, `${first}-ny.csv`, asFile([...again, ...fresh]), 'partly-booked');
  booked.push(...fresh);
  return { again, id };
}

const questionOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Problems found' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /on another date/ }) })
    .first();

inBrowser(
  'a question about a file shows both sides, and is answered once by mouse: nothing is booked twice',
  async () => {
    const { id } = await datedAnew(510);
    const kari = await dashboard.person();
    const page = await kari.open(`/imports/${id}/failed`);
    const question = questionOf(page);
    await question
      .getByText(/4 rows in 2 vouchers/)
      .first()
      .waitFor();
    const here = question.getByRole('region', { name: /^In this file: Voucher 510,/ });
    await here.getByText('09.03.2026').first().waitFor();
    const earlier = question.getByRole('region', { name: /^Sent before: 510\.csv: Voucher 510,/ });
    await earlier.getByText('2 Mar 2026').first().waitFor();
    await earlier.getByText('510.05').first().waitFor();

    await question.getByRole('button', { name: 'They are the same vouchers…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/4 rows of 2 vouchers/)
      .first()
      .waitFor();
    const answer = dialog.getByRole('button', { name: /^Answer for 4 rows of 2 vouchers/ });
    // The browser itself asks for the reason first.
    await answer.click();
    expect(
      await dialog.getByLabel('Reason').evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing),
    ).toBe(true);
    await dialog.getByLabel('Reason').fill('the till prints them twice');
    await answer.click();
    await page.getByText('Nothing is on hold any more', { exact: false }).first().waitFor();
    await expectBooked(dashboard, booked);

    await page.goto(`/imports/${id}`);
    await page.getByText('It adds up', { exact: false }).waitFor();
    const history = page.locator('.history');
    await history.getByText(/“They are the same vouchers” for 2 vouchers: the till prints them twice/).waitFor();
    expect(await history.getByRole('listitem').allInnerTexts()).not.toContainEqual(
      expect.stringContaining('date-changed'),
    );
  },
);

inBrowser('the other answer by keyboard alone: all of them are booked', async () => {
  const { again, id } = await datedAnew(520);
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  await tabTo(page, questionOf(page).getByRole('button', { name: 'They are other vouchers…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('numbers begin anew each week');
  await tabTo(page, dialog.getByRole('button', { name: /^Answer for 4 rows of 2 vouchers/ }));
  await page.keyboard.press('Enter');
  await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
  // Two vouchers of one number: `expectBooked` tells vouchers by their numbers.
  booked.push(...again.map((row) => ({ ...row, Bilagsnr: `${row.Bilagsnr} again` })));
  await expectBooked(dashboard, booked);
});

inBrowser('an import that holds nothing but duplicates is headed so, and not as rows with errors', async () => {
  const rows = voucher(530, '530,05', '04.03.2026');
  await bringIn(dashboard, '530.csv', asFile(rows), 'completed');
  booked.push(...rows);
  const id = await bringIn(dashboard, '530-igjen.csv', `${asFile(rows)}\n`, 'partly-booked');
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  await page.getByRole('heading', { level: 1, name: 'Already booked by an earlier import' }).waitFor();
  const { id: mixed } = await datedAnew(540);
  await page.goto(`/imports/${mixed}/failed`);
  await questionOf(page).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Rows with errors' }).waitFor();
});
