import { beforeAll, expect } from 'vitest';
import { barriers, outOfReach } from './look-over.ts';
import { bytesOf, dashboardOffice, inBrowser, isBrowserThere } from './open-dashboard.ts';
import { bringIn, manyVouchers } from './vouchers.ts';

const dashboard = dashboardOffice();
const RENT =
  'Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\n401;01.05.2026;6300;Leie;950,05;1\n401;01.05.2026;2400;Hamar;-950,05;\n';
const ids = { planned: '', other: '' };

beforeAll(async () => {
  if (!isBrowserThere) return;
  await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  await bringIn(dashboard, 'mars.csv', manyVouchers(), 'partly-booked');
  ids.planned = await bringIn(dashboard, 'april.csv', manyVouchers(60_001), 'planned', { query: '&dryRun=true' });
  ids.other = await bringIn(dashboard, 'mai.csv', manyVouchers(70_001), 'planned', { query: '&dryRun=true' });
  await dashboard.control('next', { faults: ['reset-after'], path: 'POST /api/biz/journalentries' });
  await bringIn(dashboard, 'leie.csv', RENT, 'in-doubt');
});

inBrowser('what needs her stands first, the most urgent on top, with its money and the way to it', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/');
  const needs = page.getByRole('region', { name: '4 imports need you' });
  const rows = needs.getByRole('listitem');
  await rows.nth(3).waitFor();
  expect(await rows.first().textContent()).toMatch(/Unconfirmed: 1 voucher\s*leie\.csv.*950\.05\s*Answer/s);
  expect(await rows.nth(1).textContent()).toMatch(
    /On hold: 105 vouchers\s*mars\.csv · Account 3015 is unknown · .*Fix/s,
  );
  expect(await rows.nth(2).textContent()).toMatch(/Ready to book: 12 vouchers\s*mai\.csv.*Check/s);
  await needs.getByRole('link', { name: 'Fix (mars.csv)' }).click();
  await page.getByText('Salg nr. 20001').first().waitFor();
});

inBrowser('every import stands under one state and one day, and the counts add up', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/');
  const list = page.getByRole('table', { name: 'Imports, newest first' });
  await list.getByRole('rowheader', { name: /januar\.csv/ }).waitFor();
  expect(await list.getByText('Today', { exact: true }).count()).toBe(1);
  const states = page.getByRole('search');
  for (const [name, files] of Object.entries({
    'On hold 1': ['mars.csv'],
    'Unconfirmed 1': ['leie.csv'],
    'Ready to book 2': ['mai.csv', 'april.csv'],
    'Booked 1': ['januar.csv'],
    Cancelled: [],
    All: ['leie.csv', 'mai.csv', 'april.csv', 'mars.csv', 'januar.csv'],
  })) {
    await states.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => page.locator('.imports .file').allInnerTexts()).toEqual(files);
  }
  const mars = list.getByRole('row', { name: /mars\.csv/ });
  expect(await mars.textContent()).toMatch(/12 booked · 105 on hold/);
  expect(await mars.textContent()).not.toMatch(/Partly/i);
});

inBrowser('a date and a job let through what was received then, and a link shows the same', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/');
  const day = (more: number) =>
    new Date(Date.now() + more * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Oslo' });
  await page.getByLabel('Received to').fill(day(-1));
  await page.getByText('No imports match these filters.').waitFor();
  await page.getByLabel('Received to').fill(day(0));
  await page.getByLabel('Received from').fill(day(0));
  await expect.poll(() => page.locator('.imports .file').count()).toBe(5);
  const again = await kari.open(page.url().slice(dashboard.url.length));
  await expect.poll(() => again.getByLabel('Received to').inputValue()).toBe(day(0));
  await again.getByRole('combobox', { name: 'Job' }).selectOption('payroll');
  await again.getByText('No imports match these filters.').waitFor();
});

inBrowser('what is selected is counted, downloaded together, and cancelled after a question', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/');
  for (const file of ['april.csv', 'mai.csv', 'januar.csv']) await page.getByLabel(`Select ${file}`).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('3 imports').waitFor();
  expect(await barriers(page)).toEqual([]);
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await bar.getByRole('button', { name: 'Download 3 audit trails' }).click();
  await expect.poll(() => names.length).toBe(3);
  expect(new Set(names).size).toBe(3);
  await bar.getByRole('button', { name: 'Cancel 2 imports…' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel 2 imports' });
  await question.getByText('24 unsent vouchers will not be booked').waitFor();
  expect(await question.getByRole('button', { name: 'Cancel 2 imports' }).isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('entered by hand');
  await question.getByRole('button', { name: 'Cancel 2 imports' }).click();
  await question.waitFor({ state: 'detached' });
  for (const id of [ids.planned, ids.other])
    await expect.poll(() => dashboard.ask(`/api/imports/${id}`)).toMatchObject({ state: 'cancelled' });
  await page.getByRole('heading', { name: '2 imports need you' }).waitFor();
  expect(await bar.count()).toBe(0);
});

inBrowser('in Norwegian on a phone, nothing is out of reach', async () => {
  const liv = await dashboard.person({ width: 380, dark: true, language: 'nb-NO' });
  const page = await liv.open('/');
  await page.getByRole('heading', { name: '2 importer venter på deg' }).waitFor();
  expect(await outOfReach(page)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

inBrowser('a voucher is found in every import by its number, an amount or a part of its text', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/');
  const search = page.getByRole('main').getByRole('searchbox');
  const found = page.getByRole('table', { name: 'Vouchers found' });
  await search.fill('nr. 20104');
  await found.getByRole('rowheader', { name: '20104' }).waitFor();
  expect(await found.locator('mark').textContent()).toBe('nr. 20104');
  expect(await found.getByRole('row').nth(1).textContent()).toMatch(/17 Mar 2026.*100\.01.*booked.*mars\.csv/);
  await search.fill('950,05');
  await found.getByText('unconfirmed').waitFor();
  expect(await barriers(page)).toEqual([]);
  await search.fill('20001');
  await found.getByText('on hold').waitFor();
  await found.getByRole('link', { name: '20001' }).click();
  await page.getByRole('grid').getByText('Salg nr. 20001').first().waitFor();
  await page.goto('/?q=finnes+ikke');
  await page.getByText('No voucher with “finnes ikke” was found.').waitFor();
});

inBrowser(
  'from every page the key / goes to a search for vouchers, whose hits stand on the list of imports',
  async () => {
    const kari = await dashboard.person();
    const page = await kari.open('/jobs');
    const search = page.getByRole('searchbox', { name: 'Search vouchers' });
    const found = page.getByRole('table', { name: 'Vouchers found' });
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('nr. 20104');
    await page.keyboard.press('Enter');
    await found.getByRole('rowheader', { name: '20104' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=nr.+20104');
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('nr. 20104');
    expect(await search.inputValue()).toBe('');
    // The next stop of the tab key is in the hits' page, not in the top again.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    // Where something is typed it is a character: in a field, and in a cell.
    await page.getByRole('main').getByRole('searchbox').fill('');
    await page.keyboard.type('1/2');
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('1/2');
    const mars = (await dashboard.ask<{ imports: { import: string; file: string }[] }>('/api/imports?q=mars'))
      .imports[0]!;
    await page.goto(`/imports/${mars.import}/failed`);
    await page.getByRole('gridcell', { name: '3015', exact: true }).first().click();
    await page.locator('td.problem[data-cursor]:focus').waitFor();
    await page.keyboard.press('/');
    expect(await page.getByRole('grid').getByRole('combobox').inputValue()).toBe('/');
    await page.keyboard.press('Escape');
  },
);

inBrowser('on a phone a mark opens the search for vouchers, in Norwegian', async () => {
  const liv = await dashboard.person({ width: 380, language: 'nb-NO' });
  const page = await liv.open('/doubt');
  const search = page.getByRole('searchbox', { name: 'Søk i bilag' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const mark = (await search.boundingBox())!;
  expect([mark.width, mark.height]).toEqual([40, 40]);
  expect(await outOfReach(page)).toEqual([]);
  await search.click();
  expect((await search.boundingBox())!.width).toBeGreaterThan(300);
  expect(await outOfReach(page)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  await search.fill('950,05');
  await search.press('Enter');
  await page.getByRole('table', { name: 'Bilag' }).getByText('leie.csv').waitFor();
  expect((await search.boundingBox())!.width).toBe(40);
  expect(await outOfReach(page)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

inBrowser('what an earlier import booked is said so, and is not at stake', async () => {
  await bringIn(
    dashboard,
    'januar-igjen.csv',
    Buffer.concat([bytesOf('bookings.csv'), Buffer.from('\n')]),
    'partly-booked',
  );
  const kari = await dashboard.person();
  const page = await kari.open('/');
  const row = page
    .getByRole('table', { name: 'Imports, newest first' })
    .getByRole('row', { name: /januar-igjen\.csv/ });
  expect(await row.textContent()).toMatch(/\d already booked(?! · .*on hold)/);
  const need = page.getByRole('listitem').filter({ hasText: 'januar-igjen.csv' });
  expect(await need.textContent()).toMatch(/Already booked: \d+ vouchers.*–.*Answer/s);
});
