import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hashPassword } from '../../src/config/users.ts';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import type { PersonOptions } from './person.ts';
import { bringIn, expectBooked, rowsOf, type VoucherRow } from './vouchers.ts';

/** As little work as a hash may be: what it keeps out is tried elsewhere. */
const WORK = { N: 2 ** 14, r: 8, p: 1 };
const PASSWORD = 'hest-sykkel-lampe-7';
const TOKEN = 'bilag_of-a-program';
const hash = await hashPassword(PASSWORD, WORK);
const users = [
  ...['Kari Nordmann', 'Ola Hansen', 'Liv Moen'].map(
    (name) => `{ name: ${name}, role: operator, password: "${hash}" }`,
  ),
  `{ name: program, role: viewer, token: "sha256:${createHash('sha256').update(TOKEN).digest('hex')}" }`,
  `{ name: uploads, role: operator, token: "sha256:${createHash('sha256').update(`${TOKEN}-2`).digest('hex')}" }`,
];
const UPLOADS = { headers: { authorization: `Bearer ${TOKEN}-2` } };
const JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, description: Tekst, amount: Beløp }
doubt: { confirm: second-person }
`;
const dashboard = dashboardOffice({
  files: { 'bilag.yaml': `users:\n  - ${users.join('\n  - ')}\n`, 'jobs/bookings.yaml': JOB },
});
/** When the service is surely done with a request, in milliseconds. */
const LATE_MS = 3 * 60_000;
/** What stands in the sandbox by now. */
const booked: VoucherRow[] = [];

const sales = (first: number) =>
  `Bilagsnr;Dato;Konto;Tekst;Beløp\n${[0, 1, 2]
    .flatMap((at) => [
      `${first + at};0${at + 2}.06.2026;1920;Salg ${first + at};${at + 1}50,05\n`,
      `${first + at};0${at + 2}.06.2026;3000;Salg ${first + at};-${at + 1}50,05\n`,
    ])
    .join('')}`;

/** Brings three vouchers in whose request meets a fault, so that nobody knows what became of them. */
async function doubtful(first: number, fault: string): Promise<{ id: string; rows: VoucherRow[] }> {
  await dashboard.control('next', { faults: [fault], path: 'POST /api/biz/journalentries' });
  const id = await bringIn(dashboard, `salg-${first}.csv`, sales(first), 'in-doubt', UPLOADS);
  return { id, rows: rowsOf(sales(first)).map((row) => ({ ...row, 'Mva-kode': '' })) };
}

/** Somebody at the screen of the one batch of an import. */
async function signedIn(name: string, id: string, options: PersonOptions = {}): Promise<Page> {
  const person = await dashboard.person({ ...options, aheadMs: LATE_MS });
  // Nobody is signed in yet, which the browser says too.
  person.expects(/status of 401/);
  const page = await person.open(`/doubt?import=${id}`);
  await page.getByLabel(/^(Name|Navn)$/).fill(name);
  await page.getByLabel(/^(Password|Passord)$/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|Logg inn)$/ }).click();
  await page.getByRole('radio').first().waitFor();
  return page;
}

async function answer(page: Page, what: string, reason: string, kept: string): Promise<void> {
  await page.getByRole('radio', { name: what }).check();
  await page.getByLabel(/^(How do you know\?|Hvordan vet du det\?)/).fill(reason);
  await page.getByRole('button', { name: /^(Answer|Svar): / }).click();
  await page.getByText(kept, { exact: false }).first().waitFor();
}

/** All that a page holds, seen or folded, and what its own requests were answered. */
const held = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

inBrowser('two people answer unseen, one in each language, and what both say is done once', async () => {
  const { id, rows } = await doubtful(501, 'reset-after');
  const ola = await signedIn('Ola Hansen', id, { language: 'nb-NO' });
  const replies: string[] = [];
  ola.on('response', async (response) => {
    const url = response.url();
    if (!url.includes('/api/') || url.includes('/events')) return;
    // Of a reply that came when she had gone on to another page the browser keeps nothing: she is answered the same again.
    const again = async () => (await ola.request.get(url)).text();
    const text = await response
      .text()
      .catch(again)
      .catch((error) => {
        // The test is over, and her page closed.
        if (!ola.isClosed()) throw error;
        return '';
      });
    replies.push(text);
  });
  const kari = await signedIn('Kari Nordmann', id);
  await kari.getByRole('heading', { level: 1, name: 'Were these 3 vouchers for 750.15 booked?' }).waitFor();
  const look = kari.getByRole('region', { name: 'What to look for' });
  await look.getByRole('row', { name: /1920.*750\.15.*–/ }).waitFor();
  await look.getByRole('row', { name: /3 vouchers.*750\.15.*750\.15/ }).waitFor();
  await kari.getByText('Ola Hansen, Liv Moen, or uploads').waitFor();
  await answer(kari, 'They are booked', 'Journal, 11-2041 to 11-2043', 'Your answer is kept');

  // Told by itself, while Ola looks: that she has answered, and when.
  const people = ola.getByRole('region', { name: 'Ditt svar' });
  await people.getByText('har svart; du ser svaret når du også har svart').waitFor();
  await people.getByText('Kari Nordmann').waitFor();
  expect(await barriers(ola)).toEqual([]);
  await ola.getByRole('link', { name: 'salg-501.csv' }).click();
  await ola.locator('.history').getByText('svarte om sending 1', { exact: true }).waitFor();
  for (const text of [await held(ola), ...replies]) expect(text).not.toMatch(/11-2041|"became"/);
  expect(replies.length).toBeGreaterThan(3);
  await ola.goBack();
  await answer(ola, 'De er bokført', 'Hovedbok juni', 'Det er avklart');
  await ola.getByText('Kari Nordmann: Journal, 11-2041 to 11-2043; Ola Hansen: Hovedbok juni').waitFor();
  await kari.getByText('Kari Nordmann and Ola Hansen').waitFor();
  booked.push(...rows);
  await expectBooked(dashboard, booked);
});

inBrowser(
  'two who disagree see both answers, a third sees neither; one withdraws, and the others settle it',
  async () => {
    const { id, rows } = await doubtful(511, 'reset-before');
    const kari = await signedIn('Kari Nordmann', id);
    const ola = await signedIn('Ola Hansen', id, { width: 380, height: 740 });
    const liv = await signedIn('Liv Moen', id, { language: 'nb-NO', width: 380, height: 740 });
    await answer(kari, 'They are booked', 'Journal, 11-2051', 'Your answer is kept');
    await ola.getByText('has answered; you see it').waitFor();
    await answer(ola, 'They are not booked', 'No voucher after 11-2040', 'You and Kari Nordmann disagree');
    await kari.getByText('You and Ola Hansen disagree').waitFor();
    for (const page of [kari, ola]) {
      await page.getByText('Journal, 11-2051').waitFor();
      await page.getByText('No voucher after 11-2040').waitFor();
      expect(await barriers(page)).toEqual([]);
    }
    expect(await outOfReach(ola)).toEqual([]);
    await liv.getByText('har svart; du ser svaret').nth(1).waitFor();
    expect(await held(liv)).not.toMatch(/11-2051|11-2040/);
    expect(await outOfReach(liv)).toEqual([]);

    await kari.getByRole('button', { name: 'Withdraw my answer…' }).click();
    await kari.getByLabel('Reason').fill('that was another month');
    await kari.getByRole('button', { name: 'Withdraw my answer', exact: true }).click();
    await kari.getByText('Your answer is withdrawn.').waitFor();
    await kari.getByRole('radio').first().waitFor();
    await ola.getByText('disagree').waitFor({ state: 'detached' });
    await expectBooked(dashboard, booked);
    await answer(liv, 'De er ikke bokført', 'finnes ikke', 'Det er avklart');
    booked.push(...rows);
    await expect.poll(() => expectBooked(dashboard, booked).then(() => true)).toBe(true);
  },
);

inBrowser('one person changes the answer to what the other says', async () => {
  const { id, rows } = await doubtful(521, 'reset-after');
  const kari = await signedIn('Kari Nordmann', id);
  const ola = await signedIn('Ola Hansen', id);
  await answer(kari, 'They are not booked', 'No voucher', 'Your answer is kept');
  await answer(ola, 'They are booked', 'Journal, 11-2061', 'You and Kari Nordmann disagree');
  await kari.getByText('You and Ola Hansen disagree').waitFor();
  await kari.getByRole('button', { name: 'Change my answer' }).click();
  await answer(kari, 'They are booked', 'Now I see it', 'It is settled');
  booked.push(...rows);
  await expectBooked(dashboard, booked);
});
