import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dropFile } from './drop-file.ts';
import { canBePressed, tabTo } from './keyboard.ts';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import {
  asFile,
  bringIn,
  expectBooked,
  manyVouchers,
  rowsOf,
  UNKNOWN_ROWS,
  UNKNOWN_VOUCHERS,
  type VoucherRow,
} from './vouchers.ts';

const dashboard = dashboardOffice();
/** So long a page stands still while a key is handled, in milliseconds: the next one waits behind it. */
const STALL_MS = 400;
/** What stands in the sandbox by now: the tests of this file book one after the other. */
const booked: VoucherRow[] = [];

/** Drops a file, looks at its plan under the job that fits it, `bookings`, and takes it in. @returns the import's path */
async function takeIn(page: Page, name: string, content: string | Buffer, button: RegExp): Promise<string> {
  await dropFile(page.getByText('Drop files here'), name, content);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return new URL(page.url()).pathname;
}

/** A row of the file of many vouchers as it is when all is mended. */
const mendedByHand = (row: VoucherRow): VoucherRow => ({
  ...row,
  ...(row.Konto === '3015' ? { Konto: '3000' } : {}),
  ...(row.Dato === '31.02.2026' ? { Dato: '28.02.2026' } : {}),
  ...(row['Beløp'] === '-468,00' ? { Beløp: '-480,00' } : {}),
});

const causeOf = (page: Page, title: RegExp) =>
  page
    .getByRole('region', { name: 'Problems found' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

/** One account for all rows of a cause. */
async function useAccount(page: Page, cause: RegExp, account: string, scale: RegExp): Promise<void> {
  await causeOf(page, cause).getByRole('button', { name: 'Use another account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(scale).first().waitFor();
  await dialog.getByLabel('Account to use instead').fill(account);
  await dialog.getByRole('button', { name: /^Correct / }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Writes into the cells that read so, one after the other, as a person does. */
async function rewriteCells(page: Page, from: string, to: string): Promise<void> {
  const grid = page.getByRole('grid');
  const cells = grid.getByRole('gridcell', { name: from, exact: true });
  await cells.first().waitFor();
  for (let left = await cells.count(); left > 0; left--) {
    await cells.first().click();
    // The first click goes there, one more edits; behind a cell that was kept, the next one is there already.
    const field = grid.getByRole('textbox');
    const isThere = async () => (await field.count()) > 0 || (await cells.first().getAttribute('tabindex')) === '0';
    await expect.poll(isThere).toBe(true);
    if ((await field.count()) === 0) await page.keyboard.press('Enter');
    await field.fill(to);
    await page.keyboard.press('Enter');
    await expect.poll(() => cells.count()).toBe(left - 1);
  }
}

/** Books what was mended, and waits until nothing is under way. */
async function bookMended(page: Page, entries: string): Promise<void> {
  await page.getByRole('button', { name: /^Book .* corrected/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^Book .*${entries}`) })
    .click();
}

/** The receipt as the page shows it: rows by where they ended up. */
async function receiptOf(page: Page): Promise<Record<string, string>> {
  const fold = page.locator('summary').filter({ hasText: 'Rows and vouchers' });
  await fold.click();
  const rows = await page.getByRole('table').filter({ hasText: 'Read from the file' }).getByRole('row').all();
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  return Object.fromEntries(cells.map(([name = '', count = '']) => [name.trim(), count.trim()]));
}

/** The accounts of the receipt: number, its figures, and what is said beside its name. */
const accountsOf = (page: Page) =>
  page.locator('.money tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [account, ...figures] = [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '');
      return [account!.slice(0, 4), ...figures, row.querySelector('.flag')?.textContent ?? ''].join(' | ');
    }),
  );

/** The audit trail as the page gives it home: of each line what it is, and what was corrected in it. */
async function trailOf(page: Page): Promise<string[]> {
  const downloading = page.waitForEvent('download');
  await page.locator('summary').filter({ hasText: 'Download' }).click();
  await page.getByRole('link', { name: 'Audit trail (CSV)' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  const lines: Record<string, string>[] = parse(text, { bom: true, columns: true, delimiter: ';' });
  return lines.map((line) => [line['entry'], line['account'], line['corrected']].join(' | '));
}

inBrowser('she drops the sample with errors, mends it, and the receipt adds up', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/new');
  const file = bytesOf('errors/account-unknown.csv');
  await takeIn(page, 'account-unknown.csv', file, /^Book 1 voucher/);
  await page.getByRole('link', { name: 'Fix 2 vouchers' }).click();
  await useAccount(page, /3015/, '3000', /2 vouchers/);
  await page.getByText('2 ready to book, 0 still on hold').first().waitFor();
  await bookMended(page, '2 vouchers');
  await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
  await page.getByRole('link', { name: /account-unknown\.csv/ }).click();
  await page.getByText('It adds up', { exact: false }).waitFor();
  expect(await receiptOf(page)).toMatchObject({ booked: '7', 'Read from the file': '7' });
  // What the file says stays as it was, beside what was corrected: 3015 too, of which nothing is booked.
  expect(await page.locator('.money thead th').allInnerTexts()).toEqual([
    'Account',
    'In the file',
    'Corrected',
    'Booked',
  ]);
  expect(await accountsOf(page)).toEqual([
    '1500 | 1,250.00 | – | 1,250.00 | ',
    '1920 | 1,230.00 | – | 1,230.00 | ',
    '3000 | −890.00 | −1,230.00 | −2,120.00 | ',
    '3015 | −1,230.00 | 1,230.00 | 0.00 | replaced by 3000',
    '3020 | −360.00 | – | −360.00 | ',
  ]);
  expect((await trailOf(page)).filter((line) => !line.endsWith(' | '))).toEqual(
    ['9112', '9113'].map((entry) => expect.stringMatching(`^${entry} . 3000 . Konto: "3015" became "3000", by \\w+$`)),
  );
  booked.push(...rowsOf(file).map((row) => (row.Konto === '3015' ? { ...row, Konto: '3000' } : row)));
  await expectBooked(dashboard, booked);
});

inBrowser(
  `${UNKNOWN_ROWS} rows are mended with one decision, cells by hand, and the service holds exactly that`,
  async () => {
    const text = manyVouchers();
    const rows = rowsOf(text);
    const kari = await dashboard.person();
    const page = await kari.open('/new');
    const path = await takeIn(page, 'mars.csv', text, /^Book 12 vouchers/);
    await page.getByRole('link', { name: 'Fix 105 vouchers' }).click();
    // What is on hold by its causes comes to what is on hold.
    await causeOf(page, /3015/).waitFor();
    const counts = await page.locator('.causes .n').allInnerTexts();
    expect(counts).toEqual(['515 rows in 103 vouchers', '2 rows in 1 voucher', '2 rows in 1 voucher']);
    await page.getByRole('button', { name: 'All problems 519 rows in 105 vouchers' }).waitFor();

    await useAccount(page, /3015/, '3000', new RegExp(`${UNKNOWN_VOUCHERS} vouchers`));
    await page.getByText(`${UNKNOWN_VOUCHERS} ready to book`, { exact: false }).first().waitFor();

    await causeOf(page, /31\.02\.2026/)
      .getByRole('button', { name: 'Edit cells' })
      .click();
    // The grid goes to the cell that is wrong, and to another one only after it.
    const first = page.getByRole('grid').locator(':focus');
    await expect.poll(() => first.textContent()).toMatch(/^31\.02\.2026/);
    await rewriteCells(page, '31.02.2026', '28.02.2026');
    await page
      .getByText(`${UNKNOWN_VOUCHERS + 1} ready to book`, { exact: false })
      .first()
      .waitFor();

    await causeOf(page, /balance/)
      .getByRole('button', { name: 'Edit cells' })
      .click();
    await page.getByText('differs by 12.00').waitFor();
    await expect.poll(() => first.textContent()).toMatch(/^480,00/);
    await rewriteCells(page, '-468,00', '-480,00');
    await page.getByText('balances').first().waitFor();
    await page
      .getByText(`${UNKNOWN_VOUCHERS + 2} ready to book, 0 still on hold`, { exact: false })
      .first()
      .waitFor();
    // Nothing is booked of what is only mended.
    await expectBooked(dashboard, [...booked, ...rows.slice(5 * UNKNOWN_VOUCHERS, -4)]);

    await bookMended(page, '105 vouchers');
    await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
    await page.goto(path);
    await page.getByText('It adds up', { exact: false }).waitFor();
    expect(await receiptOf(page)).toMatchObject({ booked: `${rows.length}`, 'Read from the file': `${rows.length}` });
    booked.push(
      ...rows.map((row) => ({
        ...row,
        ...(row.Konto === '3015' ? { Konto: '3000' } : {}),
        ...(row.Dato === '31.02.2026' ? { Dato: '28.02.2026' } : {}),
        ...(row['Beløp'] === '-468,00' ? { Beløp: '-480,00' } : {}),
      })),
    );
    await expectBooked(dashboard, booked);
    await page.getByRole('heading', { name: 'History' }).waitFor();
  },
);

inBrowser('the same by keyboard alone', async () => {
  const text = manyVouchers(30_001);
  const rows = rowsOf(text).slice(5 * UNKNOWN_VOUCHERS + 24);
  const id = await bringIn(dashboard, 'april.csv', asFile(rows), 'partly-booked');
  const kari = await dashboard.person();
  const page = await kari.open('/');
  await page
    .getByRole('link', { name: /on hold/ })
    .first()
    .waitFor();
  await tabTo(page, page.getByRole('link', { name: '2 on hold (april.csv)' }));
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid');
  await grid.getByText('31.02.2026').first().waitFor();
  expect(page.url()).toContain(id);

  // One day for both rows of the voucher, by a decision.
  await tabTo(page, causeOf(page, /31\.02\.2026/).getByRole('button', { name: 'Use another value…' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Value to use instead'));
  await page.keyboard.type('28.02.2026');
  // It can be answered once it is counted what it is about.
  await canBePressed(page.getByRole('dialog').getByRole('button', { name: /^Correct / }));
  await page.keyboard.press('Enter');
  await page.getByText('1 ready to book', { exact: false }).first().waitFor();

  // And one amount in the grid: to its row and column by arrows, typed over, undone by Esc, edited by F2, kept by Enter.
  await tabTo(page, grid.locator('[tabindex="0"]').first());
  await page.keyboard.press('Control+End');
  const focused = grid.locator(':focus');
  await expect.poll(() => focused.getAttribute('aria-colindex')).toBe('7');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused.textContent()).toMatch(/^-468,00/);
  await page.keyboard.type('1');
  await expect.poll(() => grid.getByRole('textbox').inputValue()).toBe('1');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused.textContent()).toMatch(/^-468,00/);
  await page.keyboard.press('F2');
  await expect.poll(() => grid.getByRole('textbox').inputValue()).toBe('-468,00');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('-480,00');
  await page.keyboard.press('Enter');
  await page.getByText('2 ready to book, 0 still on hold', { exact: false }).first().waitFor();

  const book = page.getByRole('button', { name: /^Book .* corrected/ });
  await tabTo(page, book);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => book.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  // Esc has it closed, and the button has the focus again: Enter asks once more, however soon it comes.
  await dialog.evaluate((element, ms) => {
    element.addEventListener('cancel', () => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    });
  }, STALL_MS);
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
  await tabTo(page, dialog.getByRole('button', { name: /^Book / }));
  await page.keyboard.press('Enter');
  await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
  booked.push(...rows.map(mendedByHand));
  await expectBooked(dashboard, booked);
});

inBrowser('failed rows go to Excel and come back mended', async () => {
  const text = manyVouchers(40_001);
  const rows = rowsOf(text);
  const id = await bringIn(dashboard, 'mai.csv', text, 'partly-booked');
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download rows with errors (Excel)' }).click();
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await (await downloading).path());
  const [sheet] = workbook.worksheets;
  const column = Object.fromEntries([...(sheet!.getRow(1).values as string[])].map((name, at) => [name, at]));
  sheet!.eachRow((row, at) => {
    if (at === 1) return;
    const change = (name: string, from: string, to: string) => {
      const cell = row.getCell(column[name]!);
      if (cell.text === from) cell.value = to;
    };
    change('Konto', '3015', '3000');
    change('Dato', '31.02.2026', '28.02.2026');
    change('Beløp', '-468,00', '-480,00');
  });
  const choosing = page.waitForEvent('filechooser');
  await page.getByText('Upload the corrected workbook').click();
  const buffer = Buffer.from(await workbook.xlsx.writeBuffer());
  await (await choosing).setFiles({ name: 'mai.failed.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByText('nothing is on hold any more', { exact: false }).first().waitFor();
  await page.goto(`/imports/${id}`);
  await page.getByText('It adds up', { exact: false }).waitFor();
  expect(await receiptOf(page)).toMatchObject({ booked: `${rows.length}` });
  booked.push(...rows.map(mendedByHand));
  await expectBooked(dashboard, booked);
});

/** The cell is drawn, and nothing covers its middle. */
const isInSight = (cell: Element) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return over !== null && cell.contains(over);
};

inBrowser('the cell that is wrong and the amount are in sight beside long texts, and a column is resized', async () => {
  const note = 'a note that nobody needs to read to the end';
  const text = manyVouchers(80_001)
    .trim()
    .split('\r\n')
    .map((line, at) => {
      const [number, day, account, description, ...rest] = line.split(';');
      const notes = Array.from({ length: 4 }, (_, each) => (at === 0 ? `Notat ${each}` : note));
      return [number, day, ...notes, account, description, ...rest].join(';');
    })
    .join('\r\n');
  const id = await bringIn(dashboard, 'notater.csv', text, 'partly-booked');
  booked.push(...rowsOf(manyVouchers(80_001)).slice(5 * UNKNOWN_VOUCHERS, -4));
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  const row = page.getByRole('row', { name: /^3 / });
  const wrong = page.getByRole('gridcell', { name: '3015', exact: true }).first();
  for (const width of [1440, 1024, 380]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await wrong.waitFor();
    await page.getByRole('grid').evaluate((grid) => grid.scrollIntoView());
    await expect.poll(() => wrong.evaluate(isInSight), { message: `the account at ${width} px` }).toBe(true);
    expect(await page.locator('td.pin').nth(1).evaluate(isInSight), `the amount at ${width} px`).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await row.first().waitFor();
  const head = page.getByRole('columnheader', { name: 'Konto' });
  const wide = async () => (await head.boundingBox())!.width;
  const before = await wide();
  await wrong.click();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(wide).toBeGreaterThan(before);
});

inBrowser('a correction that is still wrong says so, and nothing offers to book it', async () => {
  const rows = rowsOf(manyVouchers(90_001)).slice(-4, -2);
  const id = await bringIn(dashboard, 'dato.csv', asFile(rows), 'partly-booked');
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  await rewriteCells(page, '31.02.2026', '30.02.2026');
  await page.getByText('0 ready to book, 1 still on hold').first().waitFor();
  expect(await page.getByRole('button', { name: /^Book/ }).count()).toBe(0);
  expect(await page.locator('main .primary').count()).toBe(0);
  await page.locator('.mended-bar').getByRole('button', { name: 'Try again…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Book|Try) 2 rows/ })
    .click();
  await page.getByText('Nothing was booked: 1 voucher still on hold', { exact: false }).first().waitFor();
  await expectBooked(dashboard, booked);
});

inBrowser('what she skipped is taken back from the history, and is on hold as before', async () => {
  const voucher = rowsOf(manyVouchers(95_001)).filter(({ Bilagsnr }) => Bilagsnr === '95001');
  const id = await bringIn(dashboard, 'hopp.csv', asFile(voucher), 'partly-booked');
  const receipt = async () => {
    const { duration: _, ...rest } = await dashboard.ask<{ duration: number }>(`/api/imports/${id}/receipt`);
    return rest;
  };
  const before = await receipt();
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}/failed`);
  const dialog = page.getByRole('dialog');
  await causeOf(page, /3015/).getByRole('button', { name: 'Skip…' }).click();
  await dialog.getByLabel('Reason').fill('paid in cash');
  await dialog.getByRole('button', { name: /^Skip / }).click();
  await page.getByRole('link', { name: /hopp\.csv/ }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Take back' }).click();
  await dialog.getByLabel('Reason').fill('was not');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('link', { name: 'Fix 1 voucher' }).waitFor();
  await history.getByText('1 skipped voucher is on hold again: was not', { exact: false }).waitFor();
  expect(await history.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  expect(await receipt()).toEqual(before);
  await expectBooked(dashboard, booked);
});
