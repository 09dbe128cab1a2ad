import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { checkContactsReceipt } from './check-contacts.mjs';
import { writePeople } from './contacts.mjs';
import { JOB } from './journal.mjs';
import { measure } from './measure.mjs';
import { ACCOUNTS, path, withService } from './parts.mjs';
import { heldContacts, PEOPLE_JOB } from './people.mjs';
import { openHome } from './program.mjs';
import { writeCsv } from './write-csv.mjs';

const SCRIPT = fileURLToPath(new URL('./others/script.mjs', import.meta.url));
/** How long the services take over each request, in milliseconds. */
const SERVICES_MS = [20, 100, 500];
const CONCURRENCY = 16;
const ROWS = 100_000;
/** The script sends each entry by itself: with as many rows it would take hours. */
const SCRIPT_ROWS = 3_300;
const CONTACTS = 10_000;
const CONTACTS_MS = 5;
const CONTACTS_CONCURRENCY = 8;
/** Exit code (design, section 7): duplicates that differ wait for a person. */
const HELD = 3;

/**
 * What people wait for: the clock on the wall, where the service takes its time. Beside it a script as one writes it in an
 * afternoon (csv-parse, fetch, one entry a request, no ledger), with as many connections.
 */
export async function waitingPart({ program, say }) {
  const file = path('waiting.csv');
  const few = path('few.csv');
  const control = await writeCsv(file, { rows: ROWS, accounts: ACCOUNTS, seed: 1, firstEntry: 10_001 });
  const fewControl = await writeCsv(few, { rows: SCRIPT_ROWS, accounts: ACCOUNTS, seed: 2, firstEntry: 900_001 });
  const services = [];
  for (const ms of SERVICES_MS) {
    say(`a service of ${ms} ms: ${ROWS} rows, and ${SCRIPT_ROWS} by the script`);
    const ours = await withService(async (service) => {
      await service.slow(ms);
      const job = withConcurrency({ name: 'journal', text: JOB }, CONCURRENCY);
      const home = openHome(program, service, 'home-waiting', { job, config: { concurrency: CONCURRENCY } });
      const run = await home.import(file, control);
      const busy = busyConnections(home.folder, ms);
      home.remove();
      return { ...run, busy };
    });
    const script = await withService(async (service) => {
      await service.slow(ms);
      const { code, stderr, seconds, cpu } = await measure(process.execPath, [
        SCRIPT,
        few,
        service.url,
        String(CONCURRENCY),
      ]);
      const { count } = await service.booked();
      if (code !== 0 || count !== fewControl.entries)
        throw new Error(`The script booked ${count} of ${fewControl.entries} entries. ${stderr}`);
      return { seconds, cpu };
    });
    services.push({
      ms,
      wallSeconds: ours.seconds,
      entriesASecond: control.entries / ours.seconds,
      cpuMsAnEntry: (ours.cpu / control.entries) * 1_000,
      busy: ours.busy,
      scriptEntriesASecond: fewControl.entries / script.seconds,
      scriptCpuMsAnEntry: (script.cpu / fewControl.entries) * 1_000,
    });
  }
  rmSync(file);
  rmSync(few);
  return { waiting: { rows: ROWS, entries: control.entries, services, contacts: await contacts(program, say) } };
}

async function contacts(program, say) {
  say(`${CONTACTS} contacts, a service of ${CONTACTS_MS} ms`);
  const file = path('waiting-people.csv');
  const control = await writePeople(file, CONTACTS);
  const run = await withService(async (service) => {
    await service.preload(heldContacts(CONTACTS));
    await service.slow(CONTACTS_MS);
    const job = withConcurrency({ name: 'people', text: PEOPLE_JOB }, CONTACTS_CONCURRENCY);
    const home = openHome(program, service, 'home-people', { job, config: { concurrency: CONTACTS_CONCURRENCY } });
    const done = await home.run(['import', file], { code: HELD });
    checkContactsReceipt(done.receipt, control, 'booked');
    home.remove();
    return done;
  });
  rmSync(file);
  return { ...control, wallSeconds: run.seconds, cpuMsEach: (run.cpu / control.rows) * 1_000 };
}

const withConcurrency = ({ name, text }, concurrency) => ({
  name,
  text: `${text}batch: { concurrency: ${concurrency} }\n`,
});

/** Connections that the service was busy with, in the middle, from the first request of a booking until the last reply. */
function busyConnections(home, ms) {
  const ledger = new Database(join(home, 'ledger.db'), { readonly: true });
  const [{ sent, took }] = ledger
    .prepare('select count(*) as sent, max(ended_at) - min(began_at) as took from attempt')
    .all([]);
  ledger.close();
  return (sent * ms) / took;
}
