import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { bytesOf, dashboardOffice, inBrowser } from './open-dashboard.ts';
import type { Person } from './person.ts';
import { bringIn } from './vouchers.ts';

const dashboard = dashboardOffice();

/** Scripts of words, by their language. */
const wordsOf = (language: string) => `**/assets/*.${language}-*.js`;
const LOST = /Failed to load resource|ERR_FAILED|dynamically imported module/;

/** Languages whose words a window asks for. */
function languagesAsked({ context }: Person): Set<string> {
  const asked = new Set<string>();
  context.on('request', (request) => {
    const [, language] = /\/\w+\.(\w+)-[\w-]+\.js/.exec(request.url()) ?? [];
    if (language !== undefined) asked.add(language);
  });
  return asked;
}

async function choose(page: Page, language: string): Promise<void> {
  const choice = page.getByRole('combobox', { name: /Language|Språk/ });
  if (!(await choice.isVisible()))
    await page.getByRole('button', { name: /account and language|konto og språk/ }).click();
  await choice.selectOption(language);
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

inBrowser('who chooses another language stays where they are, and has it everywhere from then on', async () => {
  await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  const kari = await dashboard.person();
  const asked = languagesAsked(kari);
  const page = await kari.open('/');
  await heading(page, 'Imports');
  await page.getByRole('main').getByRole('searchbox').fill('januar');
  expect([...asked]).toEqual(['en']);
  await choose(page, 'nb');
  await heading(page, 'Importer');
  expect(await page.locator('html').getAttribute('lang')).toBe('nb');
  expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('januar');
  await page.getByRole('link', { name: 'Ny import' }).first().click();
  await page.getByText('Slipp filer her').waitFor();
  await page.reload();
  await page.getByText('Slipp filer her').waitFor();
  await choose(page, 'en');
  await page.getByText('Drop files here').waitFor();
  // Back and forth, faster than words are loaded: the last one is meant.
  await choose(page, 'nb');
  await choose(page, 'en');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await heading(page, 'Jobs');
});

inBrowser('who pauses while typing what to look for keeps the field, and what she types on', async () => {
  const id = await bringIn(dashboard, 'april.csv', bytesOf('errors/account-unknown.csv'), 'partly-booked');
  const kari = await dashboard.person();
  for (const path of ['/', `/imports/${id}/failed`]) {
    const page = await kari.open(path);
    const search = page.getByRole('main').getByRole('searchbox');
    await search.pressSequentially('apr ');
    await expect.poll(() => page.url()).toContain('q=apr');
    await page.keyboard.type('il');
    await expect.poll(() => page.url()).toMatch(/q=apr[+]il$/);
    expect(await search.inputValue()).toBe('apr il');
    await page
      .getByRole('button', { name: /^Clear filter/ })
      .first()
      .click();
    await expect.poll(() => search.inputValue()).toBe('');
  }
});

inBrowser('words that cannot be loaded are said to be so, and had once they can be', async () => {
  const kari = await dashboard.person();
  kari.expects(LOST);
  const page = await kari.open('/');
  await heading(page, 'Imports');
  await kari.context.route(wordsOf('nb'), (route) => route.abort());
  await choose(page, 'nb');
  await page.getByText('This could not be loaded.').waitFor();
  // Everything goes on in the language that there is.
  await page.getByRole('link', { name: 'New import' }).first().click();
  await page.getByText('Drop files here').waitFor();
  await kari.context.unroute(wordsOf('nb'));
  await page.getByRole('button', { name: 'Load anew' }).click();
  await page.getByText('Slipp filer her').waitFor();
});

inBrowser('a page whose first words cannot be loaded says so', async () => {
  const kari = await dashboard.person({ language: 'nb-NO' });
  kari.expects(LOST);
  await kari.context.route(wordsOf('nb'), (route) => route.abort());
  const page = await kari.open('/jobs');
  await page.getByText('Dette kunne ikke lastes.').waitFor();
  await kari.context.unroute(wordsOf('nb'));
  await page.getByRole('button', { name: 'Last på nytt' }).click();
  await heading(page, 'Jobber');
});
