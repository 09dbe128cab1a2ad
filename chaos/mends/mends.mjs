// What is drilled with people who mend what waits: files are booked in peace, and everything goes wrong while what waits
// of them is mended on the screen and handed in.
import { BOOKINGS, PROBE } from '../bookings.mjs';
import { faultsOver } from '../faults-over.mjs';
import { JOBS } from '../files.mjs';
import { randomOf } from '../random.mjs';
import { settleDoubts, untilRest } from '../settle.mjs';
import { showImports } from '../show-imports.mjs';
import { strike } from '../surroundings.mjs';
import { firedMendsCells } from './fired.mjs';
import { judgeMends } from './judge.mjs';
import { mendAll, told } from './person.mjs';
import { openScreen, USERS } from './screen.mjs';
import { mendByWorkbook } from './workbook.mjs';

/** How long faults go on at most, and people work in peace after that, each time, in milliseconds. */
const FAULTS_MS = 75_000;
const PEACE_MS = 90_000;
/** How often what is in doubt is settled, and people look again. */
const ROUNDS = 4;
const STARTS = ['start-1', 'start-2'];

/** @type {import('../bookings.mjs').Kind} */
export const MENDS = {
  ...BOOKINGS,
  jobs: JOBS,
  config: USERS,
  probe: ({ probe }) => (probe ? PROBE : ''),
  async work(run) {
    Object.assign(run, { promised: [], slipped: new Set(), sent: {}, handingIn: firstHandIn(run) });
    await bookInPeace(run);
    await armed(run);
    run.people = peopleOf(run);
    const until = Date.now() + FAULTS_MS;
    const struck = strike(run.scenario.surrounding, run);
    await atWork(run, () => Date.now() > until);
    await struck;
    await faultsOver(run, '');
    const workers = new Set(run.promised.map(({ who }) => who));
    if (run.scenario.people.what === 'two' && workers.size > 1) told(run, run.scenario.people.id, {});
    await run.brought;
  },
  async settle(run) {
    for (let round = 0; round < ROUNDS; round++) {
      await settleDoubts(run, []);
      const until = Date.now() + PEACE_MS;
      const done = await atWork(run, () => Date.now() > until || run.crew.gaveUp());
      await untilRest(run, run.restMs);
      const doubt = run.office.ledger("select 1 from batch where state = 'in-doubt' limit 1").length > 0;
      if (done && !doubt) return false;
    }
    const states = run.office.ledger('select num, state, todo, reason from import');
    const last = JSON.stringify({ states, answer: run.lastAnswer, desk: run.lastDesk, look: run.office.refusedLook });
    run.finding('stuck', `What people mend is not booked, however often they hand it in: ${last}`);
    return false;
  },
  async ask(run) {
    const booked = await run.office.call('GET', 'booked');
    return { booked, shown: await showImports(run.office, run.finding), promised: run.promised };
  },
  judge({ inputs, said, ledger, requests, scenario }) {
    const { rejection } = scenario;
    const verdict = judgeMends({ files: inputs, ...said, ledger, requests, rejection });
    return { verdict, count: said.booked.count };
  },
  fired: firedMendsCells,
};

/** Both files come to rest with nothing wrong but themselves; then who worked leaves. */
async function bookInPeace({ office, crew, finding, ...run }) {
  for (const name of STARTS) crew.man(name, []);
  for (const { path, job, name } of office.files.slice(0, 2))
    await crew.command(name, ['import', path, '--job', job, '--json', '--wait', '60s'], {});
  await untilRest({ office, crew }, run.restMs);
  for (const name of STARTS) {
    const { wrong } = await crew.relieve(name);
    if (wrong !== '') finding('stop', `SIGTERM did not end ${name} well: ${wrong}`);
  }
}

/** Everybody comes back, and from now on everything goes wrong. */
async function armed({ office, crew, scenario }) {
  const { inside, wires, mendFaults, forced } = scenario;
  const sentBefore = office.proxy.requests.filter(
    ({ method, path }) => method === 'POST' && /journalentries/.test(path),
  );
  office.proxy.rules.push(...wires.map((rule) => ({ ...rule, nth: rule.nth + sentBefore.length })));
  await office.call('PUT', 'faults', { spec: mendFaults });
  for (const next of forced) await office.call('POST', 'next', next);
  for (const name of STARTS) crew.man(name, inside === undefined ? [] : [inside]);
}

/** Each has a process of her own before her, and another that she may turn to. */
function peopleOf({ office, scenario }) {
  const { what } = scenario.people;
  const screen = (who, home) => openScreen(office, who, STARTS[home]);
  const person = (who, screens, cares, at) => ({
    ...{ who, screens, cares: new Set(cares), look: screens[0].look, random: randomOf(scenario.seed * 10 + at) },
  });
  const cares = ['sound', 'mend', 'skip', 'book', 'contested'];
  const kari = person('kari', [screen('kari', 0), screen(what === 'rivals' ? 'ola' : 'kari', 1)], cares, 1);
  const ola = person('ola', [screen('ola', 1), screen('ola', 0)], cares, 2);
  const bente = person('bente', [screen('bente', 1), screen('bente', 0)], ['workbook'], 3);
  return [
    { person: kari, works: mendAll },
    ...(what === 'two' ? [{ person: ola, works: mendAll }] : []),
    ...(what.startsWith('workbook') ? [{ person: bente, works: mendByWorkbook }] : []),
  ];
}

async function atWork(run, goes) {
  const done = await Promise.all(run.people.map(({ person, works }) => works(run, person, goes)));
  return done.every((each) => each);
}

/** With the first that is handed in the same comes as a file. */
function firstHandIn(run) {
  return () => {
    const [, , mended] = run.office.files;
    if (mended === undefined || run.brought !== undefined) return;
    told(run, run.scenario.people.id, { file: mended.path });
    run.brought = run.crew.command(mended.name, ['import', mended.path, '--job', mended.job, '--wait', '20s'], {});
  };
}
