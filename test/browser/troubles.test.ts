import { expect } from 'vitest';
import { barriers, outOfReach } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { manyVouchers } from './vouchers.ts';

const dashboard = dashboardOffice();
const PLACES = ['/', '/new', '/doubt', '/jobs'];

inBrowser(
  'every page says that the accounting service is down, since when and what bilag does, until it is back',
  async () => {
    await dashboard.control('faults', { spec: 'get-503=1,503=1' }, 'PUT');
    const { import: id } = await dashboard.ask<{ import: string }>('/api/imports?job=bookings&name=mars.csv', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: manyVouchers(),
    });
    const kari = await dashboard.person();
    const liv = await dashboard.person({ width: 380, dark: true, language: 'nb-NO' });
    for (const path of PLACES) {
      const page = await kari.open(path);
      const banner = page.getByRole('status').filter({ hasText: 'The accounting service is not responding' });
      await banner.getByText(/Nothing is lost\. bilag waits, and tries again by itself\. Since \d/).waitFor();
      expect(await barriers(page)).toEqual([]);
    }
    // The import itself says what it waits for.
    const said = /^On hold: The accounting service is not responding\. Nothing is lost\./;
    const held = await kari.open(`/imports/${id}`);
    await held.getByText(said).waitFor();
    const page = await liv.open('/');
    await page.getByText('Regnskapstjenesten svarer ikke').waitFor();
    expect(await outOfReach(page)).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await dashboard.control('faults', { spec: '' }, 'PUT');
    await page.getByText('Regnskapstjenesten svarer ikke').waitFor({ state: 'detached' });
    await held.getByText(said).waitFor({ state: 'detached' });
  },
);
