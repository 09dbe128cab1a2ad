import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finishIfDone } from '../../src/importing/finish-import.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { codeOn } from './code.ts';
import { type Contents, type LedgerBox, openBox } from './ledger-box.ts';
import { MUTANTS } from './mutants.ts';
import { NUM, seed } from './seed.ts';
import { Town } from './town.ts';
import * as steps from './town-steps.ts';
import { timesApplied } from './world.ts';

const RUNS = 300;
const STEPS = 60;
/** Rounds after which everything must have come to an end. */
const ROUNDS = 40;
const PLACES = 3;
const BATCHES = [3, 1, 2, 2];

let box: LedgerBox;
let planned: Contents;
beforeAll(async () => {
  // A process renews its lease when the model lets it.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  box = await openBox(Number.MAX_SAFE_INTEGER);
  await seed(box.ledger, box.db, BATCHES, PLACES);
  planned = await box.contents();
});
afterAll(() => {
  box.close();
  vi.useRealTimers();
});

const counts = { steps: 0, attempts: 0, ended: new Map<string, number>() };

class Step implements fc.AsyncCommand<object, Town> {
  readonly name: string;
  readonly happening: steps.Happening;
  constructor([name, happening]: readonly [string, steps.Happening]) {
    this.name = name;
    this.happening = happening;
  }
  check = () => true;
  async run(_model: object, town: Town): Promise<void> {
    if (!(await this.happening(town))) return;
    counts.steps++;
    expect(await town.check()).toBeUndefined();
  }
  toString = () => this.name;
}

/** Everybody wakes up and does what is left: every request is answered, every doubt is looked up. */
async function drain(town: Town): Promise<void> {
  for (let round = 0; round < ROUNDS && !['completed', 'partly-booked'].includes(await town.importState()); round++) {
    for (let at = 0; at < PLACES; at++) {
      await steps.stop(at, false)(town);
      await steps.begin(at, 1)(town);
      await steps.send(at, true)(town);
      await steps.apply(0, 0)(town);
      await steps.reply(at, 0)(town);
    }
    await steps.pass(25_000)(town);
    await steps.check(town);
    for (let which = 0; which < 4; which++) await steps.look(which)(town);
    await finishIfDone(NUM, town.ports);
    expect(await town.check()).toBeUndefined();
  }
}

/** Random sequences on a ledger that is the real one, or one verb short of it. */
function runs(ledger: Ledger) {
  const happenings = steps.HAPPENINGS.map(({ weight, arbitrary }) => ({
    weight,
    arbitrary: arbitrary.map((one) => new Step(one)),
  }));
  const commands = fc.array(fc.oneof(...happenings), { minLength: STEPS / 2, maxLength: STEPS, size: 'max' });
  return fc.asyncProperty(fc.constantFrom('whole', 'unknown'), commands, async (rejection, sequence) => {
    box.touched();
    await box.restore(planned);
    const town = new Town({ ...box, ledger }, rejection, PLACES);
    await fc.asyncModelRun(() => ({ model: {}, real: town }), sequence);
    await town.settled();
    await drain(town);
    expect(['completed', 'partly-booked']).toContain(await town.importState());
    for (const [entry, [place]] of (await town.view()).places) {
      expect([entry, timesApplied(town, entry)]).toEqual([entry, place!.state === 'booked' ? 1 : 0]);
      counts.ended.set(place!.state, (counts.ended.get(place!.state) ?? 0) + 1);
    }
    counts.attempts += town.requests.length;
  });
}

test(`${RUNS} runs of up to ${STEPS} steps break no promise, and lose nothing`, async () => {
  await fc.assert(runs(box.ledger), { numRuns: RUNS, seed: 1 });
  const ended = [...counts.ended].map(([state, number]) => `${number} entries ${state}`).join(', ');
  console.info(`${RUNS} random runs: ${counts.steps} steps, ${counts.attempts} attempts; at the end ${ended}`);
  expect([...counts.ended.keys()].sort()).toEqual(['booked', 'held', 'rejected']);
}, 300_000);

test.each(MUTANTS.filter(({ inLedger }) => inLedger))(
  'random runs find it, too: $name',
  async ({ mutant }) => {
    const { ledger } = mutant(codeOn(box.ledger), box.db);
    const { failed } = await fc.check(runs(ledger), { numRuns: RUNS, seed: 1, endOnFailure: true });
    expect(failed).toBe(true);
  },
  300_000,
);
