import { expect } from 'vitest';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import { bringIn } from './vouchers.ts';

const dashboard = dashboardOffice();

inBrowser('a receipt on paper has every account, and nothing to press', async () => {
  const id = await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  const { totals } = await dashboard.ask<{ totals: { accounts: unknown[] } }>(`/api/imports/${id}`);
  const kari = await dashboard.person();
  const page = await kari.open(`/imports/${id}`);
  await page.getByText('It adds up').waitFor();
  const accounts = page.locator('.money tbody tr');
  await accounts.first().waitFor();
  expect(await accounts.count()).toBeLessThan(totals.accounts.length);
  await page.pdf({ format: 'A4' });
  expect(await accounts.count()).toBe(totals.accounts.length);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').count()).toBe(0);
});
