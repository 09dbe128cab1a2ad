// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { asFile, bringIn, expectBooked, rowsOf, type VoucherRow } from './vouchers.ts';

/** What was read is old after seconds, so that a service that is away is noticed. */
const dashboard = dashboardOffice({
  files: {
    'bilag.yaml': 'services: { main: { baseUrl: "${ACCOUNTING_URL}", cache: { accounts: 1s, vatTypes: 1s } } }\n',
  },
});
/** What stands in the sandbox by now: the tests of this file book one after the other. */
const booked: VoucherRow[] = [];
/** Vouchers that name an account that is not there. */
const VOUCHERS = 30;

/** Vouchers of a sale to an account that is not there, of odd amounts. */
function sales(first: number, vouchers = VOUCHERS, account = '3015'): VoucherRow[] {
  const lines = Array.from({ length: vouchers }, (_, at) => {
    const amount = `${100 + at},${10 + at}`;
    const of = (to: string, sign: string) => `${first + at};17.03.2026;${to};Salg nr. ${first + at};${sign}${amount};`;
    return [of('1920', ''), of(account, '-')];
  });
  return rowsOf(`Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\r\n${lines.flat().join('\r\n')}\r\n`);
}

const on = (account: string, rows: readonly VoucherRow[]) =>
  rows.map((row) => (row.Konto === '3015' ? { ...row, Konto: account } : row));

/** The service's list is read, so that suggestions are of all accounts. */
async function isRead(id: string, as: 'kept' | 'away' = 'kept'): Promise<void> {
  const state = async () => (await dashboard.ask<{ state: string }>(`/api/imports/${id}/chart`)).state;
  await expect.poll(state).toBe(as);
}

/** Clicks that a test makes. */
function clicker(page: Page) {
  let clicks = 0;
  return {
    made: () => clicks,
    async on(role: 'button' | 'link', name: string | RegExp, within: ReturnType<Page['getByRole']> | Page = page) {
      clicks++;
      await within.getByRole(role, { name }).first().click();
    },
  };
}

inBrowser(
  'from the list, the proposal corrects and books 30 vouchers in five clicks, and gives its reason',
  async () => {
    const rows = sales(1_001);
    await isRead(await bringIn(dashboard, 'januar.csv', asFile(rows), 'partly-booked'));
    const page = await (await dashboard.person()).open('/');
    const click = clicker(page);
    await click.on('link', /30 on hold \(januar\.csv\)/);
    const causes = page.getByRole('region', { name: 'Problems found' });
    await causes.getByText('Closest to what the file says').waitFor();
    await click.on('button', /^Use 3010 Salgsinntekt egentilvirkede varer/, causes);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Use 3010 instead of 3015 in 30 rows of 30 vouchers?').waitFor();
    await dialog.getByText('Salgsinntekt egentilvirkede varer, høy sats').waitFor();
    await click.on('button', /^Correct 30 rows/, dialog);
    await page.getByText('30 ready to book, 0 still on hold').first().waitFor();
    await click.on('button', /^Book 30 corrected vouchers/);
    await click.on('button', /^Book .*30 vouchers/, dialog);
    await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
    expect(click.made()).toBe(5);
    booked.push(...on('3010', rows));
    await expectBooked(dashboard, booked);
  },
);

inBrowser(
  'an account is chosen by its name for a whole cause, remembered, and proposed for the next file',
  async () => {
    const rows = sales(2_001);
    const id = await bringIn(dashboard, 'februar.csv', asFile(rows), 'partly-booked');
    await isRead(id);
    const page = await (await dashboard.person()).open(`/imports/${id}/failed`);
    await page.getByRole('button', { name: 'Use another account…' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: 'Account to use instead' });
    await field.pressSequentially('hurtigmat');
    await dialog.getByText('No account fits. Create it in the service, then try again.').waitFor();
    // Words that are searched for are no account, and correct nothing.
    await dialog.getByText('Use … instead of 3015 in 30 rows of 30 vouchers?').waitFor();
    await dialog.getByRole('button', { name: /^Correct / }).click();
    await dialog.getByText('Enter the value to use instead.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await field.fill('');
    await field.pressSequentially('næringsmidler');
    const option = dialog.getByRole('option', { name: /3030/ });
    await option.waitFor();
    expect(await option.locator('mark').allTextContents()).toEqual(['næringsmidler']);
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    expect(await barriers(page)).toEqual([]);
    // The first Enter chooses, and what was chosen is asked about.
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('3030');
    await dialog.getByRole('checkbox', { name: 'Remember for this job: 3015 in the file means 3030' }).check();
    await field.press('Enter');
    await page.getByText('30 ready to book, 0 still on hold').first().waitFor();
    await page.getByRole('button', { name: /^Book 30 corrected/ }).click();
    await dialog.getByRole('button', { name: /^Book / }).click();
    await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
    booked.push(...on('3030', rows));
    await expectBooked(dashboard, booked);
    // What the job remembers is booked at once from now on.
    const later = sales(2_501, 2);
    await bringIn(dashboard, 'februar-2.csv', asFile(later), 'completed');
    booked.push(...on('3030', later));
    await expectBooked(dashboard, booked);
  },
);

inBrowser('what is remembered is what the file says, not what an earlier correction made of it', async () => {
  const rows = sales(5_001, 2, '3016');
  const id = await bringIn(dashboard, 'juni.csv', asFile(rows), 'partly-booked');
  await isRead(id);
  const page = await (await dashboard.person()).open(`/imports/${id}/failed`);
  const dialog = page.getByRole('dialog');
  const use = async (account: string) => {
    await page.getByRole('button', { name: 'Use another account…' }).click();
    await dialog.getByRole('combobox', { name: 'Account to use instead' }).fill(account);
  };
  const correct = dialog.getByRole('button', { name: 'Correct 2 rows of 2 vouchers' });
  // An account that is not there either, which is tried, too.
  await use('3017');
  await correct.click();
  await page.getByText('0 ready to book, 2 still on hold').first().waitFor();
  await page.locator('.mended-bar').getByRole('button', { name: 'Try again…' }).click();
  await dialog.getByRole('button', { name: /^Try 4 rows/ }).click();
  await page.getByRole('heading', { name: 'Account 3017 is unknown' }).waitFor();
  await use('3030');
  await dialog.getByRole('checkbox', { name: 'Remember for this job: 3016 in the file means 3030' }).check();
  await correct.click();
  await page.getByRole('button', { name: /^Book 2 corrected/ }).click();
  await dialog.getByRole('button', { name: /^Book / }).click();
  await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
  // The same row of next month books itself.
  const later = sales(5_501, 1, '3016');
  await bringIn(dashboard, 'juli.csv', asFile(later), 'completed');
  const mended = [...rows, ...later].map((row) => (row.Konto === '3016' ? { ...row, Konto: '3030' } : row));
  booked.push(...mended);
  await expectBooked(dashboard, booked);
});

inBrowser('in the grid, Enter corrects the row alone, and Ctrl+Enter asks for all', async () => {
  const rows = sales(3_001, 4, '6945');
  const id = await bringIn(dashboard, 'mars.csv', asFile(rows), 'partly-booked');
  await isRead(id);
  const page = await (await dashboard.person()).open(`/imports/${id}/failed`);
  const grid = page.getByRole('grid');
  const wrong = grid.getByRole('gridcell', { name: '6945', exact: true });
  await wrong.first().click();
  await expect.poll(() => wrong.first().getAttribute('tabindex')).toBe('0');
  await page.keyboard.press('Enter');
  const field = grid.getByRole('combobox');
  await page.getByRole('option', { name: /6940.*Porto/ }).waitFor();
  expect(await page.getByRole('radio', { name: 'Only this row' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'All 4 vouchers with 6945…' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  // Nothing is chosen before somebody chooses: Esc, and Enter, leave the cell as it is.
  expect(await field.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('Escape');
  await expect.poll(() => wrong.count()).toBe(4);
  // As fast as one types: Enter waits for what is found.
  await page.keyboard.type('porto');
  await page.keyboard.press('Enter');
  await expect.poll(() => wrong.count()).toBe(3);
  await page.getByText('1 ready to book, 0 still on hold').first().waitFor();
  expect(await grid.getByRole('gridcell', { name: '6940', exact: true }).count()).toBe(1);
  // The cursor has gone down. Arrows choose, and Ctrl+Enter asks for all that are left.
  await expect.poll(() => grid.locator(':focus').textContent()).toBe('1920');
  await wrong.first().click();
  await expect.poll(() => wrong.first().getAttribute('tabindex')).toBe('0');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: /6940.*Porto/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe('cell-0');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Use 6940 instead of 6945 in/).waitFor();
  await expect.poll(() => wrong.count()).toBe(3);
  await dialog.getByRole('button', { name: /^Correct / }).click();
  await page.getByText('4 ready to book, 0 still on hold').first().waitFor();
  await page.getByRole('button', { name: /^Book 4 corrected/ }).click();
  await dialog.getByRole('button', { name: /^Book / }).click();
  await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
  booked.push(...rows.map((row) => (row.Konto === '6945' ? { ...row, Konto: '6940' } : row)));
  await expectBooked(dashboard, booked);
});

inBrowser(
  'on a telephone, in the dark and in Norwegian, a finger chooses, also while the service is away',
  async () => {
    const rows = sales(4_001, 3, '6945');
    const id = await bringIn(dashboard, 'april.csv', asFile(rows), 'partly-booked');
    await isRead(id);
    await dashboard.control('faults', { spec: 'get-503=1' }, 'PUT');
    await isRead(id, 'away');
    const kari = await dashboard.person({ width: 380, height: 800, dark: true, language: 'nb-NO' });
    const page = await kari.open(`/imports/${id}/failed`);
    const grid = page.getByRole('grid');
    const wrong = grid.getByRole('gridcell', { name: '6945', exact: true });
    await wrong.first().click();
    await expect.poll(() => wrong.first().getAttribute('tabindex')).toBe('0');
    await wrong.first().click();
    // Earlier corrections of the same job are the reason, with how often.
    await page.getByRole('option', { name: /6940.*Brukt i stedet i 4 av 4 bilag/ }).waitFor();
    await page.getByText(/^Tjenesten svarer ikke. Slik det var \d/).waitFor();
    expect([await barriers(page), await outOfReach(page)]).toEqual([[], []]);
    await page.getByRole('radio', { name: 'Alle 3 bilag med 6945 …' }).check();
    await page.getByRole('option', { name: /6940/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Bruke 6940 i stedet for 6945 i', { exact: false }).waitFor();
    await dialog.getByRole('combobox').fill('bankinnskudd, spare');
    await dialog.getByRole('option', { name: /1921/ }).waitFor();
    expect([await barriers(page), await outOfReach(page)]).toEqual([[], []]);
    await dialog.getByRole('option', { name: /1921/ }).click();
    await dialog.getByRole('button', { name: /^Rett / }).click();
    // It is kept, and tried by the rules when the service is back.
    await page.getByText('Endret: 3 bilag.').waitFor();
    await dashboard.control('faults', { spec: '' }, 'PUT');
    const ready = async () =>
      (await dashboard.ask<{ revised: { ready: number } }>(`/api/imports/${id}/waiting`)).revised.ready;
    await expect.poll(ready).toBe(3);
    await page.reload();
    await page.getByRole('button', { name: /^Bokfør 3 rettede/ }).click();
    await dialog.getByRole('button', { name: /^Bokfør / }).click();
    await page.getByText('ingenting er på vent lenger', { exact: false }).first().waitFor();
    booked.push(...rows.map((row) => (row.Konto === '6945' ? { ...row, Konto: '1921' } : row)));
    await expectBooked(dashboard, booked);
  },
);
