import { expect } from 'vitest';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { bringIn, expectBooked, manyVouchers, rowsOf, UNKNOWN_VOUCHERS } from './vouchers.ts';

const dashboard = dashboardOffice();

inBrowser(
  'on a phone vouchers are cards: the wrong cell and the amount first, and a cell is corrected where it stands',
  async () => {
    const text = manyVouchers();
    const id = await bringIn(dashboard, 'mars.csv', text, 'partly-booked');
    const liv = await dashboard.person({ width: 380, height: 740, language: 'nb-NO' });
    const page = await liv.open(`/imports/${id}/failed`);
    const wrong = page.getByRole('gridcell', { name: '3015', exact: true }).first();
    await wrong.waitFor();
    const scroller = page.locator('.grid-scroll');
    expect(await scroller.evaluate((frame) => frame.scrollWidth <= frame.clientWidth)).toBe(true);
    expect(await outOfReach(page)).toEqual([]);
    expect(await barriers(page)).toEqual([]);

    // The second row of the first voucher: what is wrong stands first, with its amount beside it and all other cells below.
    const card = page.locator('tr.line', { has: wrong });
    const boxes = await card.locator('td').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, top, right, bottom } = cell.getBoundingClientRect();
        return { text: cell.textContent ?? '', name: cell.getAttribute('data-th'), left, top, right, bottom };
      }),
    );
    const of = (name: string) => boxes.find((each) => each.name === name)!;
    const [account, sum] = [of('Konto'), of('Beløp')];
    expect(account.top).toBe(sum.top);
    expect(account.right).toBeLessThanOrEqual(sum.left);
    for (const each of boxes.filter((box) => box !== account && box !== sum)) {
      expect(each.top, each.name!).toBeGreaterThanOrEqual(account.bottom);
      expect([each.left >= 0, each.right <= 380], each.name!).toEqual([true, true]);
    }
    expect(new Set(boxes.map(({ left, top }) => `${left} ${top}`)).size).toBe(boxes.length);

    // Rows are as high as the grid counts with: what is out of sight comes where it is expected, to the last one.
    const height = await scroller.evaluate((frame) => frame.scrollHeight);
    for (let at = 0; at <= height; at += 4_000) await scroller.evaluate((frame, top) => frame.scrollTo(0, top), at);
    // A busy machine may bring rows after the wheel was turned: a person turns it on.
    await expect
      .poll(async () => {
        await scroller.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
        return await page.getByRole('gridcell', { name: '-468,00' }).isVisible();
      })
      .toBe(true);
    await expect.poll(() => page.locator('tr.gap').count()).toBeLessThan(3);
    const loaded = await scroller.evaluate((frame) => frame.scrollHeight);
    await scroller.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
    expect(await scroller.evaluate((frame) => frame.scrollHeight)).toBe(loaded);

    // Corrected in the card: the last voucher differs by 12 kroner.
    const amount = page.getByRole('gridcell', { name: '-468,00' });
    await amount.click();
    await page.locator('td[data-cursor]:focus').waitFor();
    await amount.click();
    const field = page.getByRole('grid').getByRole('textbox');
    await field.fill('-480,00');
    await field.press('Enter');
    const bar = page.locator('.mended-bar');
    await bar.getByText('Bokfør 1 rettet').or(bar.getByRole('button').first()).first().waitFor();
    expect(await outOfReach(page)).toEqual([]);
    await bar.getByRole('button').first().click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const rows = rowsOf(text);
    const sound = rows.slice(5 * UNKNOWN_VOUCHERS, -4);
    const corrected = rows.slice(-2).map((row) => (row['Beløp'] === '-468,00' ? { ...row, Beløp: '-480,00' } : row));
    await expect
      .poll(() => dashboard.ask(`/api/imports/${id}`), { timeout: 60_000 })
      .toMatchObject({ entries: { booked: 13 } });
    await expectBooked(dashboard, [...sound, ...corrected]);
  },
);

inBrowser('cards in the dark keep nobody out', async () => {
  const id = await bringIn(dashboard, 'april.csv', manyVouchers(40_001), 'partly-booked');
  const liv = await dashboard.person({ width: 380, dark: true });
  const page = await liv.open(`/imports/${id}/failed`);
  await page.getByRole('gridcell', { name: '3015', exact: true }).first().waitFor();
  expect(await barriers(page)).toEqual([]);
});
