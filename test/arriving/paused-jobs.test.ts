import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FetchFiles } from '../../src/arriving/run-job.ts';
import type * as RunsModule from '../../src/arriving/scheduled-runs.ts';
import { JOURNAL_JOB, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { openWatched, sheet } from './inbox/watched.ts';

const { scheduledRuns } = await load<typeof RunsModule>('arriving/scheduled-runs.js');

const DAILY = { job: 'bank', cron: '0 6 * * *', tz: 'Europe/Oslo' };
const at = (text: string) => Date.parse(`${text}Z`);
const text = (time: number) => new Date(time).toISOString().slice(0, 16);

/** A process with a clock of its own that runs what is due of a daily job. */
function processOn(office: Office, clock: { now: number }) {
  const begun: string[] = [];
  const fetch: FetchFiles = async ({ name }, _, { who }) => {
    begun.push(`${name} by ${who}`);
    return { files: [] };
  };
  const runs = scheduledRuns(
    {
      ...office.ports,
      now: () => clock.now,
      fetch,
      variables: {},
      runner: 'test',
      unfinishedMs: 0,
      wake: async () => undefined,
    },
    new AbortController().signal,
  );
  const look = async (now: string, jobs = [DAILY]) => {
    clock.now = at(now);
    await runs.look(jobs, new Set());
    await runs.close();
  };
  const done = async () => (await office.ledger.runs.list(100)).map(({ due_at }) => text(due_at));
  return { runs, look, begun, done };
}

const openBank = () => openOffice({ jobs: { bank: `${JOURNAL_JOB}fetch: { path: exports }\n` } });

describe('a paused job', () => {
  test('does not run when its time comes; resumed, it runs at its next time, and makes up for nothing', async () => {
    const office = await openBank();
    const { pausedJobs } = office.ledger;
    const clock = { now: 0 };
    const { look, done } = processOn(office, clock);
    await look('2026-11-18T12:00');
    await look('2026-11-19T05:00');
    expect(await done()).toEqual(['2026-11-19T05:00']);
    await pausedJobs.pause({ job: 'bank', at: at('2026-11-19T12:00'), who: 'kari', reason: 'holidays' });
    for (const now of ['2026-11-20T05:00', '2026-11-21T05:00', '2026-11-22T11:00']) await look(now);
    // Another process, which has just been started.
    await processOn(office, clock).look('2026-11-22T11:30');
    expect(await done()).toEqual(['2026-11-19T05:00']);
    expect(await pausedJobs.resume('bank', at('2026-11-22T12:00'))).toMatchObject({ who: 'kari', reason: 'holidays' });
    for (const now of ['2026-11-22T12:00', '2026-11-22T18:00', '2026-11-23T04:59']) await look(now);
    expect(await done()).toEqual(['2026-11-19T05:00']);
    await look('2026-11-23T05:00');
    expect(await done()).toEqual(['2026-11-23T05:00', '2026-11-19T05:00']);
  });

  test('does not run for what was due, and not begun, before it was paused', async () => {
    const office = await openBank();
    const clock = { now: 0 };
    const { look, done } = processOn(office, clock);
    await look('2026-11-18T12:00');
    await office.ledger.pausedJobs.pause({ job: 'bank', at: at('2026-11-19T06:00'), who: 'kari', reason: 'x' });
    await look('2026-11-19T07:00');
    await office.ledger.pausedJobs.resume('bank', at('2026-11-19T08:00'));
    await look('2026-11-19T08:00');
    expect(await done()).toEqual([]);
  });

  test('begins nothing that another process reckoned before the pause, or before it was resumed', async () => {
    const { ledger } = await openBank();
    const due = at('2026-11-20T05:00');
    const claim = (id: string) =>
      ledger.runs.claim({ id, job: 'bank', due_at: due, manual: 0, holder: 'late', until: due + 9_000 }, due);
    await ledger.runs.setSchedule({ ...DAILY, since: at('2026-11-18T12:00') });
    await ledger.pausedJobs.pause({ job: 'bank', at: due, who: 'kari', reason: 'x' });
    expect(await claim('a')).toEqual({ how: 'paused' });
    await ledger.pausedJobs.resume('bank', due + 1_000);
    expect(await claim('b')).toEqual({ how: 'paused' });
    expect(await ledger.runs.list(10)).toEqual([]);
  });

  test('runs when a person asks for it; its schedule that is changed meanwhile counts from then on', async () => {
    const office = await openBank();
    const clock = { now: 0 };
    const { runs, look, begun, done } = processOn(office, clock);
    await look('2026-11-18T12:00');
    await office.ledger.pausedJobs.pause({ job: 'bank', at: clock.now, who: 'kari', reason: 'x' });
    const run = await runs.beginNow('bank', 'kari');
    expect(run).toMatchObject({ how: 'begun', run: { who: 'kari', manual: 1 } });
    await runs.close();
    expect(begun).toEqual(['bank by kari']);
    const noon = { ...DAILY, cron: '0 12 * * *' };
    await look('2026-11-20T09:00', [noon]);
    await office.ledger.pausedJobs.resume('bank', at('2026-11-20T10:00'));
    await look('2026-11-20T11:00', [noon]);
    expect(await done()).toEqual(['2026-11-20T11:00', '2026-11-18T12:00']);
    expect(begun).toEqual(['bank by kari', 'bank by schedule']);
  });

  test('is paused once: who did it first stays', async () => {
    const { pausedJobs } = (await openBank()).ledger;
    expect(await pausedJobs.pause({ job: 'bank', at: 1, who: 'kari', reason: 'a' })).toBe(true);
    expect(await pausedJobs.pause({ job: 'bank', at: 2, who: 'ola', reason: 'b' })).toBe(false);
    expect(await pausedJobs.list()).toEqual([{ job: 'bank', at: 1, who: 'kari', reason: 'a' }]);
    await pausedJobs.resume('bank', 3);
    expect(await pausedJobs.resume('bank', 4)).toBeUndefined();
  });
});

test('files in the inbox of a paused job wait where they lie, those of others do not', async () => {
  const watched = await openWatched();
  const { office, jobs } = watched;
  const pause = (paused: boolean) =>
    jobs.splice(0, jobs.length, ...jobs.map((job) => ({ ...job, paused: paused && job.name === 'journal' })));
  pause(true);
  watched.write(sheet(voucher(1, 100)), 'journal', 'bank.csv');
  watched.write('Dato;Beløp;Tekst\n05.01.2026;-10,00;Kaffe\n', 'card', 'card1.csv');
  watched.watch();
  await watched.holds(['card', 'done'], 'card1.csv', 'card1.csv.receipt.json');
  expect(existsSync(watched.path('journal', 'bank.csv'))).toBe(true);
  expect((await office.ledger.imports.list(10)).map(({ job }) => job)).toEqual(['card']);
  pause(false);
  await watched.holds(['journal', 'done'], 'bank.csv', 'bank.csv.receipt.json');
});
