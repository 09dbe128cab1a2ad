import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dropFiles } from './drop-file.ts';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { asFile, expectBooked, manyVouchers, rowsOf, UNKNOWN_VOUCHERS, type VoucherRow } from './vouchers.ts';

/** Reads the same columns as `bookings`: only a person knows whose file it is. */
const BRANCH = `kind: bookings
service: branch
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
`;
const CASH = `kind: bookings
service: branch
columns: { entry: Nr, date: Dag, account: Kto, amount: Kroner, description: Hva }
`;
const SERVICES = `services:
  main: { baseUrl: "\${ACCOUNTING_URL}" }
  branch: { baseUrl: "\${ACCOUNTING_URL}", headers: { X-Branch: "2" } }
`;
const dashboard = dashboardOffice({
  files: { 'jobs/branch.yaml': BRANCH, 'jobs/cash.yaml': CASH, 'bilag.yaml': SERVICES },
});
/** What stands in the sandbox by now: the tests of this file book one after the other. */
const booked: VoucherRow[] = [];

const rowOf = (page: Page, file: string) => page.getByRole('row').filter({ hasText: file });
/** Twelve vouchers without an error. */
const soundRows = (first: number) => rowsOf(manyVouchers(first)).slice(5 * UNKNOWN_VOUCHERS, -4);
const inCash = (rows: readonly VoucherRow[]) =>
  asFile(rows).replace('Bilagsnr;Dato;Konto;Tekst;Beløp', 'Nr;Dag;Kto;Hva;Kroner');

/** The job says something else from now on, which changes nothing of its files. */
async function changeJob(name: string, rows: number): Promise<void> {
  const path = join(dashboard.office.folder, 'jobs', name);
  await dashboard.office.write(
    `jobs/${name}`,
    `${await readFile(path, 'utf8')}\n# changed\nlimits: { rows: ${rows} }\n`,
  );
}

inBrowser('each of several files goes under the job that fits it; one that is refused keeps no other', async () => {
  const [mars, april, mai] = [soundRows(20_001), soundRows(30_001), soundRows(40_001)] as const;
  const kari = await dashboard.person();
  kari.expects(/status of 409/);
  const page = await kari.open('/new');
  await dropFiles(page.getByText('Drop files here'), {
    'mars.csv': asFile(mars),
    'kasse.csv': inCash(mai),
    'april.csv': asFile(april),
    'strange.csv': 'Hva;Hvem\nNoe;Noen\n',
  });
  // The job that alone fits is taken, with its service; where two fit nobody chose yet, and nothing is checked.
  await rowOf(page, 'kasse.csv').getByText('12 vouchers will be booked').waitFor();
  await rowOf(page, 'kasse.csv').getByText('in the service branch').waitFor();
  await rowOf(page, 'strange.csv').getByText('No job fits').waitFor();
  const choice = (file: string) => page.getByLabel(`Job for ${file}`);
  expect(await choice('mars.csv').inputValue()).toBe('');
  expect(await choice('mars.csv').locator('option').allTextContents()).toEqual([
    'Choose a job…',
    'bookings · in the service main',
    'branch · in the service branch',
  ]);
  await page.getByText('3 files need you.').waitFor();
  await page.getByRole('button', { name: 'Book 12 vouchers from 1 file' }).waitFor();
  await choice('mars.csv').selectOption('bookings');
  await choice('april.csv').selectOption('branch');
  await rowOf(page, 'april.csv').getByText('12 vouchers will be booked').waitFor();
  const all = page.getByRole('button', { name: 'Book 36 vouchers from 3 files' });
  await all.waitFor();
  expect(await barriers(page)).toEqual([]);
  await expectBooked(dashboard, booked);

  // The first of them is refused when it comes to booking: its job was changed meanwhile.
  await changeJob('bookings.yaml', 4_000_000);
  await all.click();
  await rowOf(page, 'mars.csv').getByText('The job bookings has changed').waitFor();
  await rowOf(page, 'april.csv').getByRole('link', { name: 'Received: open the import' }).waitFor();
  await rowOf(page, 'kasse.csv').getByRole('link', { name: 'Received: open the import' }).waitFor();
  booked.push(...april, ...mai);
  await expect.poll(() => expectBooked(dashboard, booked).then(() => '', String)).toBe('');

  // She looks at it once more, and books it.
  await rowOf(page, 'mars.csv').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Book 12 vouchers from 1 file' }).click();
  await rowOf(page, 'mars.csv').getByRole('link', { name: 'Received: open the import' }).waitFor();
  booked.push(...mars);
  await expect.poll(() => expectBooked(dashboard, booked).then(() => '', String)).toBe('');
  const { imports } = await dashboard.ask<{ imports: { file: string; job: string }[] }>('/api/imports');
  expect(imports.map(({ file, job }) => [file, job]).sort()).toEqual([
    ['april.csv', 'branch'],
    ['kasse.csv', 'cash'],
    ['mars.csv', 'bookings'],
  ]);
});

inBrowser('in Norwegian, on a telephone: one of several files is opened by itself, and the others wait', async () => {
  const [juni, juli] = [soundRows(50_001), soundRows(60_001)] as const;
  const ola = await dashboard.person({ language: 'nb-NO', width: 380, height: 740 });
  const page = await ola.open('/new');
  await dropFiles(page.getByText('Slipp filer her'), { 'juni.csv': inCash(juni), 'juli.csv': asFile(juli) });
  await rowOf(page, 'juni.csv').getByText('12 bilag blir bokført').waitFor();
  await page.getByText('1 fil venter på deg.').waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await outOfReach(page)).toEqual([]);

  await rowOf(page, 'juli.csv').getByRole('button', { name: 'Åpne: juli.csv' }).click();
  await page.getByRole('radio', { name: /^branch / }).check();
  await page.getByRole('button', { name: /^Bokfør 12 bilag/ }).click();
  await rowOf(page, 'juli.csv').getByRole('link', { name: 'Mottatt: åpne importen' }).waitFor();
  booked.push(...juli);
  await expect.poll(() => expectBooked(dashboard, booked).then(() => '', String)).toBe('');

  await page.getByRole('button', { name: 'Bokfør 12 bilag fra 1 fil' }).click();
  await rowOf(page, 'juni.csv').getByRole('link').waitFor();
  booked.push(...juni);
  await expect.poll(() => expectBooked(dashboard, booked).then(() => '', String)).toBe('');
});
