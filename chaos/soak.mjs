// npm run soak -- [--files N] [--minutes M] [--seed S] [--keep] [--out FILE]
// Small files are dropped into the inbox in the ways that people and programs do, while processes are killed; then every
// file must lie where it belongs, and every entry must stand in the books as often as its file says.
import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BOOKINGS } from './bookings.mjs';
import { manCrew } from './crew.mjs';
import { dropFile, WAYS } from './drop-file.mjs';
import { JOBS, makeFile } from './files.mjs';
import { leftIn, misplaced } from './judge-inbox.mjs';
import { sampleMemory } from './memory-samples.mjs';
import { openOffice, provideRedis } from './office.mjs';
import { randomOf } from './random.mjs';
import { settleDoubts, untilRest } from './settle.mjs';
import { compareBooks } from './soak-judge.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** A soak of this size is what `chaos/results/soak.json` is of; a shorter one is not kept there. */
const FULL = { files: 2_000, minutes: 10 };
/** Processes that watch, plan and post. The first is never killed: its memory is looked at. */
const PROCESSES = 3;
/** From one kill to the next, in milliseconds. */
const KILL_EVERY = { least: 2_000, more: 6_000 };
/** From one look at the memory to the next, in milliseconds. */
const SAMPLE_MS = 2_000;
/** From one word about how far it is to the next, in milliseconds. */
const SAY_MS = 30_000;
/** In this time everything must be at rest once no file is dropped any more, in milliseconds. */
const REST_MS = 240_000;
const SERVICE = 'timeout: { connect: 2s, reply: 5s }';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: String(FULL.files) },
    minutes: { type: 'string', default: String(FULL.minutes) },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const [count, minutes, seed] = [values.files, values.minutes, values.seed].map(Number);
if (!(Number.isInteger(count) && count > 0 && minutes > 0 && Number.isInteger(seed))) {
  console.error('--files and --seed are whole numbers, --minutes is a number above 0.');
  process.exit(2);
}
const full = count >= FULL.files && minutes >= FULL.minutes;
const out = values.out ?? (full ? join(root, 'chaos', 'results', 'soak.json') : undefined);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
await provideRedis();

const random = randomOf(seed);
const files = Array.from({ length: count }, (_, at) => ({
  ...makeFile(random, {
    prefix: `F${at + 1}x`,
    vouchers: 1 + random.int(4),
    errors: random.chance(0.1),
    format: random.chance(0.05) ? 'xlsx' : 'csv',
    kind: random.pick(['journal', 'card']),
  }),
  at: random.next() * minutes * 60_000,
  way: random.pick(WAYS),
}));
const findings = [];
const finding = (kind, words) => void findings.push({ kind, words });
const office = await openOffice({
  dist: join(root, 'dist'),
  keep: values.keep,
  seed,
  sandboxSeed: seed,
  jobs: JOBS,
  service: SERVICE,
});
const { inbox } = office;
const folders = Object.keys(JOBS).map((job) => join(inbox, job));
let account;
try {
  account = await soak();
} finally {
  await office.close();
}
console.log(JSON.stringify(account, null, 1));
if (out === undefined) console.error('Not kept: only a full soak is, or one with --out FILE.');
else writeFileSync(out, `${JSON.stringify(account, null, 1)}\n`);
process.exit(findings.length === 0 ? 0 : 1);

async function soak() {
  const crew = manCrew(office, (words) => finding('ended', words));
  for (let n = 1; n <= PROCESSES; n++) crew.man(`start-${n}`, []);
  const [witness] = office.children;
  const memory = sampleMemory({ bilag: () => witness.pid, redis: office.redisPid }, SAMPLE_MS);
  const saying = setInterval(sayHowFar, SAY_MS);
  const ended = new AbortController();
  const kills = killNowAndThen(witness, ended.signal);
  await Promise.all(files.map(drop));
  ended.abort();
  const struck = await kills;

  if (!(await until(() => left().length === 0)))
    finding('stuck', `left in the inbox: ${left().slice(0, 10).join(', ')}`);
  const run = { office, crew, kind: BOOKINGS, scenario: { probe: false }, finding, restMs: REST_MS };
  const [{ doubts }] = office.ledger("select count(*) as doubts from batch where state = 'in-doubt'");
  await settleDoubts(run, []);
  if (!(await untilRest(run, REST_MS))) finding('stuck', 'imports that never came to rest');
  // What doubts kept in failed/ moves once they are settled.
  await until(() => wrong().length === 0);
  clearInterval(saying);
  const held = memory.end();
  for (const name of crew.names()) {
    const end = await crew.relieve(name);
    if (end.wrong !== '') finding('stop', `${name}: ${end.wrong}`);
  }
  crew.disband();

  for (const words of wrong()) finding('misplaced', words);
  const booked = await office.call('GET', 'booked');
  findings.push(...compareBooks(files, booked));
  const [{ imports }] = office.ledger('select count(*) as imports from import');
  if (imports !== count) finding('imports', `${count} files became ${imports} imports`);
  return {
    node: process.version,
    ...{ seed, files: count, minutes, processes: PROCESSES, kills: struck, doubts, entries: booked.count },
    waitedMs: waits(),
    memoryMiB: held,
    findings,
  };
}

function sayHowFar() {
  const states = office.ledger('select state, count(*) as n from import group by state');
  console.error(`${new Date().toISOString()}  ${states.map(({ state, n }) => `${state} ${n}`).join(', ')}`);
}

function left() {
  return folders.flatMap(leftIn);
}

/** A file with an error is booked in part, and its failed rows say which. */
function wrong() {
  return misplaced(files, inbox, ({ entries }) => {
    const isSound = entries.every(({ fate }) => fate === 'booked');
    return { state: isSound ? 'completed' : 'partly-booked', failedRows: !isSound };
  });
}

async function until(holds) {
  for (const end = Date.now() + REST_MS; Date.now() < end; await sleep(1_000)) if (holds()) return true;
  return false;
}

/** @returns how many were killed */
async function killNowAndThen(witness, ended) {
  for (let kills = 0; ; kills++) {
    const pause = KILL_EVERY.least + random.next() * KILL_EVERY.more;
    await sleep(pause, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return kills;
    const alive = office.children.filter((child) => child !== witness && child.running());
    if (alive.length > 0) random.pick(alive).kill('SIGKILL');
  }
}

/** Brings a file in at its time and in its way. */
async function drop(file) {
  await sleep(file.at);
  await dropFile(inbox, file, file.way);
  file.droppedAt = Date.now();
}

/** From the last byte of a file to its receipt in `done`, in milliseconds. */
function waits() {
  const times = files
    .filter(({ entries }) => entries.every(({ fate }) => fate === 'booked'))
    .map(({ name, job, droppedAt }) => {
      const receipt = statSync(join(inbox, job, 'done', `${name}.receipt.json`), { throwIfNoEntry: false });
      return receipt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, receipt.mtimeMs - droppedAt);
    })
    .sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
