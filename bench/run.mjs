// What bilag costs beside bare csv-parse, measured in one run:   npm run bench [-- options]
//   --rows N     rows of an import (1000000)        --large N    rows of the large one (4000000)
//   --xlsx N     rows of the workbook (500000)      --contacts N rows of contacts, and contacts there already (100000)
//   --figures N  rows of the statement whose figures are checked (200000)
//   --repeat N   times that the import is measured (3)
//   --skip a,b   leave out: import, again, variants, scattered, large, newer-node, figures, xlsx, contacts, dropped, waiting, others,
//                commands, dashboard, profile
//   --only a,b   nothing but these                  --profile    only the profile of an import
//   --program F  measure another build's main.js, but for the profile
import { existsSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasProc } from './proc.mjs';
import { markdownTable, textTable } from './report.mjs';
import { tidyAtExit } from './tidy.mjs';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** The same, from modules: a profile tells what a function belongs to by the file in which it stands. */
const MODULES = fileURLToPath(new URL('../build/main.js', import.meta.url));
const RESULTS = fileURLToPath(new URL('./results/', import.meta.url));
const FULL = { rows: 1_000_000, large: 4_000_000, figures: 200_000, xlsx: 500_000, contacts: 100_000, repeat: 3 };
const PARTS = [
  'import',
  'again',
  'variants',
  'scattered',
  'large',
  'newer-node',
  'figures',
  'xlsx',
  'contacts',
  'dropped',
  'waiting',
  'others',
  'commands',
  'dashboard',
  'profile',
];
/** The file, its stored copy, the ledger, and the write-ahead log beside it. */
const DISK_BYTES_PER_ROW = 1_000;

function readOptions() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: {
      ...{ rows: text, large: text, figures: text, xlsx: text, contacts: text, repeat: text },
      skip: text,
      only: text,
      profile: { type: 'boolean', default: false },
      program: { type: 'string', default: MAIN },
    },
  });
  const sizes = {};
  for (const [name, usual] of Object.entries(FULL)) {
    sizes[name] = Number(values[name] ?? usual);
    if (!Number.isSafeInteger(sizes[name]) || sizes[name] < 1) throw new Error(`--${name} must be a whole number.`);
  }
  const skipped = partsNamed('skip', values);
  const only = values.profile ? ['profile'] : partsNamed('only', values);
  const parts = new Set((only.length > 0 ? only : PARTS).filter((name) => !skipped.includes(name)));
  const full = parts.size === PARTS.length && Object.entries(FULL).every(([name, usual]) => sizes[name] === usual);
  return { ...sizes, parts, full, program: values.program, modules: MODULES };
}

function partsNamed(option, values) {
  const names = (values[option] ?? '').split(',').filter(Boolean);
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) throw new Error(`--${option} ${unknown}: the parts are ${PARTS.join(', ')}.`);
  return names;
}

function checkMachine({ program, rows, large, parts }) {
  if (!hasProc()) throw new Error('The benchmark reads CPU and memory from /proc: it runs on Linux.');
  if (!existsSync(program)) throw new Error(`There is no build to measure at ${program}: npm run build`);
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = DISK_BYTES_PER_ROW * Math.max(2 * rows, parts.has('large') ? large : 0);
  if (bavail * bsize < needed) {
    throw new Error(
      `${tmpdir()} has ${Math.round((bavail * bsize) / 1e6)} MB left, and ${Math.round(needed / 1e6)} MB are needed. Set TMPDIR to another folder.`,
    );
  }
}

async function main() {
  const options = readOptions();
  checkMachine(options);
  tidyAtExit();
  const say = (line) => console.error(`… ${line}`);
  const all = await import('./parts.mjs');
  const { tablesOf } = await import('./tables.mjs');
  const bench = { ...options, say };
  const results = {
    machine: { node: process.version, platform: process.platform, cpus: cpus().length, model: cpus()[0]?.model },
  };
  const run = async (name, part) => {
    if (options.parts.has(name)) Object.assign(results, await part(bench));
  };
  await run('import', all.importPart);
  await run('variants', all.variantsPart);
  await run('scattered', all.scatteredPart);
  await run('large', all.largePart);
  await run('newer-node', (await import('./newer-node.mjs')).newerNodePart);
  await run('figures', (await import('./figures.mjs')).figuresPart);
  await run('xlsx', all.xlsxPart);
  await run('contacts', (await import('./contacts.mjs')).contactsPart);
  await run('dropped', (await import('./dropped.mjs')).droppedPart);
  await run('waiting', (await import('./waiting.mjs')).waitingPart);
  await run('others', all.othersPart);
  await run('commands', (await import('./commands.mjs')).commandsPart);
  await run('dashboard', (await import('./dashboard/part.mjs')).dashboardPart);
  await run('profile', all.profilePart);
  const { flame, ...figures } = results;
  const tables = tablesOf(figures);
  for (const { title, columns, rows, notes } of tables) {
    console.log(`\n${title}\n\n${textTable(columns, rows)}\n${notes.map((note) => `\n${note}`).join('')}`);
  }
  mkdirSync(RESULTS, { recursive: true });
  if (flame !== undefined) {
    writeFileSync(join(RESULTS, 'flame.svg'), flame);
    console.log('\nThe flame graph is in bench/results/flame.svg.');
  }
  if (options.full) keep(figures, tables);
  else console.error('\nNot kept: only a run of all parts at full size is.');
}

function keep(results, tables) {
  const sections = tables.map(({ title, columns, rows, notes }) =>
    [`### ${title}`, markdownTable(columns, rows), notes.join('\n')].filter(Boolean).join('\n\n'),
  );
  writeFileSync(join(RESULTS, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(RESULTS, 'latest.md'), `${sections.join('\n\n')}\n`);
  console.log('\nKept in bench/results/latest.json and latest.md.');
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\nThe benchmark failed: ${error.message}`);
    process.exit(1);
  },
);
