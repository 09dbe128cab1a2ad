import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../src/arriving/fetch-files.ts';
import type * as TakeInModule from '../../src/arriving/receive.ts';
import type { FetchFiles, RunPorts } from '../../src/arriving/run-job.ts';
import type * as RunsModule from '../../src/arriving/scheduled-runs.ts';
import type { ScheduledJob } from '../../src/arriving/scheduled-runs.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { scheduledRuns } = await load<typeof RunsModule>('arriving/scheduled-runs.js');
const { receive } = await load<typeof TakeInModule>('arriving/receive.js');

const FETCHING = `${JOURNAL_JOB}fetch: { path: exports }\n`;
const DAILY: ScheduledJob = { job: 'bank', cron: '0 6 * * *', tz: 'Europe/Oslo' };
const NONE: ReadonlySet<string> = new Set();
const at = (text: string) => Date.parse(`${text}Z`);
const text = (time: number) => new Date(time).toISOString().slice(0, 16);

/** Receives whatever lies in the folder that stands for the other side. */
const fromFolder: FetchFiles = async ({ name, job, hash }, _, ports) => {
  const folder = join(ports.home, '..', 'exports');
  const files: FetchResult['files'][number][] = [];
  for (const file of readdirSync(folder).sort()) {
    const { row, how } = await receive(join(folder, file), { name, job, hash }, { book: true, force: false }, ports);
    files.push({ name: file, how, import: row.id });
    if (how !== 'earlier') await ports.wake(row.num);
  }
  return { files };
};

/** A process with a clock of its own, on the ledger of an office. */
function processOn(office: Office, clock: { now: number }, changed: Partial<RunPorts> = {}) {
  const leaving = new AbortController();
  const woken: number[] = [];
  const runs = scheduledRuns(
    {
      ...office.ports,
      now: () => clock.now,
      fetch: fromFolder,
      variables: {},
      unfinishedMs: 0,
      runner: `test ${randomUUID()}`,
      wake: async (num) => void woken.push(num),
      ...changed,
    },
    leaving.signal,
  );
  /** A look, and the end of all that it began. */
  const look = async (jobs: readonly ScheduledJob[] = [DAILY], kept = NONE) => {
    await runs.look(jobs, kept);
    await runs.close();
  };
  return { runs, look, woken, leave: () => leaving.abort() };
}

async function bank() {
  const office = await openOffice({ jobs: { bank: FETCHING, other: FETCHING } });
  mkdirSync(join(office.folder, 'exports'));
  const offer = (name: string, content: string) => office.file(join('exports', name), content);
  const done = async () =>
    (await office.ledger.runs.list(100)).map(({ job, due_at, outcome }) => [job, text(due_at), outcome]);
  return { office, offer, done, ledger: office.ledger };
}

/** A fetch that ends when it is told to, also if that is before it begins: a run reads its job first. */
function held() {
  const begun: string[] = [];
  let release: (result: FetchResult) => void = () => undefined;
  const released = new Promise<FetchResult>((resolve) => {
    release = resolve;
  });
  const fetch: FetchFiles = async ({ name }, { signal }) => {
    begun.push(name);
    const stop = () => release({ files: [], failure: { message: 'stopped' } });
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    return await released;
  };
  return { fetch, begun, release: (result: FetchResult = { files: [] }) => release(result) };
}

describe('what is due', () => {
  test('is run when its time comes, once, and what is fetched goes on its way', async () => {
    const { office, offer, done, ledger } = await bank();
    offer('a.csv', journal(voucher(1, 100)));
    const clock = { now: at('2026-11-20T04:00') };
    const { look, woken } = processOn(office, clock);
    await look();
    expect(await done()).toEqual([]);
    clock.now = at('2026-11-20T05:00');
    for (let times = 0; times < 3; times++) await look();
    expect(await done()).toEqual([['bank', '2026-11-20T05:00', 'ok']]);
    const [row] = await ledger.imports.list(10);
    expect(row).toMatchObject({ job: 'bank', file: 'a.csv', state: 'planning' });
    expect(woken).toEqual([row!.num]);
    expect(JSON.parse((await ledger.runs.last('bank'))!.detail!)).toEqual({ files: { new: 1 }, imports: [row!.id] });
    await ledger.imports.update(row!.num, { state: 'completed' });
    clock.now = at('2026-11-21T05:00');
    await look();
    expect((await done())[0]).toEqual(['bank', '2026-11-21T05:00', 'nothing-new']);
    expect(await ledger.imports.list(10)).toHaveLength(1);
  });

  test('was missed while nobody was there: run once, however often', async () => {
    const { office, done } = await bank();
    const clock = { now: at('2026-11-01T12:00') };
    await processOn(office, clock).look();
    clock.now = at('2026-11-20T12:00');
    const later = processOn(office, clock);
    for (let times = 0; times < 3; times++) await later.look();
    expect(await done()).toEqual([['bank', '2026-11-20T05:00', 'nothing-new']]);
  });

  test('a job that is new, or has a new schedule, does not run for yesterday; what the old one missed is made up for', async () => {
    const { office, done, ledger } = await bank();
    const clock = { now: at('2026-11-20T12:00') };
    const { look } = processOn(office, clock);
    await look();
    const noon = { ...DAILY, cron: '0 12 * * *' };
    clock.now = at('2026-11-20T13:00');
    await look([noon]);
    expect(await done()).toEqual([]);
    clock.now = at('2026-11-21T13:00');
    await processOn(office, clock).look([DAILY]);
    expect(await done()).toEqual([['bank', '2026-11-21T11:00', 'nothing-new']]);
    expect(await ledger.runs.schedules()).toEqual([{ ...DAILY, since: clock.now }]);
  });

  test('removed and added again: begins anew; broken for a while: its runs fail, and it goes on', async () => {
    const { office, done, ledger } = await bank();
    const clock = { now: at('2026-11-20T12:00') };
    const { look } = processOn(office, clock);
    await look();
    office.defineJob('bank', 'kind: bookings\nfetsh: { path: x }\n');
    const broken = new Set(['bank']);
    await look([], broken);
    clock.now = at('2026-11-21T12:00');
    await ledger.pausedJobs.pause({ job: 'bank', at: at('2026-11-20T13:00'), who: 'kari', reason: 'holidays' });
    await look([], broken);
    expect(await done()).toEqual([]);
    await ledger.pausedJobs.resume('bank', at('2026-11-21T12:00'));
    clock.now = at('2026-11-22T12:00');
    await look([], broken);
    await look([], broken);
    expect(await done()).toEqual([['bank', '2026-11-22T05:00', 'failed']]);
    const { detail } = (await ledger.runs.last('bank'))!;
    expect(JSON.parse(detail!)).toMatchObject({
      told: { code: 'job-broken' },
      message: expect.stringContaining('fetsh'),
    });
    expect((await ledger.notices.untoldRuns(at('2026-11-22T00:00'))).map(({ job }) => job)).toEqual(['bank']);
    office.defineJob('bank', FETCHING);
    clock.now = at('2026-11-23T12:00');
    await look();
    expect((await done())[0]).toEqual(['bank', '2026-11-23T05:00', 'nothing-new']);
    await look([]);
    expect(await ledger.runs.schedules()).toEqual([]);
    clock.now = at('2026-11-24T12:00');
    await look();
    expect(await done()).toHaveLength(2);
  });

  test('by the clocks of its zone: the night that lacks its hour, and the one that has it twice', async () => {
    const { office, done } = await bank();
    const night = { ...DAILY, cron: '30 2 * * *' };
    const clock = { now: at('2026-03-28T12:00') };
    const { look } = processOn(office, clock);
    for (const now of ['2026-03-28T12:00', '2026-03-29T01:29', '2026-03-29T01:30', '2026-03-29T02:30']) {
      clock.now = at(now);
      await look([night]);
    }
    expect((await done()).map(([, due]) => due)).toEqual(['2026-03-29T01:30']);
    clock.now = at('2026-10-24T12:00');
    await look([night]);
    for (let quarter = 0; quarter < 12; quarter++) {
      clock.now = at('2026-10-25T00:00') + quarter * 15 * 60_000;
      await look([night]);
    }
    expect((await done()).map(([, due]) => due)).toEqual(['2026-10-25T00:30', '2026-10-24T00:30']);
  });

  test('a clock that was ahead and is set back stops nothing', async () => {
    const { office, done } = await bank();
    const clock = { now: at('2026-12-20T12:00') };
    const { look } = processOn(office, clock);
    await look();
    clock.now = at('2026-12-21T12:00');
    await look();
    clock.now = at('2026-11-20T12:00');
    await look();
    clock.now = at('2026-11-21T12:00');
    await look();
    expect((await done()).map(([, due]) => due)).toEqual(['2026-11-21T05:00', '2026-12-21T05:00']);
  });
});

describe('one at a time', () => {
  test('of several processes one runs what is due', async () => {
    const { office, offer, done } = await bank();
    offer('a.csv', journal(voucher(1, 100)));
    const clock = { now: at('2026-11-20T04:00') };
    const others = [await openOffice({ beside: office }), await openOffice({ beside: office })];
    const processes = [office, ...others].map((each) => processOn(each, clock));
    for (const { look } of processes) await look();
    clock.now = at('2026-11-20T05:00');
    for (const { runs } of processes) await runs.look([DAILY], NONE);
    for (const { runs } of processes) await runs.close();
    expect(await done()).toEqual([['bank', '2026-11-20T05:00', 'ok']]);
  });

  test('while a run is under way no other of that job begins; what came due meanwhile is run once after it', async () => {
    const { office, done, ledger } = await bank();
    const clock = { now: at('2026-11-20T04:59') };
    const slow = held();
    const first = processOn(office, clock, { fetch: slow.fetch });
    const second = processOn(office, clock);
    const often = { ...DAILY, cron: '*/10 * * * *' };
    await first.runs.look([often], NONE);
    clock.now = at('2026-11-20T05:00');
    await first.runs.look([often], NONE);
    expect(await ledger.runs.underWay('bank', clock.now)).toMatchObject({ manual: 0 });
    for (let minute = 1; minute < 36; minute++) {
      clock.now = at('2026-11-20T05:00') + minute * 60_000;
      // Its process lives, and says so.
      await first.runs.look([often], NONE);
      await second.look([often]);
    }
    expect(await second.runs.runNow('bank', new AbortController().signal)).toMatchObject({ how: 'under-way' });
    expect(await second.runs.runNow('other', new AbortController().signal)).toMatchObject({ how: 'ran' });
    slow.release();
    await first.runs.close();
    await second.look([often]);
    expect(slow.begun).toEqual(['bank']);
    expect((await done()).filter(([job]) => job === 'bank')).toEqual([
      ['bank', '2026-11-20T05:30', 'nothing-new'],
      ['bank', '2026-11-20T05:00', 'nothing-new'],
    ]);
  });

  test('a run whose process died has failed, says whoever comes by, and the next one is run', async () => {
    const { office, done, ledger } = await bank();
    const clock = { now: at('2026-11-20T04:59') };
    const { look } = processOn(office, clock);
    await look();
    await ledger.runs.claim(
      { id: 'DEAD', job: 'bank', due_at: clock.now, manual: 1, holder: 'gone', until: clock.now + 10_000 },
      clock.now,
    );
    clock.now = at('2026-11-20T05:00');
    await look();
    clock.now += 5_000;
    expect(await done()).toEqual(
      [
        ['bank', '2026-11-20T04:59', 'failed'],
        ['bank', '2026-11-20T05:00', 'nothing-new'],
      ].reverse(),
    );
    expect(JSON.parse((await ledger.runs.list(2))[1]!.detail!)).toMatchObject({
      message: 'the process ended before the run did',
      suggestion: expect.stringContaining('bilag run bank'),
      told: { code: 'run/abandoned', facts: {} },
    });
  });

  test('given up because the process leaves: due again', async () => {
    const { office, done } = await bank();
    const clock = { now: at('2026-11-20T04:59') };
    const slow = held();
    const leaving = processOn(office, clock, { fetch: slow.fetch });
    await leaving.look();
    clock.now = at('2026-11-20T05:00');
    await leaving.runs.look([DAILY], NONE);
    expect(await done()).toEqual([['bank', '2026-11-20T05:00', null]]);
    leaving.leave();
    await leaving.runs.close();
    expect(await done()).toEqual([]);
    await leaving.look();
    expect(await done()).toEqual([]);
    await processOn(office, clock).look();
    expect(await done()).toEqual([['bank', '2026-11-20T05:00', 'nothing-new']]);
  });
});

describe('what came of it', () => {
  const now = { now: at('2026-11-20T12:00') };
  const run = async (fetch: FetchFiles, changed: Partial<RunPorts> = {}) => {
    const each = await bank();
    const { runs } = processOn(each.office, now, { fetch, ...changed });
    const ran = await runs.runNow('bank', new AbortController().signal);
    if (ran.how !== 'ran') throw new Error(ran.how);
    return { ...each, ended: ran.ended, last: (await each.ledger.runs.last('bank'))! };
  };

  test('a failure has its words and its remedy; what ran before is still known', async () => {
    const { ledger, office, last, ended } = await run(fromFolder);
    expect(last).toMatchObject({ manual: 1, outcome: 'nothing-new' });
    expect(ended).toMatchObject({ id: last.id, outcome: 'nothing-new' });
    const failing = processOn(
      office,
      { now: now.now + 1 },
      {
        fetch: async () => ({ files: [], failure: { message: 'No.', suggestion: 'Ask.' } }),
      },
    );
    await failing.runs.runNow('bank', new AbortController().signal);
    expect(await ledger.runs.last('bank')).toMatchObject({ outcome: 'failed', ended_at: now.now + 1 });
    expect(JSON.parse((await ledger.runs.last('bank'))!.detail!)).toMatchObject({ message: 'No.', suggestion: 'Ask.' });
    expect((await ledger.runs.ofJob('bank', 2))[1]!.id).toBe(last.id);
  });

  test.each<[string, FetchFiles]>([
    ['a fetch that throws', () => Promise.reject(new Error('Out of luck.'))],
    ['a file that was refused', async () => ({ files: [{ name: 'a.csv', how: 'refused', reason: 'Out of luck.' }] })],
  ])('%s is a failure', async (_, fetch) => {
    const { last } = await run(fetch);
    expect(last.outcome).toBe('failed');
    expect(JSON.parse(last.detail!).message).toContain('Out of luck.');
  });

  test('what was refused is told by code, with the first file and how many others', async () => {
    const told = { code: 'file-too-large', facts: { most: 100 } };
    const refused = (name: string) => ({ name, how: 'refused' as const, reason: 'No.', told: { ...told, file: name } });
    const one = await run(async () => ({ files: [refused('a.csv')] }));
    expect(JSON.parse(one.last.detail!).told).toEqual({ ...told, file: 'a.csv' });
    const three = await run(async () => ({ files: ['a.csv', 'b.csv', 'c.csv'].map(refused) }));
    expect(JSON.parse(three.last.detail!).told).toEqual({ ...told, file: 'a.csv', more: 2 });
    const unheard = await run(() => Promise.reject(new Error('Out of luck.')));
    expect(JSON.parse(unheard.last.detail!).told).toEqual({ code: 'failure' });
  });

  test('a job that can not be read any more is a failure that says why', async () => {
    const { office, ledger } = await bank();
    office.defineJob('bank', 'kind: bookings\ncolumns: { acount: Konto }\n');
    await processOn(office, now).runs.runNow('bank', new AbortController().signal);
    const detail = JSON.parse((await ledger.runs.last('bank'))!.detail!);
    expect(detail.message).toContain('acount');
    expect(detail.told).toEqual({ code: 'job-broken' });
  });

  test('a source that is away is tried again soon; what came before it was away counts', async () => {
    const answers: FetchResult[] = [
      { files: [{ name: 'a', how: 'new', import: 'A' }], failure: { message: 'Away.', passing: true } },
      { files: [{ name: 'a', how: 'again', import: 'A' }], failure: { message: 'Away.', passing: true } },
      {
        files: [
          { name: 'a', how: 'unchanged' },
          { name: 'b', how: 'unchanged' },
        ],
      },
    ];
    const { ended, office } = await run(async () => answers.shift()!, { againAfterMs: [1, 1] });
    expect(ended).toMatchObject({
      outcome: 'ok',
      files: [
        { name: 'a', how: 'new', import: 'A' },
        { name: 'b', how: 'unchanged' },
      ],
    });
    expect(office.said).toEqual([expect.stringMatching(/^The run of bank: Away\. It is tried again in/)]);
  });

  test('not for ever, and nothing else is tried again', async () => {
    let tries = 0;
    const failing = (passing: boolean) => async (): Promise<FetchResult> => {
      tries++;
      return { files: [], failure: { message: 'No.', passing } };
    };
    expect((await run(failing(true), { againAfterMs: [1, 1] })).ended).toMatchObject({ outcome: 'failed' });
    expect(tries).toBe(3);
    expect((await run(failing(false), { againAfterMs: [1, 1] })).ended).toMatchObject({ outcome: 'failed' });
    expect(tries).toBe(4);
  });

  test('runs that brought nothing are forgotten after a while, others never', async () => {
    const { office, done } = await bank();
    const clock = { now: at('2026-01-01T12:00') };
    const { look } = processOn(office, clock, {
      fetch: async () => ({
        files: [],
        ...(clock.now < at('2026-01-03T00:00') ? { failure: { message: 'No.' } } : {}),
      }),
    });
    for (let day = 0; day < 60; day += 10) {
      clock.now = at('2026-01-01T12:00') + day * 24 * 60 * 60_000 + 1;
      await look([{ ...DAILY, cron: '* * * * *' }]);
      clock.now += 60_000;
      await look([{ ...DAILY, cron: '* * * * *' }]);
    }
    const days = (await done()).map(([, due, outcome]) => `${due!.slice(0, 10)} ${outcome}`);
    expect(new Set(days)).toEqual(
      new Set([
        '2026-02-20 nothing-new',
        '2026-02-10 nothing-new',
        '2026-01-31 nothing-new',
        '2026-01-21 nothing-new',
        '2026-01-01 failed',
      ]),
    );
  });
});
