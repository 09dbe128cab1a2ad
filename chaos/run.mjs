// npm run chaos -- [--runs N] [--seed S] [--jobs J] [--only CELL] [--kind bookings|contacts|mends|same] [--mutant NAME] [--dist FOLDER] [--keep] [--out FILE] [--resume]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { drill } from './drill.mjs';
import { catchMutant, MUTANTS } from './mutants.mjs';
import { provideRedis } from './office.mjs';
import { COVERING_RUNS, passed, reportLines, summarize } from './report.mjs';
import { scenarioOf } from './scenario.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Runs at the same time: most of a run is waiting for leases and time-outs. */
const JOBS = 6;
/** Findings of a run that are printed; the file has all. */
const SHOWN = 8;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(JOBS) },
    only: { type: 'string' },
    kind: { type: 'string' },
    mutant: { type: 'string' },
    keep: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    dist: { type: 'string', default: join(root, 'dist') },
    out: { type: 'string' },
  },
});
const whole = (name) => {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  console.error(`--${name} must be a whole number from 1 on, not ${values[name]}.`);
  process.exit(2);
};
const [runs, first, jobs] = [whole('runs'), whole('seed'), whole('jobs')];
if (values.mutant !== undefined && !Object.hasOwn(MUTANTS, values.mutant)) {
  console.error(`There is no mutant ${values.mutant}. Mutants: ${Object.keys(MUTANTS).join(', ')}.`);
  process.exit(2);
}
// Ended early, no process of a run is left behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
await provideRedis();

if (values.mutant !== undefined) {
  const { caught, words } = await catchMutant(values.mutant, { first, runs, root });
  console.log(words);
  process.exit(caught ? 0 : 1);
}

// A short run says little, and does not take the place of a long one's account.
const out = values.out ?? (runs >= COVERING_RUNS ? join(root, 'chaos', 'results', 'latest.json') : undefined);
if (values.resume && out === undefined) {
  console.error(`--resume takes up a drill that was kept: one of at least ${COVERING_RUNS} runs, or of --out FILE.`);
  process.exit(2);
}
/** Seeds that were passed before, with the cells that they have today, are kept where a long drill is taken up again. */
const before = values.resume && existsSync(out) ? JSON.parse(readFileSync(out, 'utf8')).runs : [];
const all = Array.from({ length: runs }, (_, at) => first + at);
const cellsOf = (seed) => scenarioOf(seed, { only: values.only, kind: values.kind }).cells;
const results = before.filter(
  ({ seed, cells, findings }) => all.includes(seed) && findings.length === 0 && isDeepStrictEqual(cells, cellsOf(seed)),
);
const seeds = all.filter((seed) => !results.some((result) => result.seed === seed));
const options = { dist: resolve(values.dist), keep: values.keep };
await Promise.all(
  Array.from({ length: Math.min(jobs, runs) }, async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const scenario = scenarioOf(seed, { only: values.only, kind: values.kind });
      const result = await drill(scenario, options).catch((error) => broken(scenario, error));
      results.push(result);
      // After each: a long drill that is cut off can be taken up again.
      keepResults();
      console.log(resultLine(result, results.length));
      for (const { kind, words } of result.findings.slice(0, SHOWN)) console.log(`      ${kind}: ${words}`);
      if (result.findings.length > SHOWN) console.log(`      … and ${result.findings.length - SHOWN} more findings`);
      if (result.findings.length > 0 || runs === 1) for (const line of result.timeline) console.log(`      ${line}`);
    }
  }),
);
const summary = summarize(results);
keepResults();
console.log(`\n${reportLines(summary).join('\n')}`);
if (out === undefined)
  console.error(`\nNot kept: only a drill of ${COVERING_RUNS} runs or more is, or one with --out FILE.`);
process.exit(passed(summary) ? 0 : 1);

/** Writes what there is, with the timelines of what failed. */
function keepResults() {
  if (out === undefined) return;
  mkdirSync(dirname(out), { recursive: true });
  const kept = [...results]
    .sort((a, b) => a.seed - b.seed)
    .map(({ timeline, ...result }) => (result.findings.length > 0 ? { ...result, timeline } : result));
  const account = { node: process.version, summary: summarize(results), runs: kept };
  writeFileSync(out, `${JSON.stringify(account, null, 1)}\n`);
}

/** A run that the drill itself could not finish counts as a failure: nothing is known of it. */
function broken({ seed, cells }, error) {
  return {
    ...{ seed, cells, fired: [], recoveries: [], entries: 0, requests: 0, seconds: 0, timeline: [] },
    doubt: { uncertain: 0, surfaced: 0, missed: 0, needless: 0 },
    findings: [{ kind: 'broken', words: error.stack }],
  };
}

function resultLine({ seed, cells, fired, findings, entries, seconds }, done) {
  const met = cells.filter((cell) => fired.includes(cell)).length;
  return `${String(done).padStart(4)}/${runs}  seed ${seed}: ${findings.length === 0 ? 'ok' : 'FAILED'}, ${entries} entries, ${fired.length} faults, ${met} of ${cells.length} cells, ${seconds.toFixed(0)} s (${cells.join(' ')})`;
}
