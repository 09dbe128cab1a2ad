import { createReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JOB } from '../journal.mjs';
import { ACCOUNTS, path, withService } from '../parts.mjs';
import { writeCsv } from '../write-csv.mjs';
import { askWhile, quantiles } from './requests.mjs';
import { openings, scrolling, withBrowser } from './screen.mjs';
import { startBilag } from './start-bilag.mjs';

/** Rows that wait on the screen of failed rows, two of an entry, one of them with an account that is not there. */
const FAILED_ROWS = 10_000;
const UNKNOWN_ACCOUNT = '3015';
/** A cell of the first rows that wait. */
const FIRST_ROWS = '[role="grid"] tbody td';
/** The first voucher of the failed ones: none of the large import's. */
const FIRST_FAILED = 9_000_001;

/** The screens with 10,000 rows that wait, and the interface while a large import is worked on. */
export async function dashboardPart({ rows, program, say }) {
  const web = join(dirname(program), 'web', 'assets');
  const large = path('large.csv');
  await writeCsv(large, { rows, accounts: ACCOUNTS, seed: 1, firstEntry: 10_001 });
  return withService(async (service) => {
    const bilag = await startBilag(program, service, { files: { 'jobs/journal.yaml': JOB } });
    try {
      say(`${FAILED_ROWS} rows fail`);
      const failed = await bilag.upload('journal', 'failed.csv', failedRows());
      const { rows: waiting } = await bilag.rested(failed);
      if (waiting.held !== FAILED_ROWS) throw new Error(`Not ${FAILED_ROWS} rows wait: ${JSON.stringify(waiting)}`);
      const screens = await withBrowser(async (browser) => {
        say('the screen of failed rows is opened and scrolled');
        const address = `${bilag.url}/imports/${failed}/failed`;
        const opened = await openings(browser, address, FIRST_ROWS);
        return {
          paint: quantiles(opened.map(({ paint }) => paint)),
          there: quantiles(opened.map(({ there }) => there)),
          scrolling: await scrolling(browser, address, FIRST_ROWS),
        };
      });
      say(`requests while ${rows} rows are imported`);
      const requests = await whileImporting(bilag, large, failed);
      return { dashboard: { rows, failedRows: FAILED_ROWS, scriptBytes: scriptBytes(web), ...screens, requests } };
    } finally {
      await bilag.stop();
      rmSync(large);
    }
  });
}

async function whileImporting(bilag, file, failed) {
  const id = await bilag.upload('journal', 'large.csv', createReadStream(file));
  let going = true;
  const end = bilag.rested(id).finally(() => {
    going = false;
  });
  const requests = await askWhile(
    bilag.url,
    {
      'the list of imports': '/api/imports',
      'the import that runs': `/api/imports/${id}`,
      'its history': `/api/imports/${id}/events`,
      'failed rows of another': `/api/imports/${failed}/waiting`,
      'the page': '/',
    },
    () => going,
  );
  const { state } = await end;
  if (state !== 'completed') throw new Error(`The large import is ${state}.`);
  return requests;
}

function failedRows() {
  const lines = Array.from({ length: FAILED_ROWS / 2 }, (_, at) => {
    const begins = `${FIRST_FAILED + at};${String((at % 28) + 1).padStart(2, '0')}.01.2026`;
    const amount = `${100 + at},${String(at % 100).padStart(2, '0')}`;
    return `${begins};1920;Kontantsalg ${at};${amount};;10;\r\n${begins};${UNKNOWN_ACCOUNT};Kontantsalg ${at};-${amount};;10;\r\n`;
  });
  return `Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode;Avdeling;Referanse\r\n${lines.join('')}`;
}

/** What a person loads who opens every screen, in the language whose words are more, as it goes over the line. */
function scriptBytes(folder) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const bytesOf = (names) => names.reduce((sum, name) => sum + statSync(join(folder, `${name}.br`)).size, 0);
  return Math.max(
    ...['en', 'nb'].map((language) =>
      bytesOf(scripts.filter((name) => (/\.(en|nb)-/.exec(name)?.[1] ?? language) === language)),
    ),
  );
}
