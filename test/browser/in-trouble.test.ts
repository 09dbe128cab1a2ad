import { join } from 'node:path';
import Database from 'libsql';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { serversBelow } from '../queue/redis-server/temporary-home.ts';
import { barriers, outOfReach } from './look-over.ts';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import { readsEnglish, textsOf } from './texts.ts';
import { bringIn, manyVouchers } from './vouchers.ts';

const dashboard = dashboardOffice();

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
  expect((await textsOf(norwegian)).filter((text) => readsEnglish(text, english))).toEqual([]);
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

inBrowser('a service that rejects the credentials of bilag is said on every page', async () => {
  const id = await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  await dashboard.control('faults', { spec: 'get-401=1,401=1' }, 'PUT');
  await dashboard.ask('/api/imports?job=bookings&name=mars.csv', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: manyVouchers(),
  });
  const said = { en: /rejects bilag|rejects the credentials/, nb: /Regnskapstjenesten avviser/ };
  for (const path of ['/', '/new', '/doubt', '/jobs', `/imports/${id}`]) {
    const page = await lookOver(path, said);
    expect(await page.locator('.banner').filter({ hasText: said.en }).count(), path).toBe(1);
  }
  await dashboard.control('faults', { spec: '' }, 'PUT');
  // Somebody replaced the token, and lets bilag try at once.
  const jobs = await (await dashboard.person()).open('/jobs');
  await jobs.getByRole('button', { name: 'Try now' }).click();
  await jobs.locator('.banner').waitFor({ state: 'detached' });
});

inBrowser('a check of the machine that failed is said on the page of jobs, and what to do', async () => {
  const [redis] = serversBelow(dashboard.office.folder);
  expect(redis).toBeDefined();
  process.kill(redis!, 'SIGSTOP');
  try {
    await lookOver('/jobs', { en: /Redis is not responding/, nb: /Redis svarer ikke/ });
  } finally {
    process.kill(redis!, 'SIGCONT');
  }
});

inBrowser('a receipt that does not add up says so before all else, and where', async () => {
  const id = await bringIn(dashboard, 'april.csv', manyVouchers(30_001), 'partly-booked');
  // As if a row, and twelve kroner of an account, had been lost on the way.
  const ledger = new Database(join(dashboard.office.folder, '.bilag', 'ledger.db'));
  ledger
    .prepare(
      `update import set rows_read = rows_read + 1,
         file_totals = json_set(file_totals, '$."3000"', cast(cast(file_totals ->> '$."3000"' as integer) - 1200 as text)) where id = ?`,
    )
    .run(id);
  ledger.close();
  await lookOver(`/imports/${id}`, { en: /The receipt does not add up/, nb: /Kvitteringen går ikke opp/ });
});
