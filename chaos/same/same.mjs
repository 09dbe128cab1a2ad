// What is drilled with entries that come more than once: two exports that overlap (`overlap.mjs`), and then a tale of an
// import that others wait for (`wait.mjs`), or of a question about a whole file (`question.mjs`).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOKINGS, PROBE } from '../bookings.mjs';
import { USERS } from '../mends/screen.mjs';
import { settleDoubts, untilRest } from '../settle.mjs';
import { showImports } from '../show-imports.mjs';
import { jobOf } from './files.mjs';
import { firedSameCells } from './fired.mjs';
import { judgeSame } from './judge.mjs';
import { actOverlap, overlapJobs } from './overlap.mjs';
import { actQuestion, questionJobs } from './question.mjs';
import { actWait, waitJobs } from './wait.mjs';

const ANY = jobOf('journal', { onDuplicate: 'hold', batch: 5 });
const TALES = { wait: { act: actWait, jobs: waitJobs }, question: { act: actQuestion, jobs: questionJobs } };
const POST = 'start-1';

/** @type {import('../bookings.mjs').Kind} */
export const SAME = {
  ...BOOKINGS,
  /** Each run writes its own before anybody reads them. */
  jobs: Object.fromEntries(['overlap', 'wait', 'wait-again', 'question'].map((name) => [name, ANY])),
  config: USERS,
  // A reply that only a busy machine keeps back is no doubt: which there are is for the scenario to say.
  timeout: '{ connect: 20s, reply: 20s }',
  probe: ({ probe }) => (probe ? PROBE : ''),
  async prepare(run) {
    const { office, scenario, crew } = run;
    const { overlap, tale } = scenario;
    Object.assign(run, {
      steps: [],
      expect: [],
      settles: [],
      fileOf: (sha256) => office.files[scenario.files.findIndex((file) => file.sha256 === sha256)],
      write: (name, yaml) => writeFileSync(join(office.folder, 'jobs', `${name}.yaml`), yaml),
      // Nothing goes wrong any more: whoever left something undone is followed by a process that stays.
      letGo: () => letGo(run, crew),
      relieve: () => relieve(run),
    });
    for (const [at, { sha256, name, job }] of scenario.files.entries())
      Object.assign(office.files[at], { sha256, job, name, file: name });
    const jobs = { ...(overlap && overlapJobs(overlap)), ...(tale && TALES[tale.act].jobs(tale)) };
    for (const [name, yaml] of Object.entries(jobs)) run.write(name, yaml);
  },
  async work(run) {
    const { overlap, tale } = run.scenario;
    if (overlap !== undefined) await actOverlap(run);
    if (tale === undefined) return;
    // From here on the commands alone are at work, unless the tale says otherwise.
    await relieve(run);
    await TALES[tale.act].act(run);
  },
  async settle(run) {
    await letGo(run, run.crew);
    return false;
  },
  async ask(run) {
    const booked = await run.office.call('GET', 'booked');
    return { booked, shown: await showImports(run.office, run.finding), steps: run.steps, expect: run.expect };
  },
  judge({ inputs, said, ledger, requests, scenario }) {
    const verdict = judgeSame({ files: inputs, ...said, ledger, requests, rejection: scenario.rejection });
    return { verdict, count: said.booked.count };
  },
  fired: firedSameCells,
};

/** Ends the process that stays, in good order. */
async function relieve({ crew, finding }) {
  if (!crew.names().includes(POST)) return;
  const { wrong } = await crew.relieve(POST);
  if (wrong !== '') finding('stop', `SIGTERM did not end ${POST} well: ${wrong}`);
}

async function letGo(run, crew) {
  const { office, settles } = run;
  await office.call('PUT', 'faults', { spec: '' });
  await office.call('POST', 'next', { faults: [] });
  if (!crew.names().includes(POST)) crew.man(POST, []);
  run.settles = [];
  const points = settles.map(({ point }) => ({ point, nth: 1, do: 'kill' }));
  await settleDoubts(run, points);
  await untilRest(run, run.restMs);
}
