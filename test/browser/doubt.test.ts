import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { bringIn, expectBooked, manyVouchers, rowsOf, UNKNOWN_VOUCHERS, type VoucherRow } from './vouchers.ts';

const dashboard = dashboardOffice();
/** What stands in the sandbox by now. */
const booked: VoucherRow[] = [];

const rent = (voucher: number) =>
  `Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\n${voucher};01.05.2026;6300;Husleie mai;18 750,05;\n${voucher};01.05.2026;2400;Hamar Eiendom;-18 750,05;\n`;

/** Brings a voucher in whose request meets a fault, so that nobody knows what became of it. */
async function doubtful(voucher: number, fault: string): Promise<VoucherRow[]> {
  await dashboard.control('next', { faults: [fault], path: 'POST /api/biz/journalentries' });
  await bringIn(dashboard, `husleie-${voucher}.csv`, rent(voucher), 'in-doubt');
  return rowsOf(rent(voucher));
}

/** Says what became of a batch, and how one knows. */
async function settle(page: Page, voucher: number, answer: string): Promise<void> {
  await page.getByRole('link', { name: `husleie-${voucher}.csv` }).waitFor();
  await page
    .getByRole('row', { name: /6300.*18,750\.05/ })
    .first()
    .waitFor();
  await page.getByRole('radio', { name: answer }).check();
  await page.getByLabel('How do you know?').fill(`Looked in the journal for ${voucher}`);
  await page.getByRole('button', { name: /^Answer: / }).click();
  await page.getByText('Settled', { exact: true }).waitFor();
}

inBrowser('two doubts are settled, one each way, and everything is booked once', async () => {
  const applied = await doubtful(401, 'reset-after');
  const lost = await doubtful(402, 'reset-before');
  const kari = await dashboard.person({ aheadMs: 0 });
  const page = await kari.open('/doubt');
  await expectBooked(dashboard, applied);
  // Of several there is a list; of one there is the one.
  const item = (voucher: number) => page.getByRole('listitem', { name: `husleie-${voucher}.csv` });
  await item(401).getByRole('link', { name: 'Was this voucher for 18,750.05 booked?' }).click();
  await settle(page, 401, 'It is booked');
  await page.getByRole('link', { name: '1 other is unconfirmed' }).click();
  await item(401).getByText('It was booked. Nothing of it is sent again.').waitFor();
  await item(402).getByRole('link', { name: 'Was this voucher for 18,750.05 booked?' }).click();
  // The service may be at work on it still: what arrives late would be booked twice.
  const notBooked = page.getByRole('radio', { name: 'It is not booked' });
  await page.getByText('You can choose this from', { exact: false }).waitFor();
  expect(await notBooked.isDisabled()).toBe(true);
  await page.clock.fastForward('02:00');
  await expect.poll(() => notBooked.isEnabled()).toBe(true);
  await settle(page, 402, 'It is not booked');
  booked.push(...applied, ...lost);
  for (const voucher of [401, 402]) {
    await page.goto('/');
    const row = page.getByRole('row').filter({ hasText: `husleie-${voucher}.csv` });
    await row.getByText('Booked', { exact: true }).waitFor();
    await row
      .getByRole('link', { name: `husleie-${voucher}.csv` })
      .first()
      .click();
    await page.getByText('It adds up', { exact: false }).waitFor();
    await page.getByText(`Looked in the journal for ${voucher}`, { exact: false }).first().waitFor();
  }
  await expectBooked(dashboard, booked);
});

inBrowser('a wrong answer is corrected: what was said to be booked is sent after all, once', async () => {
  const lost = await doubtful(404, 'reset-before');
  const kari = await dashboard.person();
  const page = await kari.open('/doubt');
  await settle(page, 404, 'It is booked');
  await expectBooked(dashboard, booked);
  await page.getByRole('button', { name: 'Correct this answer…' }).click();
  await page.getByText('It takes the place of what was said before', { exact: false }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(1);
  await page.getByLabel('How do you know?').fill('It is not in the journal');
  await page.getByRole('button', { name: 'Answer: it is not booked', exact: true }).click();
  await page.getByText('It is not in the journal').waitFor();
  await page.getByText('Taken back:', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Correct this answer…' }).waitFor({ state: 'detached' });
  booked.push(...lost);
  await expect.poll(() => expectBooked(dashboard, booked).then(() => true)).toBe(true);
});

inBrowser('marks that turn the direction of writing are seen, in cells and in names of files', async () => {
  const turned = rent(405).replaceAll('Husleie mai', 'faktura \u202Ecod.exe').replaceAll('2400', '3015');
  // Of what is uploaded the browser's name is tidied; in an inbox a file has the name that it has.
  const inbox = join(dashboard.office.folder, 'inbox', 'bookings');
  await mkdir(inbox, { recursive: true });
  await dashboard.office.write('april.csv', turned);
  await rename(join(dashboard.office.folder, 'april.csv'), join(inbox, 'april \u2066vsc\u2069.csv'));
  interface Listed {
    readonly imports: readonly { readonly import: string; readonly file: string; readonly state: string }[];
  }
  const newest = async () => (await dashboard.ask<Listed>('/api/imports?limit=1')).imports[0];
  await expect.poll(newest).toMatchObject({ file: 'april \u2066vsc\u2069.csv', state: 'partly-booked' });
  const { import: id } = (await newest())!;
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  await page.getByRole('gridcell', { name: 'faktura ‹U+202E›cod.exe' }).first().waitFor();
  await page.getByText('1 voucher on hold', { exact: true }).waitFor();
  const liv = await dashboard.person({ language: 'nb-NO' });
  const norwegian = await liv.open(`/imports/${id}`);
  await norwegian.locator('.history').getByText('0 av 1 bilag bokført').waitFor();
  const receipt = await kari.open(`/imports/${id}`);
  await receipt.locator('.history').getByText('0 of 1 voucher booked').waitFor();
  await receipt.getByRole('heading', { level: 1, name: 'april ‹U+2066›vsc‹U+2069›.csv' }).waitFor();
  const list = await kari.open('/');
  await list.getByRole('rowheader', { name: /april ‹U\+2066›vsc‹U\+2069›\.csv/ }).waitFor();
  for (const each of [page, norwegian, receipt, list]) {
    const text = await each.locator('body').textContent();
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    // Nothing of it is booked, so that it is not partly booked either.
    expect(text).not.toMatch(/partly booked|delvis bokført/i);
  }
});

inBrowser('what one does in a tab is seen in another, and nothing moves there', async () => {
  const text = manyVouchers(50_001);
  const id = await bringIn(dashboard, 'april.csv', text, 'partly-booked');
  const kari = await dashboard.person();
  const per = await dashboard.person();
  const list = await kari.open('/');
  const row = list.getByRole('row').filter({ hasText: 'april.csv' });
  await row.getByRole('link', { name: /on hold/ }).waitFor();
  const failed = await kari.open(`/imports/${id}/failed`);
  await failed.getByRole('grid').getByText('Voucher 50001').first().waitFor();
  const doubts = await kari.open('/doubt');
  await doubts.getByText('Nothing is unconfirmed.').waitFor();
  const before = await row.boundingBox();

  // Another person mends one account for all rows.
  const at = await per.open(`/imports/${id}/failed`);
  await at.getByRole('button', { name: 'Use another account…' }).click();
  await at.getByLabel('Account to use instead').fill('3000');
  await at
    .getByRole('dialog')
    .getByRole('button', { name: /^Correct / })
    .click();
  await at.getByRole('button', { name: /^Book .* corrected/ }).click();
  await at
    .getByRole('dialog')
    .getByRole('button', { name: /^Book / })
    .click();

  await row.getByRole('link', { name: /^2 on hold/ }).waitFor();
  await failed.getByRole('heading', { name: /3015/ }).waitFor({ state: 'detached' });

  // And brings another file in, which ends in doubt.
  await doubtful(403, 'reset-after');
  await list.getByRole('button', { name: /^1 new import/ }).waitFor();
  await doubts.getByRole('link', { name: 'husleie-403.csv' }).waitFor();
  expect(await row.boundingBox()).toEqual(before);
  expect(await list.getByRole('row').filter({ hasText: 'husleie-403.csv' }).count()).toBe(0);
  await list.getByRole('button', { name: /^1 new import/ }).click();
  await list.getByRole('row').filter({ hasText: 'husleie-403.csv' }).waitFor();

  const mended = rowsOf(text).map((each) => (each.Konto === '3015' ? { ...each, Konto: '3000' } : each));
  booked.push(...mended.slice(0, 5 * UNKNOWN_VOUCHERS + 24), ...rowsOf(rent(403)));
  await expectBooked(dashboard, booked);
});
