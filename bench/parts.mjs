import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHART_OF_ACCOUNTS, LOCKED_ACCOUNTS } from '../build/sandbox/reference/chart-of-accounts.js';
import { flameGraph } from './flame.mjs';
import { HEADER, JOB, PARTIES } from './journal.mjs';
import { measure, median } from './measure.mjs';
import { measureOthers } from './others.mjs';
import { sumProfiles } from './profile.mjs';
import { openHome } from './program.mjs';
import { startService } from './service.mjs';
import { workFolder } from './tidy.mjs';
import { writeCsv } from './write-csv.mjs';
import { writeXlsx } from './write-xlsx.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const ACCOUNTS_USED = 200;
/** Of the sandbox's own chart, so that the accounts are those of a real company; a line for VAT beside VAT codes would be held as `vat-twice`. */
export const ACCOUNTS = CHART_OF_ACCOUNTS.map(([number]) => number)
  .filter((number) => !LOCKED_ACCOUNTS.includes(number) && !isForVat(number))
  .slice(0, ACCOUNTS_USED)
  .map(String);
function isForVat(number) {
  return number >= 2700 && number < 2800;
}
const OTHERS_ROWS = 100_000;
const RULED_PARTIES = 10;
const MAPPED_ACCOUNTS = 100;
const FIRST = { accounts: ACCOUNTS, seed: 1, firstEntry: 10_001 };
/** Other vouchers than the first million's. */
const SECOND = { accounts: ACCOUNTS, seed: 2, firstEntry: 5_000_001 };
const ENGLISH = { delimiter: ',', mark: '.', date: (day, month, year) => `${year}-${month}-${day}` };
/** `ledger convert` goes by these names. */
const LEDGER_HEADER = ['code', 'date', 'account', 'payee', 'amount', 'vat', 'department', 'note'];

export const path = (name) => join(workFolder(), name);

/** Bare csv-parse on a file. @param node the program that runs it @returns CPU seconds and peak MB */
export async function reference(file, rows, node = process.execPath) {
  const { code, stdout, stderr, cpu, peak } = await measure(node, [here('./csv-parse.mjs'), file]);
  if (code !== 0 || Number(stdout) !== rows + 1)
    throw new Error(`csv-parse read ${stdout} of ${rows + 1} records. ${stderr}`);
  return { cpu, peak };
}

export async function withService(work) {
  const service = await startService();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

export const inShort = ({ cpu, own, threads, others, peak, seconds, serviceCpu }, base) => ({
  ratio: cpu / base,
  ownRatio: own / base,
  mainRatio: threads.main.cpu / base,
  plannerRatio: threads.workers.cpu / base,
  othersRatio: Object.values(others).reduce((sum, each) => sum + each, 0) / base,
  ...(serviceCpu === undefined ? {} : { serviceRatio: serviceCpu / base }),
  peakMb: peak,
  cpuSeconds: cpu,
  wallSeconds: seconds,
});

/** A million rows, `repeat` times on fresh homes with csv-parse between, then on the last home a second million, and the first again. */
export async function importPart({ rows, repeat, program, parts, say }) {
  const file = path('first.csv');
  const control = await writeCsv(file, { rows, ...FIRST });
  const fileBytes = statSync(file).size;
  const references = [await reference(file, rows)];
  const runs = [];
  let again = {};
  for (let i = 0; i < repeat; i++) {
    await withService(async (service) => {
      const home = openHome(program, service, `home-${i}`);
      say(`import of ${rows} rows, ${i + 1} of ${repeat}`);
      runs.push(await home.import(file, control));
      references.push(await reference(file, rows));
      runs.at(-1).kept = home.kept();
      if (i === repeat - 1 && parts.has('again')) again = await secondImports(home, { rows, file, control, say });
      home.remove();
    });
  }
  rmSync(file);
  const base = median(references.map(({ cpu }) => cpu));
  const middle = runs.toSorted((a, b) => a.cpu - b.cpu)[runs.length >> 1];
  const result = {
    rows,
    entries: control.entries,
    fileBytes,
    keptBytes: middle.kept,
    ...inShort(middle, base),
    peakMb: Math.max(...runs.map(({ peak }) => peak)),
  };
  return {
    reference: {
      rows,
      cpuSeconds: base,
      peakMb: Math.max(...references.map(({ peak }) => peak)),
      runs: references.map(({ cpu }) => cpu),
    },
    import: { ...result, runs: runs.map(({ cpu }) => cpu / base) },
    ...Object.fromEntries(
      Object.entries(again).map(([name, each]) => [name, { rows, ...inShort(each.run, each.base ?? base) }]),
    ),
  };
}

async function secondImports(home, { rows, file, control, say }) {
  const second = path('second.csv');
  const secondControl = await writeCsv(second, { rows, ...SECOND });
  const base = (await reference(second, rows)).cpu;
  say('a second file of other vouchers into the same ledger');
  const other = await home.import(second, secondControl);
  rmSync(second);
  say('the first file once more, all of it booked already');
  const duplicate = await home.importAgain(file, control);
  return { second: { run: other, base }, duplicates: { run: duplicate } };
}

/** A file of its own, imported once between two runs of csv-parse. @param what it is, in words */
export async function single(what, options, { rows, program, say, job, node }) {
  const file = path('single.csv');
  const control = await writeCsv(file, { rows, ...FIRST, ...options });
  const before = await reference(file, rows, node);
  const result = await withService(async (service) => {
    const home = openHome(program, service, 'home-single', { job, node });
    say(`import of ${rows} rows${what}`);
    const run = await home.import(file, control);
    home.remove();
    return run;
  });
  const after = await reference(file, rows, node);
  rmSync(file);
  return { rows, ...inShort(result, median([before.cpu, after.cpu])) };
}

export const largePart = async (bench) => ({ large: await single('', {}, { ...bench, rows: bench.large }) });
export const scatteredPart = async (bench) => ({
  scattered: await single(' sorted by account', { order: 'account' }, bench),
});

/** Rules and mapped accounts that book the same as without them, but for the texts. */
const RULES = `rules:
${PARTIES.slice(0, RULED_PARTIES)
  .map(
    (party) =>
      `  - { when: { description: '${party}$' }, set: { description: 'Part: {description}' }, override: true }`,
  )
  .join('\n')}
accounts: { ${ACCOUNTS.slice(0, MAPPED_ACCOUNTS)
  .map((number) => `"${number}": "${number}"`)
  .join(', ')} }
`;

/** The same rows written otherwise, and booked by a job that says more. */
export async function variantsPart(bench) {
  const ruled = { name: 'journal', text: `${JOB}${RULES}` };
  return {
    quoted: await single(', every cell in quotes', { style: { quotesAll: true } }, bench),
    windows: await single(' in Windows-1252', { style: { encoding: 'windows-1252' } }, bench),
    ruled: await single(' with rules and mapped accounts', {}, { ...bench, job: ruled }),
  };
}

export async function xlsxPart({ xlsx: rows, program, say }) {
  const workbook = path('journal.xlsx');
  const csv = path('journal.csv');
  const control = await writeXlsx(workbook, { rows, ...FIRST });
  await writeCsv(csv, { rows, ...FIRST });
  const base = (await reference(csv, rows)).cpu;
  say(`reading a workbook of ${rows} rows`);
  const read = await measure(process.execPath, [here('./read-xlsx.mjs'), workbook]);
  const { records } = JSON.parse(read.stdout || '{}');
  if (records !== rows + 1) throw new Error(`${records} of ${rows + 1} rows of the workbook were read. ${read.stderr}`);
  const [planned, imported] = await withService(async (service) => {
    const home = openHome(program, service, 'home-xlsx');
    say('planning it');
    const plan = await home.plan(workbook);
    if (plan.receipt.rows.read !== rows || plan.receipt.entries.planned !== control.entries) {
      throw new Error(
        `The plan of the workbook is wrong: ${JSON.stringify({ rows: plan.receipt.rows, entries: plan.receipt.entries })}`,
      );
    }
    home.remove();
    say('importing it');
    const other = openHome(program, service, 'home-xlsx-import');
    const run = await other.import(workbook, control);
    other.remove();
    return [plan, run];
  });
  rmSync(workbook);
  rmSync(csv);
  return {
    xlsxRead: { rows, ...inShort(read, base) },
    xlsxPlan: { rows, ...inShort(planned, base) },
    xlsxImport: { rows, ...inShort(imported, base) },
  };
}

export async function othersPart({ program, say }) {
  const rows = OTHERS_ROWS;
  const norwegian = path('norwegian.csv');
  const english = path('english.csv');
  const control = await writeCsv(norwegian, { rows, ...FIRST });
  await writeCsv(english, { rows, ...FIRST, style: ENGLISH, header: LEDGER_HEADER });
  const ours = await withService(async (service) => {
    const home = openHome(program, service, 'home-others');
    const run = await home.import(norwegian, control);
    home.remove();
    return run;
  });
  const base = (await reference(norwegian, rows)).cpu;
  const found = await measureOthers({ norwegian, english }, rows, say);
  return {
    small: { rows, ...inShort(ours, base) },
    others: found.map((each) => (each.cpu === undefined ? each : { ...each, timesOurCpu: each.cpu / ours.cpu })),
  };
}

/** One more import, watched by the profiler: its own cost is in there, so only the shares count. */
export async function profilePart({ rows, modules, say }) {
  const file = path('profiled.csv');
  const folder = path('profiles');
  mkdirSync(folder, { recursive: true });
  const control = await writeCsv(file, { rows, ...FIRST });
  say('the same import under the profiler');
  const run = await withService(async (service) => {
    const home = openHome(modules, service, 'home-profile');
    const words = ['--cpu-prof', '--cpu-prof-interval', '1000', `--cpu-prof-dir=${folder}`];
    const measured = await home.import(file, control, words);
    home.remove();
    return measured;
  });
  rmSync(file);
  return {
    flame: flameGraph(folder, `An import of ${rows.toLocaleString('en')} rows: where its time goes`),
    profile: { cpuSeconds: run.cpu, ownSeconds: run.own, others: run.others, groups: sumProfiles(folder, run.threads) },
  };
}

export const FILE_DESCRIPTION = `${HEADER.length} columns, 3.3 rows an entry, ${ACCOUNTS_USED} accounts, CSV with semicolons, decimal commas and dd.mm.yyyy`;
