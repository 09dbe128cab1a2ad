import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { dropFile } from './drop-file.ts';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { asFile, bringIn, expectBooked, manyVouchers, rowsOf, UNKNOWN_VOUCHERS, type VoucherRow } from './vouchers.ts';

const shop = (tag: string) => `# The shop's own export.
kind: bookings
columns: { entry: No${tag}, date: When, account: Acc, amount: Sum, description: What }
`;
const dashboard = dashboardOffice({ files: { 'jobs/shop-en.yaml': shop('E'), 'jobs/shop-nb.yaml': shop('N') } });
/** What stands in the sandbox by now, as rows of the job `bookings`. */
const booked: VoucherRow[] = [];
const expectAll = () => expect.poll(() => expectBooked(dashboard, booked).then(() => '', String)).toBe('');

/** The lines of a voucher, of an amount that no other one has: nothing is asked about what was booked before. */
const linesOf = (no: string, text: string, sum: string, day: string): VoucherRow[] =>
  (
    [
      ['1920', sum],
      ['3000', `-${sum}`],
    ] as const
  ).map(([Konto, Beløp]) => ({ Bilagsnr: no, Dato: day, Konto, Tekst: text, Beløp, 'Mva-kode': '' }));
/** The same in the shop's own form. */
const inShop = (tag: string, rows: readonly VoucherRow[]) =>
  [
    `No${tag};When;Acc;Sum;What`,
    ...rows.map((row) => [row.Bilagsnr, row.Dato, row.Konto, row['Beløp'], row.Tekst].join(';')),
    '',
  ].join('\n');

for (const [tag, language] of [
  ['E', 'en-GB'],
  ['N', 'nb-NO'],
] as const) {
  const say = (en: string, nb: string) => (tag === 'N' ? nb : en);
  inBrowser(
    `${language}: dates that can be read in two ways are asked about, and the job remembers the answer`,
    async () => {
      const job = `shop-${tag === 'E' ? 'en' : 'nb'}`;
      const kari = await dashboard.person({ language, width: tag === 'E' ? 1440 : 380 });
      const page = await kari.open('/new');
      const whole = tag === 'E' ? '10' : '30';
      const first = [`${whole}1`, `Salg ${tag}`, `${whole},05`] as const;
      const second = [`${whole}2`, `Salg ${tag} igjen`, `${whole},95`] as const;
      const file = inShop(tag, linesOf(...first, '03/04/2026'));
      await dropFile(page.getByText(say('Drop files here', 'Slipp filer her')), 'shop.csv', file);
      const question = page.getByRole('group', {
        name: say('Does the day or the month come first?', 'Står dagen eller måneden først?'),
      });
      await question.getByText('03/04/2026').waitFor();
      await page.getByText(say('1 question before you go on', '1 spørsmål før du går videre')).waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(await outOfReach(page)).toEqual([]);
      expect(await page.getByRole('button', { name: say('Book', 'Bokfør') }).count()).toBe(0);
      // She answers, thinks again, and the check follows.
      const beside = page.getByRole('region', { name: say('As it will be booked', 'Slik det blir bokført') });
      await question.getByRole('radio', { name: say('Day first: 3 Apr 2026', 'Dagen først: 3. apr. 2026') }).check();
      await beside.getByText(say('3 Apr 2026', '3. apr. 2026')).waitFor();
      await question
        .getByRole('radio', { name: say('Month first: 4 Mar 2026', 'Måneden først: 4. mars 2026') })
        .check();
      await beside.getByText(say('4 Mar 2026', '4. mars 2026')).waitFor();
      expect(await barriers(page)).toEqual([]);
      const path = join(dashboard.office.folder, 'jobs', `${job}.yaml`);
      expect(await readFile(path, 'utf8')).toBe(shop(tag));
      await page.getByRole('button', { name: say('Book 1 voucher', 'Bokfør 1 bilag') }).click();
      await page.getByRole('heading', { level: 1, name: 'shop.csv' }).waitFor();
      booked.push(...linesOf(...first, '04.03.2026'));
      await expectAll();
      expect(await readFile(path, 'utf8')).toContain("# The shop's own export.");

      // The next file is read so without a question.
      await page.goto('/new');
      const next = inShop(tag, linesOf(...second, '03/04/2026'));
      await dropFile(page.getByText(say('Drop files here', 'Slipp filer her')), 'next.csv', next);
      await page.getByRole('button', { name: say('Book 1 voucher', 'Bokfør 1 bilag') }).click();
      await page.getByRole('heading', { level: 1, name: 'next.csv' }).waitFor();
      booked.push(...linesOf(...second, '04.03.2026'));
      await expectAll();
    },
  );
}

/** Counts what a person presses. */
function counting(page: Page) {
  let clicks = 0;
  const press = async (what: Locator) => {
    clicks++;
    await what.click();
  };
  return {
    press,
    clicks: () => clicks,
    async choose(name: string, content: string) {
      const choosing = page.waitForEvent('filechooser');
      await press(page.getByText('Drop files here'));
      await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    },
  };
}

inBrowser(
  'three clicks book a clean file under a known job, four and three fields map and save a bank job',
  async () => {
    const rows = rowsOf(manyVouchers(70_001)).slice(5 * UNKNOWN_VOUCHERS, -4);
    const kari = await dashboard.person();
    const page = await kari.open('/');
    const known = counting(page);
    await known.press(page.getByRole('link', { name: 'New import' }).first());
    await known.choose('kjent.csv', asFile(rows));
    await known.press(page.getByRole('button', { name: /^Book 12 vouchers/ }));
    await page.getByRole('heading', { level: 1, name: 'kjent.csv' }).waitFor();
    expect(known.clicks()).toBe(3);
    booked.push(...rows);
    await expectAll();

    await page.goto('/');
    const bank = counting(page);
    await bank.press(page.getByRole('link', { name: 'New import' }).first());
    await bank.choose('konto.csv', 'Dag;Hva;Kroner\n13.05.2026;Strøm;-120,05\n14.05.2026;Gebyr;-4,05\n');
    await page.getByLabel('Account, the same on every row', { exact: true }).fill('1920');
    await page.getByLabel('Contra account, the same on every row', { exact: true }).fill('7770');
    await bank.press(page.getByRole('button', { name: 'Check', exact: true }));
    await page.getByRole('heading', { name: '2 vouchers will be booked' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Name of the job').fill('konto');
    await bank.press(page.getByRole('button', { name: /^Save the job and book 2 vouchers/ }));
    await page.getByRole('heading', { level: 1, name: 'konto.csv' }).waitFor();
    expect(bank.clicks()).toBe(4);
    for (const [Dato, Tekst, Beløp] of [
      ['13.05.2026', 'Strøm', '120,05'],
      ['14.05.2026', 'Gebyr', '4,05'],
    ] as const)
      booked.push(
        ...[
          ['1920', `-${Beløp}`],
          ['7770', Beløp],
        ].map(([Konto = '', sum = '']) => ({ Bilagsnr: Tekst, Dato, Konto, Tekst, Beløp: sum, 'Mva-kode': '' })),
      );
    await expectAll();
  },
);

inBrowser('a file that was rejected for a question is answered from the page of its import', async () => {
  const file = inShop('D', linesOf('901', 'Purring', '90,05', '03/04/2026'));
  await dashboard.office.write('jobs/shop-d.yaml', shop('D'));
  const id = await bringIn(dashboard, 'purring.csv', file, 'rejected', { job: 'shop-d' });
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}`);
  await page.getByText('Answer the question; the job remembers the answer.').waitFor();
  await page.getByRole('button', { name: 'Answer and import…' }).click();
  const question = page.getByRole('group', { name: 'Does the day or the month come first?' });
  await question.getByRole('radio', { name: /^Day first/ }).check();
  await page.getByRole('button', { name: /^Book 1 voucher/ }).click();
  await page.waitForURL(`**/imports/${id}`);
  booked.push(...linesOf('901', 'Purring', '90,05', '03.04.2026'));
  await expectAll();
});
