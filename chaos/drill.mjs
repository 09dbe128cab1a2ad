// One run: real processes, a real Redis, real files and the scenario's faults; then everything is let go well, what is in
// doubt is settled by the truth, and the service's own account is held against what the files said.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOOKINGS } from './bookings.mjs';
import { CONTACTS } from './contacts/contacts.mjs';
import { manCrew } from './crew.mjs';
import { faultsOver } from './faults-over.mjs';
import { recoveries } from './findings.mjs';
import { dropAll, misplacedOf, untilPutAway, untilTaken } from './inbox.mjs';
import { MENDS } from './mends/mends.mjs';
import { openOffice } from './office.mjs';
import { powerEnvironment } from './power-cut.mjs';
import { SAME } from './same/same.mjs';
import { settleDoubts, untilNamed, untilRest } from './settle.mjs';
import { strike } from './surroundings.mjs';
import { timeline } from './timeline.mjs';

/** How long faults go on at least and at most, in milliseconds. */
const FAULTS_MS = { least: 2_500, most: 75_000 };
/** In this time everything must be at rest once nothing goes wrong any more, in milliseconds: a refusal of our token pauses for 30 s. */
const REST_MS = 120_000;
/** What is drilled differs with what is sent. */
const KINDS = { bookings: BOOKINGS, contacts: CONTACTS, mends: MENDS, same: SAME };
/** How long bilag waits for the service, unless the kind says otherwise. */
const TIMEOUT = '{ connect: 1s, reply: 1s }';
/** Commands leave after this time without progress: the drill gives them again. */
const WAIT = '20s';
/** Points that lie in the planner, wherever it runs; the others in whoever sends. */
const PLANNER_POINTS = new Set(['planning', 'planned', 'claiming']);
const INTAKE_POINTS = new Set(['storing', 'stored', 'recorded']);

/** The ledger as it is, for the judge. */
const TABLES = {
  imports: 'import',
  batches: '(select b.*, y.totals from batch b join batch_body y using (import, no))',
  attempts: 'attempt',
  events: 'event',
  decisions: 'decision',
  looks: 'look',
  entries: 'entry',
  bodies: 'batch_body',
  revisions: 'revision',
  corrections: 'correction',
};

/**
 * @param {ReturnType<typeof import('./scenario.mjs').scenarioOf>} scenario
 * @param {{ dist: string, keep?: boolean, verbose?: boolean }} options dist: where the main.js is that is put to the test
 */
export async function drill(scenario, { dist, keep = false }) {
  const began = Date.now();
  const found = [];
  const finding = (kind, words, about = {}) => found.push({ kind, words, ...about });
  const kind = KINDS[scenario.kind];
  const office = await openOffice({
    dist,
    keep,
    seed: scenario.seed,
    sandboxSeed: scenario.seed,
    jobs: kind.jobs,
    config: kind.config,
    faults: scenario.faults,
    tmpfsBytes: scenario.small,
    service: `timeout: ${kind.timeout ?? TIMEOUT}\nrejection: ${scenario.rejection}\n${kind.probe(scenario)}`,
  });
  if (scenario.surrounding?.what === 'power-cut') {
    office.synced = join(office.folder, 'synced');
    Object.assign(office.env, powerEnvironment(office.home, office.synced));
  }
  // Who stands still inside a transaction keeps the ledger from all others: whoever starts then may give up.
  const locksOut = scenario.inside?.do === 'stop';
  const crew = manCrew(office, (words) => {
    if (!(locksOut && /ledger is locked/.test(words))) finding('ended', words);
  });
  const { dropped: copy, later = [] } = scenario;
  const inputs = [...scenario.files, ...(copy === undefined ? [] : [copy]), ...later];
  const ways = scenario.inbox ?? [];
  /** What comes through the inbox, and how. */
  const dropped = inputs.map((file, at) => ({ file, way: ways[at] })).filter(({ way }) => way !== undefined);
  const run = { office, crew, scenario, kind, dropped, finding, restMs: REST_MS, over: false };
  try {
    office.files = inputs.map((file, at) => {
      // Each under its own name, as it lay in somebody's folder; the very same file has one place.
      const path = join(office.folder, file.name);
      writeFileSync(path, file.bytes);
      return { path, job: file.job, name: `import-${at + 1}`, way: ways[at], later: later.includes(file) };
    });
    await kind.prepare(run);
    await (kind.work ?? withFaults)(run);
    const points = { retry: pointsFor(scenario, 'retry'), settle: pointsFor(scenario, 'settle') };
    const retried = await kind.settle(run, { points, tryAgain: () => tryAgain(run) });
    if (['restore-ledger', 'delete-ledger'].includes(scenario.surrounding?.what)) await bringAgain(run);
    if (!(await untilRest(run, REST_MS))) finding('stuck', stuck(office));
    await untilPutAway(run);
    await untilNamed(run);
    await relieveAll(run);
    crew.disband();
    return await account(run, inputs, { retried, found, began });
  } finally {
    run.over = true;
    crew.disband();
    await office.close();
  }
}

/** Everybody at work, everything goes wrong. */
async function withFaults(run) {
  const { office, crew, scenario, kind } = run;
  office.proxy.rules.push(...scenario.wires);
  for (const next of scenario.forced) await office.call('POST', 'next', next);
  const early = scenario.surrounding?.point === 'storing' ? strike(scenario.surrounding, run) : undefined;
  crew.man('start-1', pointsFor(scenario, 'start'));
  crew.man('start-2', pointsFor(scenario, 'start'));
  const commands = office.files.flatMap(({ path, job, name, way, later }, at) => {
    if (way !== undefined || later) return [];
    const waits = at > 0 && scenario.leaves ? ['--no-wait'] : ['--json', '--wait', WAIT];
    const points = at === 0 ? pointsFor(scenario, 'import') : [];
    return [crew.command(name, ['import', path, '--job', job, ...waits], { points })];
  });
  const dropped = dropAll(run);
  const struck = early ?? (scenario.surrounding?.point === 'settling' ? undefined : strike(scenario.surrounding, run));
  const least = sleep(FAULTS_MS.least);
  const most = sleep(FAULTS_MS.most, 'late', { ref: false });
  const all = Promise.all([...commands, dropped.then(() => untilTaken(run)), struck, least]);
  await Promise.race([all.then(() => kind.amidst(run)), most]);
  await struck;
  await faultsOver(run, scenario.probe ? probeFaults(scenario) : '');
  const settling = scenario.surrounding?.point === 'settling' ? strike(scenario.surrounding, run) : undefined;
  await Promise.all(commands);
  await dropped;
  await untilTaken(run);
  await settling;
  await office.call('PUT', 'faults', { spec: '' });
}

/** Look-ups of what is in doubt go wrong too. */
const probeFaults = ({ service }) => (service?.kind.startsWith('get-') ? `${service.kind}=0.5` : '');

function pointsFor(scenario, who) {
  const { inside } = scenario;
  if (inside === undefined || (inside.retry === true) !== (who === 'retry')) return [];
  const { point, nth } = inside;
  const points = [{ point, nth, do: inside.do }];
  if (who === 'retry') return [{ point, nth: 1, do: inside.do }];
  if (['resolving', 'resolved'].includes(point)) return who === 'settle' ? [{ point, nth: 1, do: inside.do }] : [];
  if (who === 'settle') return [];
  // The first file has one way in.
  if (INTAKE_POINTS.has(point))
    return who === (scenario.inbox ? 'start' : 'import') ? [{ point, nth: 1, do: inside.do }] : [];
  if (['doubting', 'doubted', 'probing'].includes(point)) return [{ point, nth: 1, do: inside.do }];
  if (PLANNER_POINTS.has(point)) return points;
  return who === 'start' || who === 'import' ? points : [];
}

/**
 * The period is opened again, and what was refused is tried again; alone where the process that does it is to die, so
 * that nobody else takes its plan.
 */
async function tryAgain(run) {
  const { office, crew, scenario } = run;
  if (!(await untilRest(run, REST_MS))) return false;
  await run.kind.reopen(run);
  const points = pointsFor(scenario, 'retry');
  if (points.length > 0) await relieveAll(run);
  await office.call('PUT', 'faults', { spec: scenario.service?.retry ? scenario.faults : '' });
  if (scenario.service?.retry) await office.call('POST', 'next', { faults: [scenario.service.kind] });
  run.retriedAt = Date.now();
  const waiting = () => run.kind.waiting(office);
  for (const [at, id] of waiting().entries()) {
    await crew.command(`retry-${at + 1}`, ['retry', id, '--wait', WAIT], { points: at === 0 ? points : [], tries: 1 });
  }
  if (points.length > 0) for (const name of ['start-1', 'start-2']) crew.man(name, []);
  await untilRest(run, REST_MS);
  await office.call('PUT', 'faults', { spec: '' });
  // Killed, or refused by a fault once more: a person tries again.
  const rested = new Set([0, 2, 3, 4]);
  for (const id of waiting())
    await crew.command(`retry-${id.slice(-4)}`, ['retry', id, '--wait', WAIT], { tries: 2, rested });
  return true;
}

/** Ends every `bilag start` in good order. */
async function relieveAll({ crew, finding }) {
  for (const name of crew.names()) {
    const { code, signal, ms, wrong } = await crew.relieve(name);
    if (wrong !== '') finding('stop', `SIGTERM ended ${name} with ${code ?? signal} after ${ms} ms: ${wrong}`);
  }
}

/** After a ledger was lost, what it does not know is brought in again: what was booked must be told from what was not. */
async function bringAgain(run) {
  const { office, crew } = run;
  await untilRest(run, REST_MS);
  for (const { path, job, name } of office.files) {
    await crew.command(`${name}-again`, ['import', path, '--job', job, '--force', '--wait', WAIT], {});
  }
  // Where the machine is slow a request may have no reply in its second, now too: what is in doubt then keeps others waiting.
  await settleDoubts(run, []);
}

async function account(run, inputs, { retried, found, began }) {
  const { office, scenario, kind, retriedAt } = run;
  const said = await kind.ask(run);
  const ledger = Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [name, office.ledger(`select * from ${table}`)]),
  );
  const { met } = await office.call('GET', 'requests');
  const { requests } = office.proxy;
  const hits = office.hits();
  const { verdict, count } = kind.judge({ inputs, retried, said, ledger, requests, scenario });
  const { doubt, ...lists } = verdict;
  for (const [list, all] of Object.entries(lists)) for (const each of all) found.push({ kind: list, ...each });
  for (const each of doubt.missed) found.push({ kind: 'missed-doubt', ...each });
  for (const words of misplacedOf(run)) found.push({ kind: 'misplaced', words });
  const { actions, children } = office;
  // Without a batch: what was done to the processes and around them.
  const about = found.find((each) => each.batch !== undefined) ?? {};
  const timelineOf = () => timeline({ batch: about.batch, import: about.import, ledger, requests, hits, actions });
  return {
    seed: scenario.seed,
    cells: scenario.cells,
    fired: kind.fired({ scenario, ledger, met, hits, actions, children, retriedAt }),
    findings: found,
    doubt: {
      uncertain: doubt.uncertain,
      surfaced: doubt.surfaced,
      missed: doubt.missed.length,
      needless: doubt.needless.length,
    },
    recoveries: recoveries({ actions, hits, requests }),
    entries: count,
    requests: requests.length,
    seconds: (Date.now() - began) / 1000,
    timeline: found.length === 0 ? [] : timelineOf(),
  };
}

function stuck(office) {
  const rows = office.ledger(
    "select i.num, i.file, i.state, i.todo, b.no, b.state as batch, b.due_at, b.message from import i left join batch b on b.import = i.num and b.state in ('ready', 'sending') where i.state in ('planning', 'posting')",
  );
  return `not at rest after ${REST_MS / 1000} s: ${JSON.stringify(rows.slice(0, 5))}`;
}
