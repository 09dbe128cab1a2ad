import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { dropFile } from './drop-file.ts';
import { barriers, outOfReach } from './look-over.ts';
import { bytesOf, dashboardOffice, inBrowser, isBrowserThere } from './open-dashboard.ts';
import type { Person } from './person.ts';
import { readsEnglish, textsOf } from './texts.ts';
import { bringIn, manyVouchers } from './vouchers.ts';

const SCHEDULED = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
schedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }
fetch: { path: exports/*.csv }
`;
/** A look says nothing certain of what was not booked, for nothing that was booked later would be found. */
const LOOKING = `services:
  main:
    baseUrl: "\${ACCOUNTING_URL}"
    probe:
      path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20"
      quiet: 1s
      looks: 2
      every: 200ms
`;
const dashboard = dashboardOffice({
  files: {
    'bilag.yaml': LOOKING,
    'jobs/nightly.yaml': SCHEDULED,
    'jobs/misspelt.yaml': 'kind: bookings\ncolumns: { acount: Konto, date: Dato }\n',
  },
});

const RENT =
  'Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode\n401;01.05.2026;6300;Leie;950,05;1\n401;01.05.2026;2400;Hamar;-950,05;\n';
const ids = { booked: '', failed: '', doubt: '', planned: '', asked: '', waits: '', rejected: '' };
const withHead = (rows: readonly string[]) => `${RENT.split('\n', 1)[0]}\n${rows.join('\n')}\n`;
/** Two vouchers under their numbers, on a date. */
const sales = (day: string) =>
  [411, 412].flatMap((number) => [
    `${number};${day};1920;Salg ${number - 400};${number},05;`,
    `${number};${day};3000;Salg ${number - 400};-${number},05;`,
  ]);

beforeAll(async () => {
  if (!isBrowserThere) return;
  ids.booked = await bringIn(dashboard, 'januar.csv', bytesOf('bookings.csv'), 'completed');
  ids.failed = await bringIn(dashboard, 'mars.csv', manyVouchers(), 'partly-booked');
  ids.planned = await bringIn(dashboard, 'april.csv', manyVouchers(60_001), 'planned', { query: '&dryRun=true' });
  ids.rejected = await bringIn(dashboard, 'feil.csv', 'Vare;Pris\nKaffe;39,90\n', 'rejected');
  await bringIn(dashboard, 'salg.csv', withHead(sales('02.04.2026')), 'completed');
  const again = [...sales('09.04.2026'), '413;09.04.2026;1920;Nytt;5,05;', '413;09.04.2026;3000;Nytt;-5,05;'];
  ids.asked = await bringIn(dashboard, 'salg-ny.csv', withHead(again), 'partly-booked');
  await dashboard.control('next', { faults: ['reset-before'], path: 'POST /api/biz/journalentries' });
  ids.doubt = await bringIn(dashboard, 'mai.csv', RENT, 'in-doubt');
  ids.waits = await bringIn(dashboard, 'mai-igjen.csv', `${RENT}\n`, 'posting');
  // Its folder is not there.
  await dashboard.ask('/api/jobs/nightly/run', { method: 'POST' });
});

/** When the service is surely done with a request, in milliseconds. */
const LATE_MS = 3 * 60_000;
const ADDS_UP = /It adds up|går opp|stemmer/;

/** Every screen with something on it, and what a person opens there. Words are of both languages. */
const SCREENS: Readonly<Record<string, (person: Person) => Promise<Page>>> = {
  imports: (person) => opened(person, '/', 'mars.csv'),
  'new import': (person) => opened(person, '/new', /Drop files here|Slipp filer her/),
  'new import: the plan': async (person) => {
    const page = await opened(person, '/new', /Drop files here|Slipp filer her/);
    await dropFile(page.getByText(/Drop files here|Slipp filer her/), 'juni.csv', manyVouchers(70_001));
    await page.getByRole('radio', { name: /^bookings / }).check();
    await page.getByRole('button', { name: /^(Book|Bokfør) \d+/ }).waitFor();
    return page;
  },
  'new import: a new job': async (person) => {
    const page = await opened(person, '/new', /Drop files here|Slipp filer her/);
    await dropFile(page.getByText(/Drop files here|Slipp filer her/), 'juli.csv', manyVouchers(80_001));
    await page.getByRole('radio', { name: /^(A new job|En ny jobb)/ }).check();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  },
  'an import that is booked': (person) => opened(person, `/imports/${ids.booked}`, ADDS_UP),
  'an import that is partly booked': (person) => opened(person, `/imports/${ids.failed}`, ADDS_UP),
  'an import that is planned': (person) => opened(person, `/imports/${ids.planned}`, 'april.csv'),
  'an import in doubt': (person) => opened(person, `/imports/${ids.doubt}`, 'mai.csv'),
  'an import that is rejected': (person) =>
    opened(person, `/imports/${ids.rejected}`, /Check that this is the right job|Kontroller at dette er riktig jobb/),
  'failed rows': (person) => opened(person, `/imports/${ids.failed}/failed`, 'Salg nr. 20001'),
  'failed rows: a decision': async (person) => {
    const page = await opened(person, `/imports/${ids.failed}/failed`, 'Salg nr. 20001');
    await page.getByRole('button', { name: /Use another account…|Bruk en annen konto …/ }).click();
    await page.getByRole('dialog').getByText('3020').first().waitFor();
    return page;
  },
  'failed rows: a cell': async (person) => {
    const page = await opened(person, `/imports/${ids.failed}/failed`, 'Salg nr. 20001');
    const cell = page.getByRole('grid').getByRole('gridcell', { name: '3015', exact: true }).first();
    await cell.click();
    await expect.poll(() => cell.getAttribute('tabindex')).toBe('0');
    await page.keyboard.press('Enter');
    await page.getByRole('grid').getByRole('combobox').waitFor();
    await page.getByRole('option').first().waitFor();
    return page;
  },
  'failed rows: a question': (person) =>
    opened(person, `/imports/${ids.asked}/failed`, /One answer counts|Ett svar gjelder/),
  'failed rows: an answer': async (person) => {
    const page = await SCREENS['failed rows: a question']!(person);
    await page
      .getByRole('button', { name: /They are other vouchers…|Det er andre bilag …/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    return page;
  },
  'an import that waits for another one': (person) =>
    opened(person, `/imports/${ids.waits}`, /1 voucher waits for|1 bilag venter på/),
  'failed rows of an import that waits': (person) =>
    opened(person, `/imports/${ids.waits}/failed`, /1 voucher waits for|1 bilag venter på/),
  doubt: async (person) => {
    const page = await opened(person, '/doubt', 'mai.csv');
    await page.getByText('950').first().waitFor();
    return page;
  },
  'doubt: an answer, and what there is in full': async (person) => {
    const page = await SCREENS['doubt']!(person);
    await page.getByText(/^(Request and answer in full|Forespørsel og svar i sin helhet)/).click();
    await page
      .getByText(/401: (not found, but|ikke funnet, men)/)
      .first()
      .waitFor();
    await page.getByRole('radio', { name: /^(It is not booked|Det er ikke bokført)/ }).check();
    await page.getByRole('button', { name: /^(Answer: it is|Svar: det er) / }).waitFor();
    return page;
  },
  'an import in doubt: a batch, and what bilag looked up': async (person) => {
    const page = await opened(person, `/imports/${ids.doubt}`, 'mai.csv');
    await page
      .getByText(/^(Batches|Sendinger)/)
      .first()
      .click();
    await page.getByRole('button', { name: /^(Details of batch|Detaljer om sending) 1/ }).click();
    await page
      .getByText(/401: (not found, but|ikke funnet, men)/)
      .first()
      .waitFor();
    return page;
  },
  'jobs and service': async (person) => {
    const page = await opened(person, '/jobs', 'nightly');
    await page.getByText(/misspelt\.yaml:2: columns\.acount/).waitFor();
    await page
      .getByText(/exports (does not exist|finnes ikke)\./)
      .first()
      .waitFor();
    return page;
  },
  'jobs: what there is of a job whose files could not be fetched': async (person) => {
    const page = await opened(person, '/jobs', 'nightly');
    await page.getByRole('button', { name: /^(More of|Mer om) nightly/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/exports (does not exist|finnes ikke)\./)
      .first()
      .waitFor();
    return page;
  },
  'new import: a file that is refused': async (person) => {
    const page = await opened(person, '/new', /Drop files here|Slipp filer her/);
    await dropFile(page.getByText(/Drop files here|Slipp filer her/), 'regnskap.pdf', '%PDF-1.7\n');
    await page.getByText(/Export it as CSV or XLSX|Eksporter den som CSV eller XLSX/).waitFor();
    return page;
  },
  'nothing at this address': async (person) =>
    opened(
      person,
      '/imports/01M7Y70DRAX1NCFJ699GM8ZHVA',
      /There is nothing at this address|Det er ingenting på denne adressen/,
    ),
};

async function opened(person: Person, path: string, there: string | RegExp): Promise<Page> {
  const page = await person.open(path);
  await page.getByText(there).first().waitFor();
  // What is asked for besides is there too.
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy="true"]') === null);
  return page;
}

const somebody = async (options: Parameters<typeof dashboard.person>[0]) => {
  const person = await dashboard.person({ ...options, aheadMs: LATE_MS });
  // A person who follows an old link is told so, and the browser says it too.
  person.expects(/status of 404 .*01M7Y70DRAX1NCFJ699GM8ZHVA|status of 415/);
  return person;
};

/** What stands on each screen in English. */
const inEnglish = new Map<string, ReadonlySet<string>>();

inBrowser('nothing on any screen keeps people out, light or dark', async () => {
  const kari = await somebody({});
  const found: string[] = [];
  for (const [name, open] of Object.entries(SCREENS)) {
    const page = await open(kari);
    inEnglish.set(name, new Set(await textsOf(page)));
    found.push(...(await barriers(page)).map((each) => `${name}: ${each}`));
    // In the dark nothing but the colours is other.
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriers(page, ['color-contrast'])).map((each) => `${name}, dark: ${each}`));
    await page.close();
  }
  expect(found).toEqual([]);
});

inBrowser(
  'in Norwegian, on 380 pixels: nothing is in English, no screen scrolls sideways, all can be reached',
  async () => {
    const kari = await somebody({});
    // Its words are the longer ones.
    const ola = await somebody({ language: 'nb-NO', width: 380, height: 740 });
    const found: string[] = [];
    for (const [name, open] of Object.entries(SCREENS)) {
      const theirs = inEnglish.get(name) ?? (await textsInEnglish(open, kari));
      const norwegian = await open(ola);
      for (const text of await textsOf(norwegian)) if (readsEnglish(text, theirs)) found.push(`${name}: ${text}`);
      found.push(...(await outOfReach(norwegian)).map((each) => `${name}: ${each}`));
      await norwegian.close();
    }
    expect(found).toEqual([]);
  },
);
async function textsInEnglish(open: (person: Person) => Promise<Page>, person: Person): Promise<ReadonlySet<string>> {
  const page = await open(person);
  const texts = new Set(await textsOf(page));
  await page.close();
  return texts;
}
