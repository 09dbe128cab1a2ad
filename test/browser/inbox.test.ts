import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';

const dashboard = dashboardOffice();

inBrowser('a file of the inbox that is refused stands on the list of imports, with why and what to do', async () => {
  await dashboard.office.write('inbox/bookings/notes.txt', 'not for this job');
  const kari = await dashboard.person();
  const page = await kari.open('/');
  const refused = page.getByRole('status').filter({ hasText: 'notes.txt' });
  await refused.waitFor();
  expect(await refused.textContent()).toMatch(
    /^notes\.txt \(bookings\): not received\. The job takes files with names like \*\.\{csv,xlsx\}\. Rename the file.* It is now in inbox\/bookings\/failed\/notes\.txt\./,
  );
  const ola = await (await dashboard.person({ language: 'nb-NO' })).open('/');
  await ola.getByText(/ikke mottatt\. Jobben tar filer med navn som/).waitFor();
});

inBrowser('the history names bilag for what it did by itself, and not the user of the machine', async () => {
  await writeFile(join(dashboard.office.folder, 'inbox/bookings/januar.csv'), bytesOf('bookings.csv'));
  const kari = await dashboard.person();
  const page = await kari.open('/');
  await page.getByRole('link', { name: 'januar.csv' }).click();
  const history = page.locator('.history').getByRole('listitem');
  await history.filter({ hasText: 'completed' }).waitFor();
  expect(await history.locator('.who').allTextContents()).toEqual(['bilag', 'bilag', 'the inbox']);
});
