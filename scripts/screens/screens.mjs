import { april, may } from './shop-files.mjs';

/** Brings a file to the screen "New import", as a person who chooses one does. */
const choose = (name, text) => async (page) => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  // The one job that fits is taken; where several fit, a person chooses.
  await page.getByRole('button', { name: /^Book \d/ }).waitFor();
};

/**
 * The screens that there are pictures of: where each is, and what a person does there first.
 * `narrow`: on a telephone too.
 */
export const SCREENS = [
  { name: 'imports', path: () => '/', narrow: true, there: 'april-2026.csv' },
  { name: 'new', path: () => '/new', there: 'Drop files here' },
  {
    name: 'plan',
    path: () => '/new',
    there: 'Drop files here',
    show: choose('juni-2026.csv', may('06', 4_801)),
  },
  {
    name: 'plan-issues',
    path: () => '/new',
    there: 'Drop files here',
    show: choose('april-2.csv', april(5_001)),
  },
  { name: 'import', path: ({ april: id }) => `/imports/${id}`, there: 'It adds up' },
  { name: 'receipt', path: ({ 'bookings.csv': id }) => `/imports/${id}`, there: 'It adds up' },
  { name: 'failed-rows', path: ({ april: id }) => `/imports/${id}/failed`, there: 'Problems found', narrow: true },
  {
    name: 'correct',
    path: ({ april: id }) => `/imports/${id}/failed`,
    there: 'Problems found',
    async show(page) {
      await page.getByRole('button', { name: 'Use another account…' }).click();
      await page.getByRole('combobox', { name: 'Account to use instead' }).fill('salg');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'doubt',
    path: () => '/doubt',
    there: 'husleie-mai.csv',
    async show(page) {
      await page.getByRole('article').getByRole('button').first().click();
      await page.getByText('Totals per account').waitFor();
    },
  },
  { name: 'jobs', path: () => '/jobs', there: 'english-ledger' },
];
