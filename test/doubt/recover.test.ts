import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as CheckModule from '../../src/doubt/check-attempts.ts';
import type * as RecoverModule from '../../src/doubt/recover.ts';
import type * as ResolveModule from '../../src/doubt/resolve.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { CARD_JOB, JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { checkAttempts } = await load<typeof CheckModule>('doubt/check-attempts.js');
const { lostImports, recoverAttempts } = await load<typeof RecoverModule>('doubt/recover.js');
const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');

/** One voucher to a batch, so that each can meet a fate of its own. */
const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;
const REASON = 'the disk was replaced';
const four = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3), voucher(4, 4));
/** A fault that is none. */
const FINE = 'slow';
const FOUR = ['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4'];

let folder: string;
let sandbox: Sandbox;
let office: Office;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-recover-'));
  sandbox = await startSandbox();
  writeFileSync(join(folder, 'bilag.yaml'), `services:\n  main:\n    baseUrl: ${sandbox.url}\n`);
  office = await open({ journal: ALONE, card: CARD_JOB });
  await office.faults('slow-for=1ms');
});
afterEach(async () => {
  await office.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (jobs: Record<string, string> = {}) => openOffice({ beside: { folder, sandbox }, jobs });
const home = () => join(folder, 'home');
const LOG = () => join(home(), 'attempts.journal');
const ledgerFiles = () => readdirSync(home()).filter((name) => name.startsWith('ledger.db'));
/** Stops everything, as one does who copies a ledger or puts one back. */
async function meanwhile(work: () => Promise<void>): Promise<void> {
  await office.close();
  await work();
  office = await open();
}
/** Copies the ledger as it is, the first time it is called; while a reply is being judged, its batch is being sent. */
const copyNow = async () => {
  const to = join(folder, 'copy');
  if (existsSync(to)) return true;
  mkdirSync(to);
  for (const file of ledgerFiles()) cpSync(join(home(), file), join(to, file));
  return true;
};
const copy = () =>
  meanwhile(async () => {
    await copyNow();
  });
const remove = async () => {
  for (const file of ledgerFiles()) rmSync(join(home(), file));
};
const restore = () =>
  meanwhile(async () => {
    await remove();
    cpSync(join(folder, 'copy'), home(), { recursive: true });
  });
const loseLedger = () => meanwhile(remove);
/** Milliseconds after which the lease of a sender has run out, that a copy of a running ledger holds. */
const LATER = 11_000;
const accept = (later = 0) => recoverAttempts(REASON, { ...office.ports, now: () => Date.now() + later });
const check = () => checkAttempts(office.ledger);
/** Sends so many batches of an import. */
async function send(row: ImportRow, batches: number): Promise<void> {
  let sent = 0;
  await office.turn(row, async () => ++sent < batches);
}
const states = async (row: Pick<ImportRow, 'num'>) => (await office.batches(row)).map(({ state }) => state);
const named = async (id: string) => (await office.ledger.imports.find(id))[0]!;
const recovered = async () => (await office.ledger.imports.list(100)).filter((row) => row.recovered === 1);
/** Lets an import whose claims were taken claim anew what is left; its planner is kept from it for a while. */
async function claimAgain(row: ImportRow): Promise<void> {
  expect(await named(row.id)).toMatchObject({ state: 'planning', todo: 'claim' });
  await office.plan(row);
}
/** What a person finds in the service. */
async function resolveAll(): Promise<void> {
  const texts = await office.texts();
  for (const { import: num, no } of await office.ledger.doubts.list()) {
    const row = await office.ledger.imports.byNum(num);
    const { entries } = await office.ledger.posting.body(num, no);
    const there = entries.filter(({ key }) => texts.includes(`Bilag ${key}`)).length;
    if (there !== 0 && there !== entries.length) throw new Error(`Batch ${no} is in the service in part.`);
    await resolveDoubt(row, no, there > 0 ? 'booked' : 'not-booked', 'looked', office.ports);
  }
}

describe('a copy from the middle of an import is put back', () => {
  test('posting refuses; what the log saw booked is booked, the rest goes on, each entry once', async () => {
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await send(row, 2);
    await copy();
    await check();
    await send(await named(row.id), 1);
    await restore();
    expect(await states(row)).toEqual(['booked', 'booked', 'ready', 'ready']);
    await expect(check()).rejects.toThrow(/does not know 1 attempt to book vouchers of a\.csv, made at .*restored/);
    await expect(office.app.work(['plan', 'post'], ['main'])).rejects.toThrow(/does not know 1 attempt/);
    expect(await office.texts()).toEqual(FOUR.slice(0, 3));
    expect(await lostImports(office.ledger)).toMatchObject([
      { id: row.id, file: 'a.csv', state: 'posting', attempts: 1, batches: 1, entries: 1, rows: 2, booked: 1 },
    ]);
    expect(await accept()).toMatchObject([{ id: row.id, booked: 1, inDoubt: 0, recovered: undefined }]);
    expect(await states(row)).toEqual(['booked', 'booked', 'booked', 'ready']);
    await check();
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 4 }, mismatches: [] });
    expect(await office.texts()).toEqual(FOUR);
    expect(await office.events(row)).toContain('recovered');
  });

  test('what the log does not know the end of is in doubt, and settled as any doubt is', async () => {
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await copy();
    await office.next('500-after', '500', FINE, FINE);
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 3', 'Bilag 4']);
    await restore();
    expect(await accept()).toMatchObject([{ booked: 2, inDoubt: 2 }]);
    expect(await states(row)).toEqual(['in-doubt', 'in-doubt', 'booked', 'booked']);
    expect(await office.receipt(row)).toMatchObject({
      state: 'in-doubt',
      entries: { inDoubt: 2, booked: 2 },
      mismatches: [],
    });
    expect(await office.ledger.posting.attempts(row.num, 1)).toMatchObject([
      { outcome: 'in-doubt', evidence: expect.stringContaining('restored from an older copy') },
    ]);
    await resolveAll();
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 4 }, mismatches: [] });
    expect(await office.texts()).toEqual(FOUR);
  });

  test('a request that was under way when the copy was made, and did nothing', async () => {
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await office.next('429', FINE);
    await office.turn(row, copyNow);
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    await restore();
    expect((await states(row))[0]).toBe('sending');
    await accept(LATER);
    expect(await states(row)).toEqual(['booked', 'booked', 'booked', 'booked']);
    expect((await office.ledger.posting.attempts(row.num, 1)).map(({ outcome }) => outcome)).toEqual([
      'not-applied',
      'booked',
    ]);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
  });

  test('batches that were split since: the plan goes on with what no half of them booked', async () => {
    office.defineJob('journal', JOURNAL_JOB);
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await copy();
    // Refused whole, then the first half booked; of the second half nobody knows.
    await office.next('422', FINE, '500-after');
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    await restore();
    expect(await states(row)).toEqual(['ready']);
    expect(await accept()).toMatchObject([{ known: row.num, booked: 1, inDoubt: 1 }]);
    const [other] = await recovered();
    expect(await office.batches(other!)).toMatchObject([
      { state: 'booked', entries: 2 },
      { state: 'in-doubt', entries: 2 },
    ]);
    expect((await named(row.id)).state).toBe('planning');
    await claimAgain(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      entries: { duplicate: 2, booked: 0 },
      waiting: [{ import: other!.id, entries: 2, state: 'in-doubt' }],
      mismatches: [],
    });
    await resolveAll();
    expect(await office.receipt(other!)).toMatchObject({ state: 'completed', entries: { booked: 4 }, mismatches: [] });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ entries: { duplicate: 4, booked: 0 }, mismatches: [] });
    expect(await office.texts()).toEqual(FOUR);
  });

  test('a batch that was under way at the copy, refused, and split since', async () => {
    office.defineJob('journal', JOURNAL_JOB);
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await office.next('422', FINE, '500');
    await office.turn(row, copyNow);
    expect(await states(row)).toEqual(['split', 'booked', 'in-doubt']);
    await restore();
    expect(await states(row)).toEqual(['sending']);
    expect(await accept(LATER)).toMatchObject([{ known: row.num, booked: 1, inDoubt: 1 }]);
    expect(await states(row)).toEqual(['ready']);
    await claimAgain(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      entries: { duplicate: 2 },
      waiting: [{ entries: 2, state: 'in-doubt' }],
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    await resolveAll();
    await office.post(row);
    expect(await office.texts()).toEqual(FOUR);
  });

  test('of a batch that was under way, only one half was sent again; what came of it the log does not know', async () => {
    office.defineJob('journal', JOURNAL_JOB);
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await office.next('422', FINE);
    let sent = 0;
    await office.turn(row, async () => (await copyNow()) && ++sent < 2);
    await restore();
    const log = join(home(), 'attempts.journal');
    writeFileSync(log, readFileSync(log, 'utf8').replaceAll(/\n\{"outcome":[^\n]*/g, ''));
    await accept(LATER);
    const [other] = await recovered();
    expect(await office.batches(other!)).toMatchObject([
      { state: 'in-doubt', entries: 2 },
      { state: 'in-doubt', entries: 2 },
    ]);
    await claimAgain(row);
    await office.post(row);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    await resolveAll();
    expect((await states(other!)).sort()).toEqual(['booked', 'withdrawn']);
    await office.post(row);
    expect(await office.texts()).toEqual(FOUR);
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 2, duplicate: 2 }, mismatches: [] });
  });
});

describe('the ledger is lost altogether', () => {
  async function half(): Promise<ImportRow> {
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await office.next(FINE, '500-after', '500');
    await send(row, 3);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    await loseLedger();
    return row;
  }

  test('imports come back with what they sent, the same file books the rest, and each entry is booked once', async () => {
    const { id } = await half();
    await expect(check()).rejects.toThrow(/does not know 3 attempts/);
    expect(await lostImports(office.ledger)).toMatchObject([{ id, state: undefined, batches: 3, booked: 1 }]);
    await accept();
    const [row] = await recovered();
    expect(row).toMatchObject({ id, file: 'a.csv', job: 'journal', state: 'in-doubt' });
    expect(await office.receipt(row!)).toMatchObject({
      rows: { read: 6, booked: 2, inDoubt: 4 },
      entries: { booked: 1, inDoubt: 2 },
      totals: { accounts: [{ account: '1920', file: '123.00', booked: '100.00', inDoubt: '23.00' }, {}] },
      mismatches: [],
    });
    // The same bytes are received anew, and nothing of what was sent is booked.
    const again = await office.book('a.csv', four);
    expect(again.row.id).not.toBe(id);
    expect(again.receipt).toMatchObject({
      entries: { booked: 1, duplicate: 1 },
      waiting: [{ import: id, entries: 2, state: 'in-doubt' }],
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 4']);
    await resolveAll();
    expect(await states(row!)).toEqual(['booked', 'booked', 'withdrawn']);
    expect(await office.receipt(row!)).toMatchObject({ state: 'completed', rows: { read: 4 }, entries: { booked: 2 } });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 4']);
    // Known not to be booked, it is free: the new import, which waited for it, books it.
    await office.post(again.row);
    expect(await office.texts()).toEqual(FOUR);
    expect(await office.receipt(again.row)).toMatchObject({ entries: { booked: 2, duplicate: 2 }, mismatches: [] });
  });

  test('a file that was received and planned before anybody looked: its claims go to what was sent', async () => {
    await half();
    const early = await office.take('a.csv', four);
    await office.plan(early);
    expect((await named(early.id)).state).toBe('posting');
    await expect(check()).rejects.toThrow(/3 attempts/);
    await accept();
    expect(await named(early.id)).toMatchObject({ state: 'planning', todo: 'claim' });
    await claimAgain(early);
    await office.post(early);
    expect(await office.receipt(early)).toMatchObject({
      entries: { booked: 1, duplicate: 1 },
      waiting: [{ entries: 2, state: 'in-doubt' }],
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 4']);
  });

  test('a job that books duplicates does not book the same bytes twice', async () => {
    await half();
    office.defineJob('journal', `${ALONE}onDuplicate: book\n`);
    await accept();
    const again = await office.book('a.csv', four);
    expect(again.receipt).toMatchObject({
      entries: { booked: 1, duplicate: 1 },
      waiting: [{ entries: 2, state: 'in-doubt' }],
      mismatches: [],
    });
    const other = await office.book('b.csv', `${four}\n`);
    expect(other.receipt.entries.booked).toBe(4);
  });

  test('a second loss, older than what was accepted, is noticed as the first was', async () => {
    await half();
    await accept();
    await resolveAll();
    const again = await office.book('a.csv', four);
    expect(again.receipt.entries).toMatchObject({ booked: 2, duplicate: 2 });
    expect(await office.texts()).toEqual(FOUR);
    await loseLedger();
    await expect(check()).rejects.toThrow(/does not know 5 attempts/);
    await accept();
    await resolveAll();
    expect((await office.book('a.csv', four)).receipt.entries).toMatchObject({ booked: 0, duplicate: 4 });
    expect(await office.texts()).toEqual(FOUR);
  });

  test('the log beside a ledger that was lost can be read again and again', async () => {
    await half();
    await accept();
    const before = await office.ledger.imports.list(10);
    expect(await accept()).toEqual([]);
    expect(await office.ledger.imports.list(10)).toEqual(before);
    await check();
    expect(await lostImports(office.ledger)).toEqual([]);
  });
});

test('a copy that is older than a fresh plan: the same import, other batches', async () => {
  const rows = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3));
  office.defineJob('journal', JOURNAL_JOB);
  const row = await office.take('a.csv', rows, 'journal', { book: false });
  await office.plan(row);
  await copy();
  office.defineJob('journal', ALONE);
  await office.take('a.csv', rows);
  await office.plan(row);
  expect(await office.batches(row)).toHaveLength(3);
  await send(await named(row.id), 2);
  await restore();
  await accept();
  expect((await named(row.id)).state).toBe('planned');
  expect(await recovered()).toMatchObject([{ file: 'a.csv', state: 'completed' }]);
  const after = await office.book('a.csv', rows);
  expect(after.row.id).toBe(row.id);
  expect(after.receipt).toMatchObject({ entries: { booked: 1, duplicate: 2 }, mismatches: [] });
  expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
});

test('cut off between two imports, it goes on with the others', async () => {
  await office.book('a.csv', journal(voucher(1, 1)));
  await office.book('b.csv', journal(voucher(2, 2)));
  await loseLedger();
  const { rebuildFromLog } = office.ledger.recovery;
  let done = 0;
  const recovery = {
    ...office.ledger.recovery,
    rebuildFromLog: async (...given: Parameters<typeof rebuildFromLog>) => {
      if (done++ === 1) throw new Error('killed');
      return await rebuildFromLog(...given);
    },
  };
  const ports = { ...office.ports, ledger: { ...office.ledger, recovery } };
  await expect((() => recoverAttempts(REASON, ports))()).rejects.toThrow('killed');
  expect((await recovered()).map(({ file }) => file)).toEqual(['a.csv']);
  await expect(check()).rejects.toThrow(/1 attempt to book vouchers of b\.csv/);
  await accept();
  expect((await recovered()).map(({ file }) => file)).toEqual(['b.csv', 'a.csv']);
  await check();
});

test('while a process may be sending nothing is taken back', async () => {
  await office.book('a.csv', journal(voucher(1, 1)));
  await loseLedger();
  await office.holder();
  await expect(accept()).rejects.toThrow(/A process is booking from this ledger/);
  expect(await recovered()).toEqual([]);
  // With the clock set back by an hour, its lease reaches too far to say anything.
  expect(await accept(-3_600_000)).toMatchObject([{ booked: 1 }]);
});

test('a ledger that is new makes its log, and knows it', async () => {
  expect(existsSync(LOG())).toBe(false);
  await check();
  expect(readFileSync(LOG(), 'utf8')).toMatch(/^\n\{"log":"[0-9a-f-]{36}"\}\n$/);
  await office.book('a.csv', journal(voucher(1, 1)));
  await check();
  await meanwhile(async () => undefined);
  await check();
});

describe('the log is lost', () => {
  /** Two imports, the second with two of its four batches still to be sent. */
  async function begun(): Promise<ImportRow> {
    await check();
    await office.book('first.csv', journal(voucher(9, 9)));
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await send(row, 2);
    return row;
  }
  const sends = () => office.app.work(['plan', 'post'], ['main']);

  test.each<[string, RegExp, () => Promise<void>]>([
    ['deleted', /attempts\.journal is missing; it should hold/, async () => rmSync(LOG())],
    ['rotated', /is missing/, async () => renameSync(LOG(), `${LOG()}.1`)],
    ['begun anew', /is not the one that this ledger had/, async () => writeFileSync(LOG(), '\n{"log":"another"}\n')],
    ['emptied', /is missing/, async () => truncateSync(LOG(), 0)],
  ])('%s: nothing is sent, and it says so', async (_, words, lose) => {
    const row = await begun();
    await meanwhile(lose);
    await expect(check()).rejects.toThrow(words);
    await expect(sends()).rejects.toThrow(/Nothing is sent, for it could be booked twice/);
    expect(await states(row)).toEqual(['booked', 'booked', 'ready', 'ready']);
    expect(await office.texts()).toHaveLength(3);
  });

  test('put back from an older copy: the ledger knows that it lacks its last attempt', async () => {
    await check();
    await office.book('first.csv', journal(voucher(9, 9)));
    await meanwhile(async () => cpSync(LOG(), join(folder, 'older')));
    await check();
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await send(row, 2);
    await meanwhile(async () => cpSync(join(folder, 'older'), LOG()));
    await expect(check()).rejects.toThrow(
      /is older than the ledger: it does not hold the attempt that the ledger made at 20/,
    );
    await expect(sends()).rejects.toThrow(/Nothing is sent/);
  });

  test('together with an older copy of the ledger: what was sent since is not sent again', async () => {
    await check();
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await send(row, 1);
    await check();
    await copy();
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    await restore();
    await meanwhile(async () => rmSync(LOG()));
    expect(await states(row)).toEqual(['booked', 'ready', 'ready', 'ready']);
    await expect(check()).rejects.toThrow(/is missing/);
    expect(await accept()).toMatchObject([{ id: row.id, inDoubt: 3 }]);
    expect(await office.ledger.posting.attempts(row.num, 2)).toMatchObject([
      { outcome: 'in-doubt', evidence: expect.stringMatching(/is missing.*after the ledger was copied is not known/) },
    ]);
    await check();
    await resolveAll();
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
  });

  test('accepted, a new log begins, and the ledger knows that one', async () => {
    const row = await begun();
    await meanwhile(async () => rmSync(LOG()));
    expect(await accept()).toMatchObject([{ id: row.id, inDoubt: 2 }]);
    expect(await accept()).toEqual([]);
    await check();
    await meanwhile(async () => undefined);
    await check();
    await resolveAll();
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3', 'Bilag 4', 'Bilag 9']);
    await meanwhile(async () => rmSync(LOG()));
    await expect(check()).rejects.toThrow(/is missing/);
  });

  test('put back where it was, all is well', async () => {
    const row = await begun();
    await meanwhile(async () => renameSync(LOG(), `${LOG()}.1`));
    await expect(check()).rejects.toThrow(/is missing/);
    await meanwhile(async () => {
      rmSync(LOG(), { force: true });
      renameSync(`${LOG()}.1`, LOG());
    });
    await check();
    await office.post(await named(row.id));
    expect(await office.texts()).toHaveLength(5);
  });

  test('moved away while a process sends: what it can no longer write down is not sent', async () => {
    const row = await begun();
    renameSync(LOG(), `${LOG()}.1`);
    await send(row, 1);
    expect(await office.texts()).toHaveLength(3);
    expect(await office.ledger.posting.attempts(row.num, 3)).toMatchObject([
      {
        outcome: 'not-applied',
        evidence: expect.stringMatching(/was moved or replaced while bilag works.*bilag recover/),
      },
    ]);
    renameSync(`${LOG()}.1`, LOG());
    await office.post(row);
    expect(await office.texts()).toHaveLength(5);
  });

  test('an attempt that somebody else makes while the log is compared is no reason to stop', async () => {
    await check();
    const row = await office.take('a.csv', four);
    await office.plan(row);
    // Logged, and compared before its outcome is written; then no other follows.
    await office.turn(row, async () => {
      await check();
      return false;
    });
    await check();
    await meanwhile(async () => undefined);
    await check();
  });
});

describe('a log under its former name', () => {
  const FORMER = () => join(home(), 'attempts.log');

  test('is carried over when the ledger is opened, with what it knows', async () => {
    const row = await office.take('a.csv', four);
    await office.plan(row);
    await send(row, 2);
    // As an earlier version wrote it: no record says which log it is.
    await meanwhile(async () => {
      writeFileSync(FORMER(), readFileSync(LOG(), 'utf8').replace(/\n\{"log":[^\n]*\n/, ''));
      rmSync(LOG());
    });
    expect(existsSync(FORMER())).toBe(false);
    await check();
    await office.post(await named(row.id));
    expect(await office.texts()).toEqual(FOUR);
    await meanwhile(remove);
    await expect(check()).rejects.toThrow(/does not know 4 attempts/);
  });

  test('beside another it stops posting: which of them is right nobody can see', async () => {
    await check();
    await office.book('a.csv', journal(voucher(1, 1)));
    await meanwhile(async () => writeFileSync(FORMER(), '\n{"attempt":"x","at":1,"no":1}\n'));
    await expect(check()).rejects.toThrow(/There are two attempt logs, .*attempts\.journal and .*attempts\.log/);
    await expect(accept()).rejects.toThrow(/two attempt logs/);
    await meanwhile(async () => rmSync(FORMER()));
    await check();
  });
});

test('an attempt that the log does not take is not made: nothing is sent, and it is tried again', async () => {
  rmSync(join(home(), 'attempts.journal'), { force: true });
  symlinkSync('/dev/full', join(home(), 'attempts.journal'));
  const row = await office.take('a.csv', journal(voucher(1, 1)));
  await office.plan(row);
  await send(row, 1);
  expect(await office.texts()).toEqual([]);
  expect(await office.ledger.posting.attempts(row.num, 1)).toMatchObject([
    {
      outcome: 'not-applied',
      evidence: expect.stringMatching(/could not be written to .*attempts\.journal, so nothing was sent.*ENOSPC/),
    },
  ]);
  expect(await states(row)).toEqual(['ready']);
  await meanwhile(async () => rmSync(join(home(), 'attempts.journal')));
  await office.post(row);
  expect(await office.texts()).toEqual(['Bilag 1']);
});
