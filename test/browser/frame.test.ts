import { expect } from 'vitest';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';

const dashboard = dashboardOffice();

inBrowser('the frame', async () => {
  const kari = await dashboard.person();
  const page = await kari.open('/');
  await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await outOfReach(page)).toEqual([]);
});
