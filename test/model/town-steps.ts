import fc from 'fast-check';
import { UsageError } from '../../src/core/issue.ts';
import { retryImport } from '../../src/correcting/retry.ts';
import { probeDoubts } from '../../src/doubt/probe.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { finishIfDone } from '../../src/importing/finish-import.ts';
import { settleOrphans } from '../../src/posting/settle-orphans.ts';
import { REPLIES } from './replies.ts';
import { endPlan, planAgain } from './retry.ts';
import { NUM } from './seed.ts';
import type { Process, Town } from './town.ts';
import { timesApplied } from './world.ts';

/** Something that may happen; false where it can't happen now. */
export type Happening = (town: Town) => Promise<boolean> | boolean;

/** One of the processes that are awake and fit, by number. */
const oneOf = (town: Town, which: number, fits: (process: Process) => boolean): Process | undefined => {
  const fitting = town.processes.filter((process) => process?.awake === true && fits(process));
  return fitting[which % Math.max(1, fitting.length)];
};

/** A process starts a turn; where all are busy, another is started, as long as there is a place. */
export const begin =
  (which: number, batches: number): Happening =>
  async (town) => {
    const free = ({ turn }: Process) => turn === undefined;
    const place = town.processes.indexOf(undefined);
    if (place >= 0 && oneOf(town, which, free) === undefined) await town.start(place);
    const process = oneOf(town, which, free);
    if (process === undefined) return false;
    town.begin(process, batches);
    await town.settled();
    return true;
  };

/** The first byte leaves, if the lease still holds. */
export const send =
  (which: number, connects: boolean): Happening =>
  async (town) => {
    const process = oneOf(town, which, ({ call }) => call?.sent === false);
    if (process === undefined) return false;
    const { attempt, mayLeave } = process.call!;
    if (!connects || !mayLeave()) {
      await town.end(process, { sent: false });
      return true;
    }
    const mine = town.request(attempt);
    const later = town.requests.slice(town.requests.indexOf(mine) + 1);
    if (later.some(({ entries }) => entries.some((entry) => mine.entries.includes(entry))))
      town.broken = `${attempt} leaves after a later attempt was begun with the same entries`;
    process.call!.sent = true;
    town.change(attempt, { stage: 'wire' });
    return true;
  };

export const apply =
  (which: number, part: number): Happening =>
  (town) => {
    const wire = town.requests.filter(({ stage }) => stage === 'wire');
    const request = wire[which % Math.max(1, wire.length)];
    if (request === undefined) return false;
    const { attempt, entries } = request;
    const applied = town.rejection === 'unknown' && part > 0 ? entries.slice(0, part) : entries;
    town.change(attempt, { stage: 'over', applied, ...(request.left === 'no' ? {} : { left: 'quiet' }) });
    return true;
  };

export const reply =
  (who: number, which: number): Happening =>
  async (town) => {
    const process = oneOf(town, who, ({ call }) => call?.sent === true);
    if (process === undefined) return false;
    const request = town.request(process.call!.attempt);
    const fitting = REPLIES.filter(({ fits }) => fits(request, town.rejection));
    const { seen, ends } = fitting[which % fitting.length]!;
    if (ends === true) town.change(request.attempt, { stage: 'over' });
    await town.end(process, seen);
    return true;
  };

export const kill =
  (at: number): Happening =>
  (town) => {
    if (town.processes[at] === undefined) return false;
    town.kill(at);
    return true;
  };

/** Stands still, or goes on. */
export const stop =
  (at: number, is: boolean): Happening =>
  (town) => {
    const process = town.processes[at];
    if (process === undefined || process.awake !== is) return false;
    process.awake = !is;
    return true;
  };

export const pass =
  (ms: number): Happening =>
  async (town) => {
    await town.pass(ms);
    return true;
  };

export const check: Happening = async (town) => {
  await settleOrphans(town.ports);
  await finishIfDone(NUM, town.ports);
  return true;
};

export const probe: Happening = async (town) => {
  await probeDoubts(town.ports, new AbortController().signal);
  return true;
};

/** A person looks a batch in doubt up, and says what is there, as far as that may be said. */
export const look =
  (which: number): Happening =>
  async (town) => {
    const { ledger } = town.box;
    const all = await ledger.doubts.list();
    const batch = all[which % Math.max(1, all.length)];
    if (batch === undefined) return false;
    const entries = (await ledger.posting.body(NUM, batch.no)).entries.map(({ content }) => content);
    const there = entries.filter((entry) => timesApplied(town, entry) > 0);
    if (there.length === 0 && town.request(batch.attempt!).left === 'gone') return false;
    const senderGone = !town.processes.some((process) => process?.call?.attempt === batch.attempt);
    const named = there.length > 0 && there.length < entries.length ? there : undefined;
    try {
      const became = there.length > 0 ? 'booked' : 'not-booked';
      await resolveDoubt(await ledger.imports.byNum(NUM), batch.no, became, 'seen', town.ports, {
        senderGone,
        entries: named,
      });
      return true;
    } catch (error) {
      if (error instanceof UsageError) return false;
      throw error;
    }
  };

export const retry: Happening = async (town) => {
  const { ledger } = town.box;
  const planning = { ledger, box: town.box, now: town.now };
  try {
    await retryImport(await ledger.imports.byNum(NUM), town.ports);
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
  await planAgain(planning);
  return await endPlan(planning);
};

/** What was sent and is not known to have come to nothing keeps the import; a town does not go on without one. */
export const cancel: Happening = async (town) => {
  const { ledger, db } = town.box;
  if ((await db.get("select 1 from attempt where outcome in ('booked', 'in-doubt', 'rejected')")) === undefined)
    return false;
  const met = await ledger.cancelling.cancel(NUM, {
    at: town.now,
    who: 'someone',
    reason: 'wrong',
    words: { todo: 'book', done: 'booked' },
  });
  await finishIfDone(NUM, town.ports);
  return met !== undefined;
};

const which = fc.nat({ max: 5 });
const place = fc.nat({ max: 2 });

const named = (weight: number, arbitrary: fc.Arbitrary<readonly [name: string, happening: Happening]>) => ({
  weight,
  arbitrary,
});

/** What may happen, and its name; what weighs more happens more often. */
export const HAPPENINGS = [
  named(
    4,
    fc.tuple(which, fc.integer({ min: 1, max: 4 })).map(([who, n]) => [`begin ${who} ${n}`, begin(who, n)]),
  ),
  named(
    5,
    fc.tuple(which, fc.nat({ max: 9 })).map(([who, n]) => [`send ${who} ${n > 0}`, send(who, n > 0)]),
  ),
  named(
    4,
    fc.tuple(which, fc.nat({ max: 2 })).map(([who, n]) => [`apply ${who} ${n}`, apply(who, n)]),
  ),
  named(
    5,
    fc.tuple(which, fc.nat({ max: 40 })).map(([who, n]) => [`reply ${who} ${n}`, reply(who, n)]),
  ),
  named(
    1,
    place.map((at) => [`kill ${at}`, kill(at)]),
  ),
  named(
    1,
    fc.tuple(place, fc.boolean()).map(([at, is]) => [`stop ${at} ${is}`, stop(at, is)]),
  ),
  named(
    2,
    fc.constantFrom(1_000, 6_000, 12_000, 25_000, 120_000).map((ms) => [`pass ${ms}`, pass(ms)]),
  ),
  named(2, fc.constant(['check', check])),
  named(1, fc.constant(['probe', probe])),
  named(
    2,
    which.map((n) => [`look ${n}`, look(n)]),
  ),
  named(2, fc.constant(['retry', retry])),
  named(1, fc.constant(['cancel', cancel])),
];
