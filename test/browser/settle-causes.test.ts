import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { dropFile } from './drop-file.ts';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { expectBooked, type VoucherRow } from './vouchers.ts';

const shop = (tag: string) => `# The shop's own export.
kind: bookings
columns: { entry: No${tag}, date: When, account: Acc, amount: Sum, description: What, vat: Code }
`;
const dashboard = dashboardOffice({ files: { 'jobs/shop-en.yaml': shop('E'), 'jobs/shop-nb.yaml': shop('N') } });
/** What stands in the sandbox by now, as rows of the job `bookings`. */
const booked: VoucherRow[] = [];

/** Vouchers of two lines: number, account that may not be there, VAT code, and an amount that no other one has. */
type Sale = readonly [no: string, account: string, code: string, sum: string];
const inShop = (tag: string, sales: readonly Sale[]) =>
  [
    `No${tag};When;Acc;Sum;What;Code`,
    ...sales.flatMap(([no, account, code, sum]) => [
      `${no};17.03.2026;1920;${sum};Salg ${no};`,
      `${no};17.03.2026;${account};-${sum};Salg ${no};${code}`,
    ]),
    '',
  ].join('\n');
const expectAll = (sales: readonly Sale[]) => {
  for (const [no, account, , sum] of sales)
    for (const [Konto, Beløp] of [
      ['1920', sum],
      [account, `-${sum}`],
    ] as const)
      booked.push({ Bilagsnr: no, Dato: '17.03.2026', Konto, Tekst: `Salg ${no}`, Beløp, 'Mva-kode': '' });
  return expect.poll(() => expectBooked(dashboard, booked).then(() => '', String)).toBe('');
};

for (const [tag, language, width] of [
  ['E', 'en-GB', 1440],
  ['N', 'nb-NO', 380],
] as const) {
  const say = (en: string, nb: string) => (tag === 'N' ? nb : en);
  inBrowser(`${language}: what is wrong is corrected before it is booked, and the job remembers it`, async () => {
    await expect
      .poll(async () => (await dashboard.ask<{ state: string }>('/api/services/main/chart')).state)
      .toBe('kept');
    const job = `shop-${say('en', 'nb')}`;
    const path = join(dashboard.office.folder, 'jobs', `${job}.yaml`);
    const page = await (await dashboard.person({ language, width })).open('/new');
    const first = say('1', '3');
    const sales: readonly Sale[] = [
      [`${first}01`, '3000', '3', `${first}1,05`],
      [`${first}02`, '3015', '3', `${first}2,05`],
      [`${first}03`, 'kiosk', '3', `${first}3,05`],
      [`${first}04`, '3000', 'HØY', `${first}4,05`],
    ];
    await dropFile(page.getByText(say('Drop files here', 'Slipp filer her')), 'sales.csv', inShop(tag, sales));
    const will = (n: number) =>
      page.getByRole('heading', {
        name: n === 4 ? say('4 vouchers will be', '4 bilag blir') : say(`${n} of 4 vouchers`, `${n} av 4 bilag`),
      });
    await will(1).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await outOfReach(page)).toEqual([]);

    // What is most likely meant stands in the field already, with its reason.
    const choose = (of: string) =>
      page.getByRole('button', { name: say(`Choose account… ${of}`, `Velg konto … ${of}`), exact: true });
    const dialog = page.getByRole('dialog');
    const proposed = async () => {
      await choose('3015').click();
      await dialog.getByText(say('Closest to what the file says', 'Nærmest det som står i filen')).waitFor();
      await dialog.getByRole('button', { name: say('Use 3010', 'Bruk 3010'), exact: true }).click();
    };
    await proposed();
    await will(2).waitFor();
    const choices = page.getByRole('region', { name: say('Your answers', 'Svarene dine') });
    await choices
      .getByText(say('3015 is booked on 3010 Salgsinntekt', '3015 bokføres på 3010 Salgsinntekt'))
      .last()
      .waitFor();

    // Another account is found by its name, with the keys alone.
    await choose('kiosk').focus();
    await page.keyboard.press('Enter');
    const field = dialog.getByRole('combobox', {
      name: say('Account', 'Konto'),
    });
    expect(await barriers(page)).toEqual([]);
    await field.pressSequentially('næringsmidler');
    await dialog.getByRole('option', { name: /3030/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('3030');
    await page.keyboard.press('Enter');
    await will(3).waitFor();
    await choices.getByText(say('kiosk is booked on 3030', 'kiosk bokføres på 3030')).last().waitFor();

    await page.getByRole('button', { name: say('Choose VAT code… HØY', 'Velg mva-kode … HØY') }).click();
    await dialog.getByRole('combobox', { name: say('VAT code', 'Mva-kode') }).fill('3');
    await dialog.getByRole('option', { name: /^3 / }).click();
    await dialog.getByRole('button', { name: say('Use 3', 'Bruk 3'), exact: true }).click();
    await will(4).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await outOfReach(page)).toEqual([]);

    // Taken back, it is asked for again; the sum of the check follows.
    const book = (n: number, sum: string) =>
      page.getByRole('button', { name: new RegExp(`^${say('Book', 'Bokfør')} ${n} .*\\b${sum}$`) });
    await book(4, say('50.20', '130,20')).waitFor();
    await choices
      .getByRole('group', { name: /^3015 / })
      .getByRole('button', { name: say('Take back', 'Angre') })
      .click();
    await will(3).waitFor();
    await book(3, say('38.15', '98,15')).waitFor();
    expect(await choices.getByText(/3015/).count()).toBe(0);
    await proposed();
    await will(4).waitFor();

    // Until it is booked nothing is written.
    expect(await readFile(path, 'utf8')).toBe(shop(tag));
    await book(4, say('50.20', '130,20')).click();
    await page.getByRole('heading', { level: 1, name: 'sales.csv' }).waitFor();
    const under: Readonly<Record<string, string>> = { 3015: '3010', kiosk: '3030' };
    await expectAll(sales.map(([no, account, code, sum]) => [no, under[account] ?? account, code, sum]));
    const said = await readFile(path, 'utf8');
    expect(said).toContain("# The shop's own export.");
    for (const line of ['"3015": "3010"', '"kiosk": "3030"', '"HØY": "3"']) expect(said).toContain(line);

    // The next file is booked without a question.
    await page.goto('/new');
    const next: readonly Sale[] = [[`${first}05`, 'kiosk', 'HØY', `${first}5,05`]];
    await dropFile(page.getByText(say('Drop files here', 'Slipp filer her')), 'next.csv', inShop(tag, next));
    await page.getByRole('button', { name: say('Book 1 voucher', 'Bokfør 1 bilag') }).click();
    await page.getByRole('heading', { level: 1, name: 'next.csv' }).waitFor();
    await expectAll([[`${first}05`, '3030', '3', `${first}5,05`]]);
  });
}

inBrowser('of a new job what is chosen is saved with it', async () => {
  const page = await (await dashboard.person()).open('/new');
  const sales: readonly Sale[] = [
    ['701', '3000', '3', '71,05'],
    ['702', '3015', '3', '72,05'],
  ];
  const file = inShop('', sales).replace('No;When;Acc;Sum;What;Code', 'Bilagsnr;Dato;Konto;Beløp;Tekst;Mva');
  await dropFile(page.getByText('Drop files here'), 'new.csv', file);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('heading', { name: '1 of 2 vouchers' }).waitFor();
  await page.getByRole('button', { name: 'Choose account… 3015' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use 3010' }).click();
  await page.getByRole('heading', { name: '2 vouchers will be booked' }).waitFor();
  const name = page.getByLabel('Name of the job');
  await name.fill('chosen');
  await expect.poll(() => name.inputValue()).toBe('chosen');
  await page.getByRole('button', { name: /^Save the job and book 2 vouchers/ }).click();
  await page.getByRole('heading', { level: 1, name: 'new.csv' }).waitFor();
  await expectAll(sales.map(([no, account, code, sum]) => [no, account === '3015' ? '3010' : account, code, sum]));
  expect(await readFile(join(dashboard.office.folder, 'jobs', 'chosen.yaml'), 'utf8')).toMatch(/"3015": "3010"/);
});
