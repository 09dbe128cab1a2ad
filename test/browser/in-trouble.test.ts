import { join } from 'node:path';
import Database from 'libsql';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { ownDisk } from '../own-disk.ts';
import { serversBelow } from '../queue/redis-server/temporary-home.ts';
import { dropFile } from './drop-file.ts';
import { barriers, outOfReach } from './look-over.ts';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import { readsEnglish, textsOf } from './texts.ts';
import { bringIn, manyVouchers } from './vouchers.ts';

/** Megabytes of the disk that the home is on: twice what bilag wants free. */
const DISK = 512;
const disk = await ownDisk(DISK);
// After bilag has left.
afterAll(() => disk?.remove());
const dashboard = dashboardOffice({ env: disk === undefined ? {} : { BILAG_HOME: disk.path } });
const home = () => disk?.path ?? join(dashboard.office.folder, '.bilag');
const PLACES = ['/', '/new', '/doubt', '/jobs'];

/** In light and dark, and in Norwegian on a telephone: nothing keeps people out, nothing is in English, all can be reached. */
async function lookOver(path: string, there: { readonly en: RegExp; readonly nb: RegExp }): Promise<Page> {
  const kari = await dashboard.person();
  const page = await kari.open(path);
  await page.getByText(there.en).first().waitFor();
  const english = new Set(await textsOf(page));
  expect(await barriers(page), path).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page, ['color-contrast']), `${path}, dark`).toEqual([]);
  await picture(page, path, 'en-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await picture(page, path, 'en');
  const ola = await dashboard.person({ language: 'nb-NO', width: 380, height: 740 });
  const norwegian = await ola.open(path);
  await norwegian.getByText(there.nb).first().waitFor();
  // The service is quoted in its own words.
  const own = (await textsOf(norwegian)).map((text) => text.replace(/«[^»]*»/g, '«»'));
  expect(own.filter((text) => readsEnglish(text, english))).toEqual([]);
  expect(await outOfReach(norwegian), path).toEqual([]);
  expect(await barriers(norwegian), `${path}, in Norwegian`).toEqual([]);
  await picture(norwegian, path, 'nb');
  return page;
}
async function picture(page: Page, path: string, name: string) {
  const shots = process.env['SHOTS'];
  if (shots)
    await page.screenshot({
      path: `${shots}/${path.replaceAll('/', '_').slice(0, 12)}-${there++}-${name}.png`,
      fullPage: true,
    });
}
let there = 0;

/** Where bilag has tried by itself before her, the button is gone. */
const CLICK_MS = 5_000;

inBrowser('a service that rejects the credentials of bilag is said on every page', async () => {
  const id = await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  await dashboard.control('faults', { spec: 'get-401=1,401=1' }, 'PUT');
  await dashboard.ask('/api/imports?job=bookings&name=mars.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: manyVouchers(),
  });
  const said = { en: /rejects bilag|rejects the credentials/, nb: /Regnskapstjenesten avviser/ };
  for (const path of [...PLACES, `/imports/${id}`]) {
    const page = await lookOver(path, said);
    expect(await page.locator('.banner').filter({ hasText: said.en }).count(), path).toBe(1);
  }
  const kari = await dashboard.person();
  // It may have tried by itself between her look and her click.
  kari.expects(/409 \(Conflict\).*\/try/);
  const jobs = await kari.open('/jobs');
  const tryNow = jobs.getByRole('button', { name: 'Try now' });
  await tryNow.waitFor();
  // Somebody replaced the token, and lets bilag try at once.
  await dashboard.control('faults', { spec: '' }, 'PUT');
  await tryNow.click({ timeout: CLICK_MS }).catch((error) => {
    if (!/Timeout|detached/.test(String(error))) throw error;
  });
  await jobs.locator('.banner').waitFor({ state: 'detached' });
});

inBrowser('a Redis that is not responding is said on every page, since when, and what bilag does', async () => {
  const [redis] = serversBelow(home());
  expect(redis).toBeDefined();
  process.kill(redis!, 'SIGSTOP');
  try {
    const page = await lookOver('/jobs', { en: /Redis is not responding/, nb: /Redis svarer ikke/ });
    await page
      .getByText(/files are still received\. bilag continues by itself when Redis is back\. Since \d/)
      .waitFor();
    for (const path of PLACES) {
      await page.goto(path);
      await page.getByRole('status').getByText('Redis is not responding').waitFor();
    }
  } finally {
    process.kill(redis!, 'SIGCONT');
  }
});

inBrowser(
  'a disk that is full is said on every page, since when, and what bilag does until there is room',
  async (test) => {
    if (disk === undefined) return test.skip('a disk of its own can only be mounted by root, on Linux');
    disk.fill();
    const said = /disk is nearly full/;
    const page = await lookOver('/', { en: said, nb: /Disken til bilag er nesten full/ });
    for (const path of PLACES) {
      await page.goto(path);
      await page.getByRole('status').getByText(said).waitFor();
      await page.getByText(/Free up space\. Until then, files may be rejected\. Since \d/).waitFor();
    }
    const kari = await dashboard.person();
    kari.expects(/status of 507/);
    const fresh = await kari.open('/new');
    const drop = () => dropFile(fresh.getByText('Drop files here'), 'mai.csv', manyVouchers(40_001));
    await drop();
    await fresh.getByText('The disk of bilag is full. An administrator has to free up space.').waitFor();
    disk.makeRoom();
    await fresh.locator('.banner').waitFor({ state: 'detached' });
    await drop();
    await fresh.getByRole('button', { name: /^Book 12 vouchers/ }).waitFor();
  },
);

inBrowser('a receipt that does not add up says so before all else, and where', async () => {
  const id = await bringIn(dashboard, 'april.csv', manyVouchers(30_001), 'partly-booked');
  // As if a row, and twelve kroner of an account, had been lost on the way.
  const ledger = new Database(join(home(), 'ledger.db'));
  ledger
    .prepare(
      `update import set rows_read = rows_read + 1,
         file_totals = json_set(file_totals, '$."3000"', cast(cast(file_totals ->> '$."3000"' as integer) - 1200 as text)) where id = ?`,
    )
    .run(id);
  ledger.close();
  await lookOver(`/imports/${id}`, { en: /The receipt does not add up/, nb: /Kvitteringen går ikke opp/ });
});
