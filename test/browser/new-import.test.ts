import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dropFile } from './drop-file.ts';
import { barriers } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { expectBooked, manyVouchers, rowsOf, type VoucherRow } from './vouchers.ts';

const dashboard = dashboardOffice();
/** What stands in the sandbox by now: the tests of this file book one after the other. */
const booked: VoucherRow[] = [];

const LANGUAGES = ['en-GB', 'nb-NO'] as const;
type Language = (typeof LANGUAGES)[number];

/** `-1 234,5` in øre. */
const oere = (text: string) => Number(text.replaceAll(/\s/g, '').replace(',', '').replace('−', '-'));
/** What the debit side of rows comes to, as the pages of a language write it. */
function debitOf(rows: readonly VoucherRow[], language: Language): string {
  const units = rows.map((row) => oere(row['Beløp'])).reduce((sum, each) => sum + Math.max(0, each), 0);
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(units / 100);
}
/** Without the difference between kinds of space. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

const isSound = ({ Konto, Dato, Tekst }: VoucherRow, unbalanced: string) =>
  Konto !== '3015' && Dato !== '31.02.2026' && Tekst !== unbalanced;

/** The rows of whole vouchers that have no error, of a file of many. */
function soundOf(rows: readonly VoucherRow[]): VoucherRow[] {
  const unbalanced = rows.at(-1)!.Tekst;
  const wrong = new Set(rows.filter((row) => !isSound(row, unbalanced)).map((row) => row.Bilagsnr));
  return rows.filter((row) => !wrong.has(row.Bilagsnr));
}

const stepOf = (page: Page) => page.locator('[aria-current="step"]').textContent();

for (const [at, language] of LANGUAGES.entries()) {
  const say = (en: string, nb: string) => (language === 'nb-NO' ? nb : en);

  inBrowser(`${language}: the check says how many of how many, their sum, and that no amount is missing`, async () => {
    const text = manyVouchers(20_001 + at * 1_000);
    const rows = rowsOf(text);
    const sound = soundOf(rows);
    const vouchers = new Set(rows.map((row) => row.Bilagsnr)).size;
    const sums = { sound: debitOf(sound, language), all: debitOf(rows, language) };
    const kari = await dashboard.person({ language });
    const page = await kari.open('/new');
    expect(await stepOf(page)).toMatch(say('File', 'Fil'));
    await dropFile(page.getByText(say('Drop', 'Slipp')).first(), 'mars.csv', text);

    const check = page.getByRole('region', {
      name: say(`12 of ${vouchers} vouchers will be booked`, `12 av ${vouchers} bilag blir bokført`),
    });
    await check.waitFor();
    expect(await stepOf(page)).toMatch(say('Check', 'Kontroll'));
    expect(plain((await check.textContent()) ?? '')).toContain(plain(sums.sound));
    // One account with its vouchers and its two sides, and what they come to.
    const totals = page.getByRole('region', { name: say('Totals to be booked', 'Summer som bokføres') }).first();
    const lines = await totals.locator('tr').all();
    const cells = await Promise.all(lines.map((line) => line.locator('td').allInnerTexts()));
    expect(cells.map((each) => each.map(plain))).toEqual([
      [],
      ['12', plain(sums.sound), '–'],
      ['12', '–', plain(sums.sound)],
      ['12', plain(sums.sound), plain(sums.sound)],
    ]);
    const held = debitOf(
      rows.filter((row) => !sound.includes(row)),
      language,
    );
    expect(plain((await totals.textContent()) ?? '')).toContain(
      plain(
        say(
          `Debit equals credit. ${sums.sound} to be booked + ${held} on hold = ${sums.all} in the file.`,
          `Debet er lik kredit. ${sums.sound} blir bokført + ${held} på vent = ${sums.all} i filen.`,
        ),
      ),
    );
    // The vouchers beside it, a page at a time.
    const beside = page.getByRole('region', { name: say('As it will be booked', 'Slik det blir bokført') });
    await beside.getByText(sound[0]!.Tekst).waitFor();
    await beside.getByRole('button', { name: say('Next vouchers', 'Neste bilag') }).click();
    await beside.getByText(sound.at(-1)!.Tekst).waitFor();
    expect(await beside.getByRole('button', { name: say('Next vouchers', 'Neste bilag') }).isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);

    await expectBooked(dashboard, booked);
    const button = page.getByRole('button', { name: say('Book 12 vouchers', 'Bokfør 12 bilag') });
    expect(plain((await button.textContent()) ?? '')).toContain(plain(sums.sound));
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'mars.csv' }).waitFor();
    booked.push(...sound);
    await expect
      .poll(() => expectBooked(dashboard, booked).then(() => 'booked', String), { timeout: 60_000 })
      .toBe('booked');
  });
}
