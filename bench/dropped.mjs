import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooked } from './check.mjs';
import { startBilag } from './dashboard/start-bilag.mjs';
import { JOB } from './journal.mjs';
import { ACCOUNTS, path, withService } from './parts.mjs';
import { childrenOf, lookAt } from './proc.mjs';
import { writeCsv } from './write-csv.mjs';

const ROWS = 500_000;
const FILES = 100;
/** Vouchers are numbered on from file to file. */
const ENTRIES_A_FILE = 10_000;
/** Between two looks, and that all of it may take, in milliseconds. */
const LOOK_MS = 250;
const LIMIT_MS = 10 * 60_000;

/** Many small files that are dropped into the inbox at once, beside one that holds as many rows. */
export async function droppedPart({ program, say }) {
  say(`one file of ${ROWS} rows in the inbox`);
  const one = await drop(program, 'one', [ROWS]);
  say(`${FILES} files of ${ROWS / FILES} rows in the inbox`);
  const many = await drop(program, 'many', Array(FILES).fill(ROWS / FILES));
  return { dropped: { rows: ROWS, files: FILES, one, many, more: many.cpuSeconds / one.cpuSeconds } };
}

async function drop(program, name, sizes) {
  const files = [];
  for (const [at, rows] of sizes.entries()) {
    const file = path(`dropped-${at}.csv`);
    const firstEntry = 10_001 + at * ENTRIES_A_FILE;
    files.push({ file, control: await writeCsv(file, { rows, accounts: ACCOUNTS, seed: at + 1, firstEntry }) });
  }
  return withService(async (service) => {
    const bilag = await startBilag(program, service, { name: `office-${name}`, files: { 'jobs/journal.yaml': JOB } });
    try {
      const inbox = join(bilag.folder, 'inbox', 'journal');
      mkdirSync(inbox, { recursive: true });
      const before = cpuOf(bilag.pid);
      const began = performance.now();
      for (const [at, { file }] of files.entries()) renameSync(file, join(inbox, `journal-${at}.csv`));
      while ((await bilag.ask(`/api/imports?state=completed&limit=${FILES}`)).imports.length < sizes.length) {
        if (performance.now() - began > LIMIT_MS) throw new Error('What was dropped is not booked.');
        await sleep(LOOK_MS);
      }
      const wallSeconds = (performance.now() - began) / 1_000;
      const cpuSeconds = cpuOf(bilag.pid) - before;
      await checkBooked(
        service,
        files.map(({ control }) => control),
      );
      return { cpuSeconds, wallSeconds };
    } finally {
      await bilag.stop();
    }
  });
}

/** With its Redis. */
function cpuOf(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (lookAt(each)?.cpu ?? 0), 0);
}
