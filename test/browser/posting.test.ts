import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { bringIn, expectBooked, rowsOf, type VoucherRow } from './vouchers.ts';

/** Requests that book, which wait until the test lets them go. */
const held: (() => void)[] = [];
let isOpen = false;
/** The service, slowed down: it answers to the test. */
const gate = createServer((asked, response) => {
  const pass = () => {
    const { method, headers, url } = asked;
    const passed = ask(dashboard.sandbox.url + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  };
  if (!isOpen && asked.method === 'POST' && asked.url!.startsWith('/api/biz/journalentries')) held.push(pass);
  else pass();
});
await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
const { port } = gate.address() as AddressInfo;

/** Two vouchers a request, one request at a time: the test says how far it is. */
const JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
batch: { entries: 2, concurrency: 1 }
`;
// When bilag has left.
afterAll(() => gate.close());
const dashboard = dashboardOffice({
  files: { 'jobs/slow.yaml': JOB },
  env: { ACCOUNTING_URL: `http://127.0.0.1:${port}` },
});
afterAll(() => {
  isOpen = true;
  for (const pass of held.splice(0)) pass();
});

/** Lets the next request go. */
async function letGo(): Promise<void> {
  await expect.poll(() => held.length).toBe(1);
  held.shift()!();
}

const SOUND = 9;
const ALL = SOUND + 1;
/** Øre of each voucher: what is booked says how many are. */
const EACH = 100_01;
/** Nine vouchers of the same amount, and one to an account that is not there. */
const FILE = `Bilagsnr;Dato;Konto;Tekst;Beløp\r\n${Array.from({ length: ALL }, (_, at) => {
  const number = 601 + at;
  const row = (account: string, amount: string) => `${number};05.06.2026;${account};Salg ${number};${amount}\r\n`;
  return row('1920', '100,01') + row(at === SOUND ? '3015' : '3000', '-100,01');
}).join('')}`;
const rows: VoucherRow[] = rowsOf(FILE).map((row) => ({ ...row, 'Mva-kode': '' }));
const first = (vouchers: number) => rows.slice(0, 2 * vouchers);

/** All that a screen says of how many are booked, as figures; of money how many vouchers it comes to. */
type Said = Readonly<Record<string, number>>;
declare global {
  interface Window {
    /** What was painted, each frame that differs from the one before. */
    painted: Said[];
  }
}

/** From now on keeps what each frame says, so that no moment is missed between two looks. */
async function watch(page: Page): Promise<void> {
  await page.evaluate((each) => {
    window.painted = [];
    const number = (text: string | null | undefined) => Number(text?.replaceAll(/[^\d.]/g, ''));
    const first = (at: string) => document.querySelector(at)?.textContent ?? '';
    const of = (pattern: RegExp, text: string) => number(pattern.exec(text)?.[1] ?? '0');
    const cents = (text: string) => Math.round(100 * number(text.replace('–', '0')));
    const look = (): Said => {
      const booked = [...document.querySelectorAll('.money tbody tr, .money tfoot tr:not(.both)')].map((row) => ({
        name: row.querySelector('th')?.textContent?.slice(0, 4),
        sum: cents([...row.querySelectorAll('td')].find((td) => td.dataset['th'] === 'Booked')?.textContent ?? ''),
      }));
      const tile = document.querySelector('.sums .dot.booked')?.closest('div');
      return {
        sentence: of(/(\d+) of \d+ vouchers/, first('.say .one')),
        bar: of(/(\d+) booked/, document.querySelector('.receipt svg.bar')?.getAttribute('aria-label') ?? ''),
        legend: of(/(\d+) booked/, first('.receipt .legend')),
        step: of(/(\d+) of \d+ vouchers/, first('.steps')),
        rows: number([...document.querySelectorAll('.fold tbody tr:first-child td')].at(1)?.textContent),
        tile: of(/^(\d+) voucher/, tile?.querySelector('.sub')?.textContent ?? ''),
        'sum of the tile': cents(tile?.querySelector('dd')?.textContent ?? '') / each,
        ...Object.fromEntries(
          booked.filter(({ name }) => name !== 'Bala' && name !== '3015').map(({ name, sum }) => [name, sum / each]),
        ),
      };
    };
    let before = '';
    const frame = () => {
      const said = look();
      if (JSON.stringify(said) !== before) window.painted.push(said);
      before = JSON.stringify(said);
      requestAnimationFrame(frame);
    };
    frame();
  }, EACH);
}

/** What the frames painted since the last look say, each as one figure where all in it agree. */
async function painted(page: Page): Promise<(number | Said)[]> {
  const frames = await page.evaluate(() => window.painted.splice(0));
  return frames.map((said) => {
    const [figure, ...others] = new Set(Object.values(said));
    return others.length === 0 ? figure! : said;
  });
}

inBrowser(
  'while it posts all figures of a screen are of one moment; what is cancelled then is booked only where somebody says so',
  async () => {
    const id = await bringIn(dashboard, 'juni.csv', FILE, 'posting', { job: 'slow' });
    const kari = await dashboard.person();
    const page = await kari.open(`/imports/${id}`);
    const sentence = page.locator('.say .one');
    await sentence.getByText(`Posting: 0 of ${ALL} vouchers are booked.`).waitFor();
    await page.locator('summary').filter({ hasText: 'Rows and vouchers' }).click();
    await watch(page);
    for (const booked of [2, 4, 6]) {
      await letGo();
      await sentence.getByText(`Posting: ${booked} of ${ALL} vouchers are booked.`).waitFor();
    }
    // The voucher on hold is not counted as settled, neither before nor behind the others.
    expect(await painted(page)).toEqual([0, 2, 4, 6]);
    await expectBooked(dashboard, first(6));

    // One request is under way, and comes to its end.
    await expect.poll(() => held.length).toBe(1);
    await page.getByRole('button', { name: 'Cancel what is not sent…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('What is booked stays booked').waitFor();
    await dialog.getByLabel('Reason').fill('wrong month');
    await dialog.getByRole('button', { name: 'Cancel what is not sent' }).click();
    await page.getByText('Cancelled: 1 voucher will not be sent, 2 are on the way.').waitFor();
    isOpen = true;
    await letGo();
    await page.locator('.badge').getByText('Cancelled, partly booked', { exact: true }).waitFor();
    const list = await kari.open('/');
    await list
      .getByRole('row')
      .filter({ hasText: 'juni.csv' })
      .getByText('Cancelled, partly booked', { exact: true })
      .waitFor();
    await expectBooked(dashboard, first(8));

    // Somebody creates the account, and tries again what waits for it: what was cancelled is left alone.
    await dashboard.control('accounts', [{ AccountNumber: 3015, AccountName: 'Salg kiosk', VatTypeID: null }]);
    await page.getByRole('button', { name: 'Try again…' }).click();
    await dialog.getByText('1 voucher (2 rows) will be checked again').waitFor();
    const include = dialog.getByRole('checkbox', { name: 'Include 1 cancelled voucher (2 rows)' });
    expect(await include.isChecked()).toBe(false);
    await include.check();
    await dialog.getByText('2 vouchers (4 rows) will be checked again').waitFor();
    await dialog.getByRole('button', { name: 'Try 2 vouchers again' }).waitFor();
    await include.uncheck();
    await dialog.getByRole('button', { name: 'Try 1 voucher again' }).click();
    await page.locator('.steps').getByText(`9 of ${ALL} vouchers booked`).waitFor();
    await page.locator('.badge').getByText('On hold', { exact: true }).waitFor();
    await expectBooked(dashboard, [...first(8), ...rows.slice(-2)]);

    // And then that, too, because somebody says so.
    await page.getByRole('button', { name: 'Try again…' }).click();
    await include.check();
    await dialog.getByRole('button', { name: 'Try 1 voucher again' }).click();
    await page.locator('.steps').getByText(`${ALL} of ${ALL} vouchers booked`).waitFor();
    await expectBooked(dashboard, rows);
  },
);
