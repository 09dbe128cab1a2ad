import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser, isBrowserThere } from './open-dashboard.ts';
import type { Person, PersonOptions } from './person.ts';
import { bringIn, manyVouchers } from './vouchers.ts';

/** What stands for a password in an address, in its path and in its query. */
const KEYS = ['9f8a7c61e0b24d35', 'b7d1f0c29a8e4c66'];

const COLUMNS =
  'columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst, vat: Mva-kode }\n';
const JOB = `kind: bookings\n${COLUMNS}`;
/** A service that refuses whoever asks. */
const refusing = createServer((_request, response) => response.writeHead(401).end('{}'));
await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
const { port } = refusing.address() as AddressInfo;

const dashboard = dashboardOffice({
  files: {
    'bilag.yaml': `services:
  main: { baseUrl: "\${ACCOUNTING_URL}", headers: { CompanyKey: Lekeland Hamar AS } }
  kafe: { baseUrl: "http://127.0.0.1:${port}/${KEYS[0]}", headers: { CompanyKey: Mjøsa Kafé AS }, rate: { requests: 60, per: 1m } }
`,
    'jobs/kafe-till.yaml': `${JOB}service: kafe\n`,
    'jobs/lost.yaml': `${JOB}service: main\nfetch: { url: "http://127.0.0.1:${port}/${KEYS[0]}/export.csv?key=${KEYS[1]}", allowPrivate: true }\nschedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }\n`,
    'jobs/nightly.yaml': `${JOB}service: main\nfetch: { path: exports/*.csv }\nschedule: { cron: "30 5 * * *", tz: Europe/Oslo }\n`,
    'jobs/odd.yaml': `${JOB}service: main\nfetch: { path: exports/*.csv }\nschedule: { cron: "0 6 1 * 1", tz: Europe/Oslo }\n`,
    'jobs/quiet.yaml': `${JOB}service: main\n`,
    'jobs/paused.yaml': `${JOB}service: main\n`,
    'jobs/bookings.yaml': `${JOB}service: main\n`,
    'jobs/contacts.yaml': 'kind: contacts\nservice: main\ncolumns: { name: Navn }\n',
    'jobs/custom-fields.yaml': `${JOB}service: main\n`,
    'jobs/bank.yaml': `${JOB}service: main\n`,
    'jobs/english-ledger.yaml': `${JOB}service: main\n`,
    'jobs/members.yaml': 'kind: contacts\nservice: main\ncolumns: { name: Navn }\n',
    'jobs/payroll.yaml': `${JOB}service: main\n`,
    'jobs/till.yaml': `${JOB}service: main\n`,
  },
});
afterAll(() => refusing.close());

const HEAD = 'Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode';
/** Vouchers that can be booked as they are. */
const sound = (...numbers: readonly number[]) =>
  [
    HEAD,
    ...numbers.flatMap((n) => [`${n};01.05.2026;1920;Salg ${n};${n},05;`, `${n};01.05.2026;3000;Salg ${n};-${n},05;`]),
    '',
  ].join('\n');

const upload = (job: string, name: string, body: string | Buffer<ArrayBuffer>) =>
  dashboard.ask<{ import: string }>(`/api/imports?job=${job}&name=${name}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body,
  });
interface Job {
  readonly name: string;
  readonly health: string;
}
const healths = async () =>
  Object.fromEntries(
    (await dashboard.ask<{ jobs: Job[] }>('/api/jobs')).jobs.map(({ name, health }) => [name, health]),
  );

beforeAll(async () => {
  if (!isBrowserThere) return;
  mkdirSync(join(dashboard.office.folder, 'exports'), { recursive: true });
  await bringIn(dashboard, 'januar.csv', sound(1, 2, 3, 4, 5, 6, 7), 'completed');
  await bringIn(dashboard, 'mars.csv', manyVouchers(), 'partly-booked');
  await upload('till', 'till.csv', 'x;y\n1;2\n');
  await upload('members', 'members.csv', 'Navn\nKari Nordmann\nOla Hansen\n');
  await upload('kafe-till', 'kafe.csv', manyVouchers(70_001));
  await dashboard.ask('/api/jobs/paused/pause', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'new payroll system' }),
  });
  await dashboard.control('next', { faults: ['reset-after'], path: 'POST /api/biz/journalentries' });
  await bringIn(dashboard, 'mai.csv', sound(99), 'in-doubt');
  await dashboard.ask('/api/jobs/lost/run', { method: 'POST' });
  await vi.waitFor(
    async () =>
      expect(await healths()).toMatchObject({
        ...{ 'kafe-till': 'failing', lost: 'failing', bookings: 'needs-you', till: 'needs-you', paused: 'paused' },
        ...{ nightly: 'ok', odd: 'ok', quiet: 'ok', members: 'ok' },
      }),
    { timeout: 90_000 },
  );
});

const rowOf = (page: Page, job: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: job, exact: true }) });
async function opened(options: PersonOptions = {}): Promise<{ person: Person; page: Page }> {
  const person = await dashboard.person(options);
  const page = await person.open('/jobs');
  await page.getByText('Mjøsa Kafé AS').first().waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll('.chart').length === 4 && document.querySelector('.ops .facts'),
  );
  return { person, page };
}

inBrowser('the page says first who is in trouble, then each job by its health, in both languages', async () => {
  const { page } = await opened();
  const first = page.locator('main .say').first();
  await first.getByText(/^Mjøsa Kafé AS: credentials rejected since today \d\d:\d\d\.$/).waitFor();
  await first.getByText(/1 job waits\. Nothing is lost\. Replace the token/).waitFor();
  await page.getByText(/^lost: its files could not be fetched \(today \d\d:\d\d\)$/).waitFor();
  const jobs = await page
    .locator('table.jobs tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('.badge')!.textContent, row.querySelector('.file')!.textContent]),
    );
  const order = ['Failing', 'Needs you', 'Paused', 'OK'];
  const ranks = jobs.map(([health]) => order.indexOf(health!));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size).toBe(order.length);
  const texts: Readonly<Record<string, RegExp>> = {
    'kafe-till': /Failing.*Mjøsa Kafé AS.*When a file arrives.*waits: credentials rejected/is,
    lost: /Failing.*Weekdays at 06:00.*from the web.*not fetched.*06:00/is,
    bookings: /Needs you.*1 unconfirmed.*2 imports need you/is,
    till: /Needs you.*rejected: /is,
    paused: /Paused.*Not while paused.*“new payroll system”/is,
    nightly: /OK.*Every day at 05:30.*None yet/is,
    odd: /OK.*0 6 1 \* 1/is,
    members: /OK.*contacts.*2 created/is,
  };
  for (const [job, text] of Object.entries(texts)) expect(await rowOf(page, job).textContent(), job).toMatch(text);
  expect(await rowOf(page, 'members').getByRole('img').getAttribute('aria-label')).toBe(
    '1 booked. The last one: booked',
  );
  const { page: norsk } = await opened({ language: 'nb-NO' });
  expect(await rowOf(norsk, 'lost').textContent()).toMatch(
    /Feiler.*hverdager kl\. 06\.00.*fra nettet.*ikke hentet.*06:00/is,
  );
  expect(await rowOf(norsk, 'kafe-till').textContent()).toMatch(/venter: innlogging avvist/);
  await norsk.getByText(/1 jobb venter\. Ingenting er tapt\./).waitFor();
});

inBrowser('a job is found, and what is not found is said', async () => {
  const { page } = await opened();
  await page.getByRole('searchbox', { name: 'Find a job' }).fill('kafé');
  await expect.poll(() => page.locator('table.jobs tbody tr').count()).toBe(1);
  await rowOf(page, 'kafe-till').waitFor();
  await page.getByRole('searchbox', { name: 'Find a job' }).fill('zzz');
  await page.getByText('No job has this name.').waitFor();
});

inBrowser('a run that was asked for is told of, and what is told does not stay green when it has failed', async () => {
  const { page } = await opened();
  await page.getByRole('button', { name: 'Run now nightly' }).click();
  await page.getByText('nightly: there was nothing new.').waitFor();
  await rowOf(page, 'lost').getByRole('button', { name: 'Run now lost' }).click();
  await page.locator('.notice.bad').getByText('lost: the run failed.').waitFor();
  expect(await page.locator('.notice.good').count()).toBe(0);
  // Paused with a reason, and resumed.
  await page.getByRole('button', { name: 'Pause quiet' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('on holiday');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(async () => rowOf(page, 'quiet').textContent()).toMatch(/Paused.*“on holiday”/s);
  await page.getByText('quiet is paused.').waitFor();
  await rowOf(page, 'quiet').getByRole('button', { name: 'Resume quiet' }).click();
  await expect.poll(async () => rowOf(page, 'quiet').textContent()).toMatch(/^OK/);
  await rowOf(page, 'lost').getByRole('button', { name: 'More of lost: runs, definition' }).click();
  const more = page.getByRole('dialog');
  // Where it is fetched from is shown three times, and nowhere with what keeps others from it.
  const shown = `http://127.0.0.1:${port}/[secret]/export.csv`;
  await more.getByText(`${shown}?key=[secret]`, { exact: true }).waitFor();
  await more.getByText(`${shown} does not`, { exact: false }).first().waitFor();
  await more.getByText(`url: "${shown}?key=[secret]"`, { exact: false }).waitFor();
  expect(dashboard.log()).toContain(shown);
  for (const key of KEYS) for (const text of [await page.content(), dashboard.log()]) expect(text).not.toContain(key);
  expect(await barriers(page)).toEqual([]);
});

inBrowser('the services show what was booked and what failed, over a day, a week and 30 days', async () => {
  const { page } = await opened();
  const main = page.getByRole('region', { name: 'Lekeland Hamar AS' });
  const booked = async () => {
    const [, n] =
      /^([\d,]+) vouchers booked, per/.exec((await main.locator('.chead').first().textContent()) ?? '') ?? [];
    return Number(n?.replaceAll(',', ''));
  };
  const { imports } = await dashboard.ask<{ imports: { job: string; entries?: { booked: number } }[] }>(
    '/api/imports?limit=50',
  );
  const all = imports.reduce((sum, { entries }) => sum + (entries?.booked ?? 0), 0);
  expect(all).toBeGreaterThan(10);
  expect(await booked()).toBe(all);
  await main.getByText(/1 error: 1 × connection cut, last today/).waitFor();
  await main.getByRole('link', { name: '1 batch' }).waitFor();
  for (const [period, per] of [
    ['7 d', '3 hours'],
    ['30 d', '12 hours'],
  ] as const) {
    await page.getByRole('button', { name: period }).click();
    await main.getByText(`vouchers booked, per ${per}`).waitFor();
    expect(await booked()).toBe(all);
  }
  const kafe = page.getByRole('region', { name: 'Mjøsa Kafé AS' });
  await kafe.getByText('Credentials rejected', { exact: true }).waitFor();
  await kafe.getByText('60 per min').waitFor();
  await kafe.getByText(`http://127.0.0.1:${port}/[secret]`, { exact: true }).waitFor({ state: 'attached' });
  expect(await page.content()).not.toContain(KEYS[0]);
  const queues = page.getByRole('region', { name: 'Queues' });
  expect(
    await queues
      .getByRole('row', { name: /^Check files/ })
      .getByRole('cell')
      .nth(3)
      .textContent(),
  ).toBe('1');
  await queues.getByRole('link', { name: 'All of the queues' }).waitFor();
  await page
    .getByRole('region', { name: 'Machine' })
    .getByText(/^answers in \d+ ms, [\d.]+ MB$/)
    .waitFor();
});

inBrowser('nothing keeps people out: light, dark, on a telephone, while it loads and when it fails', async () => {
  for (const options of [{ width: 1440 }, { width: 1024, dark: true }, { width: 380, language: 'nb-NO' }] as const) {
    const { page } = await opened(options);
    expect(await barriers(page)).toEqual([]);
    expect(await outOfReach(page)).toEqual([]);
    const pictures = process.env['BILAG_TEST_PICTURES'];
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `jobs-${options.width}.png`), fullPage: true });
  }
  const kari = await dashboard.person();
  kari.expects(/status of 500/);
  const refused = { error: { code: 'internal', message: 'It can not be read.' } };
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await kari.context.route('**/api/jobs', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: refused });
  });
  const page = await kari.open('/jobs');
  await page.getByText('Loading…').waitFor();
  expect(await barriers(page)).toEqual([]);
  release();
  await page.getByText('Something went wrong in bilag.').waitFor();
  expect(await barriers(page)).toEqual([]);
  // While it still fails: a look of the page itself would take the button away.
  await page.getByRole('button', { name: 'Try again' }).click();
  await kari.context.unroute('**/api/jobs');
  await rowOf(page, 'bookings').waitFor();
  await kari.context.route('**/api/jobs', (route) => route.fulfill({ json: { jobs: [], broken: [] } }));
  await page.getByText('There are no jobs yet.').waitFor();
});
