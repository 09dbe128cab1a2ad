import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dropFile } from './drop-file.ts';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';

const dashboard = dashboardOffice();

const STATEMENT = `Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto;Saldo
01.10.2026;Husleie oktober;01.10.2026;18750,00;;81250,00
01.10.2026;Kortoppgjør;02.10.2026;;9312,50;90562,50
27.10.2026;Gebyr;27.10.2026;67,72;;90494,78
`;
const ABROAD = `Dato;Tekst;Beløp;Valuta;Kurs
05.10.2026;Papir;-100,00;SEK;95,5
06.10.2026;Gebyr;-4,05;NOK;
`;

async function begin(page: Page, name: string, content: string): Promise<void> {
  await dropFile(page.getByText(/Drop files here|Slipp filer her/), name, content);
  await page.getByRole('table', { name: /^(Columns|Kolonner)$/ }).waitFor();
}

for (const language of ['en-GB', 'nb-NO'] as const) {
  const say = (en: string, nb: string) => (language === 'nb-NO' ? nb : en);

  inBrowser(`${language}: each column has its field, its values and why, and the vouchers stand beside`, async () => {
    const kari = await dashboard.person({ language, width: 1440, height: 900 });
    const page = await kari.open('/new');
    await begin(page, 'konto.csv', STATEMENT);
    const rowOf = (field: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
    const text = rowOf(say('Text', 'Tekst'));
    expect(await text.getByRole('combobox').inputValue()).toBe('Forklaring');
    expect(await text.textContent()).toContain('Husleie oktober · Kortoppgjør · Gebyr');
    expect(await text.textContent()).toContain(say('By its name.', 'Etter navnet.'));
    const out = rowOf(say('Money out', 'Ut av kontoen'));
    expect(await out.textContent()).toContain(
      say(
        'By its name; comma is the decimal mark: “18750,00” in row 2 shows it.',
        'Etter navnet; komma er desimaltegn: «18750,00» i rad 2 viser det.',
      ),
    );
    const unused = page.getByText(say('Columns not used', 'Kolonner som ikke brukes'));
    expect(await unused.textContent()).toContain('Rentedato');

    // Nothing comes of it before each field has what it needs.
    const beside = page.getByRole('complementary', { name: say('As it will be booked', 'Slik det blir bokført') });
    await beside.getByText(say('when every field has what it needs', 'når alle felt har det de trenger')).waitFor();
    await page
      .getByLabel(say('Account, the same on every row', 'Konto, den samme på hver rad'), { exact: true })
      .fill('1920');
    await page
      .getByLabel(say('Contra account, the same on every row', 'Motkonto, den samme på hver rad'), { exact: true })
      .fill('7770');
    await beside.getByText(say('3 vouchers will be booked', '3 bilag blir bokført')).waitFor();
    await beside.getByText('Husleie oktober').waitFor();
    expect(await barriers(page)).toEqual([]);
    const table = (await page.getByRole('table', { name: say('Columns', 'Kolonner') }).boundingBox())!;
    expect((await beside.boundingBox())!.x).toBeGreaterThan(table.x + table.width);

    // Another column makes other vouchers, and is the person's own choice.
    await text.getByRole('combobox').selectOption('Rentedato');
    await beside.getByText('02.10.2026').waitFor();
    expect(await text.textContent()).toContain(say('Your choice.', 'Du har valgt den.'));
    expect(await unused.textContent()).toContain('Forklaring');

    for (const width of [1024, 380]) {
      await page.setViewportSize({ width, height: 900 });
      const [above, below] = [
        await page.getByRole('table', { name: say('Columns', 'Kolonner') }).boundingBox(),
        await beside.boundingBox(),
      ];
      expect(below!.y, `${width} px`).toBeGreaterThan(above!.y + above!.height);
      expect(await outOfReach(page)).toEqual([]);
      expect(await barriers(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page)).toEqual([]);
  });
}

inBrowser('the column of the exchange rate is chosen as the others, by keyboard, and saved with the job', async () => {
  const page = await (await dashboard.person()).open('/new');
  await begin(page, 'utland.csv', ABROAD);
  await page.getByLabel('Account, the same on every row', { exact: true }).fill('1920');
  await page.getByLabel('Contra account, the same on every row', { exact: true }).fill('7770');
  const rate = page.getByLabel('Exchange rate', { exact: true });
  if (!(await rate.isVisible())) await page.getByText('Other fields').click();
  await rate.focus();
  await page.keyboard.type('Kurs');
  expect(await rate.inputValue()).toBe('Kurs');
  await page.getByLabel('The rate is for').selectOption('100');
  const beside = page.getByRole('complementary', { name: 'As it will be booked' });
  // 100 SEK at 95.5 for a hundred.
  await beside.getByText('95.50').first().waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('heading', { name: '2 vouchers will be booked' }).waitFor();
  await page.getByLabel('Name of the job').fill('utland');
  await page.getByRole('button', { name: 'Save as a job file' }).click();
  await page.getByText('The job utland is saved').waitFor();
  const said = await readFile(join(dashboard.office.folder, 'jobs', 'utland.yaml'), 'utf8');
  expect(said).toMatch(/rate:\s*\{?\s*column: Kurs,?\s*per: 100/);
});
