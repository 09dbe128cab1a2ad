import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/issue.ts';
import { type ResolveDoubtOptions, resolveDoubt } from '../../src/doubt/resolve.ts';
import { takeAnswerBack } from '../../src/doubt/take-answer-back.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { BUILD } from '../built.ts';
import {
  CARD_JOB,
  JOURNAL_JOB,
  journal,
  type Office,
  type OfficeOptions,
  openOffice,
  voucher,
} from '../importing/office.ts';
import { sendUnheard } from '../importing/send-unheard.ts';

const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;
const HOUR = 3_600_000;
const two = journal(voucher(1, 100), voucher(2, 20));
const four = journal(voucher('A1', 1), voucher('A2', 2), voucher('A3', 3), voucher('A4', 4));

type Became = 'booked' | 'not-booked';

async function resolve(office: Office, row: ImportRow, no: number, became: Became, options: ResolveDoubtOptions = {}) {
  return await resolveDoubt(await office.ledger.imports.byNum(row.num), no, became, 'I looked', office.ports, options);
}

/** What it says to a person when it refuses. */
async function refusal(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} ${error.suggestion}`;
    throw error;
  }
  throw new Error('It was not refused.');
}

const states = async (office: Office, row: ImportRow) => (await office.batches(row)).map(({ state }) => state);
const history = async (office: Office, row: ImportRow) =>
  (await office.ledger.imports.events(row.num)).map(({ what, detail }) => `${what} ${detail}`).join('\n');

describe('an answer that was wrong', () => {
  const takeBack = async (office: Office, row: ImportRow, no: number) =>
    takeAnswerBack(await office.ledger.imports.byNum(row.num), no, 'I mistook it for another', office.ports);

  test('who takes it back is killed just after that: the import is in doubt, and what is answered anew is sent', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-before');
    const { row } = await office.book('a.csv', two);
    await resolve(office, row, 1, 'booked');
    const { attempt, state } = (await office.batches(row))[0]!;
    const answer = { who: 'kari', at: 1, became: 'booked' } as const;
    const taken = { at: 2, who: 'kari', reason: 'another one', answer };
    expect(await office.ledger.doubts.reopen(row.num, 1, attempt!, state, taken)).toBe(true);
    expect(await resolve(office, row, 1, 'not-booked')).toMatchObject({ state: 'posting' });
    await office.post(row);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('declared booked, and it was not: taken back and answered anew, it is sent', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-before');
    const { row } = await office.book('a.csv', two);
    expect(await resolve(office, row, 1, 'booked')).toMatchObject({ state: 'completed' });
    expect(await refusal(() => resolve(office, row, 1, 'not-booked'))).toContain('--correct');
    await takeBack(office, row, 1);
    expect(await office.receipt(row)).toMatchObject({
      state: 'in-doubt',
      entries: { booked: 1, inDoubt: 1 },
      mismatches: [],
    });
    expect(await resolve(office, row, 1, 'not-booked')).toMatchObject({ state: 'posting' });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(await office.ledger.doubts.decisions(row.num)).toMatchObject([
      { became: 'booked', taken_back_at: expect.any(Number) },
      { became: 'not-booked', taken_back_at: null },
    ]);
    expect(await history(office, row)).toMatch(/answer-taken-back .*I mistook it for another/);
  });

  test('declared not booked, and it was: corrected before it is sent again, it stands once', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-after');
    const { row } = await office.book('a.csv', two);
    await resolve(office, row, 1, 'not-booked');
    await takeBack(office, row, 1);
    expect(await office.turn(row)).toBe(0);
    await resolve(office, row, 1, 'booked');
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('once it was sent again there is nothing to take back', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-before');
    const { row } = await office.book('a.csv', two);
    await resolve(office, row, 1, 'not-booked');
    await office.post(row);
    expect(await refusal(() => takeBack(office, row, 1))).toContain("can't be corrected any more: it is booked");
    expect(await refusal(() => takeBack(office, row, 2))).toContain('Nobody has said anything');
    expect(await refusal(() => takeBack(office, row, 3))).toContain('has no batch 3');
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('one that was taken back is not taken back again, contradicts nothing, and may be given once more', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-before');
    const { row } = await office.book('a.csv', two);
    await resolve(office, row, 1, 'booked');
    await takeBack(office, row, 1);
    expect(await refusal(() => takeBack(office, row, 1))).toContain('is in doubt: there is no answer to correct');
    expect(await office.ledger.doubts.contradictions(row.num)).toEqual([]);
    expect(await resolve(office, row, 1, 'booked')).toMatchObject({ state: 'completed' });
    expect(await office.ledger.doubts.contradictions(row.num)).toEqual([]);
  });
});

describe('a whole batch', () => {
  test('declared booked it is not sent again; declared not booked it is, once', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-after', 'reset-before');
    const { row } = await office.book('a.csv', two);
    expect(await states(office, row)).toEqual(['in-doubt', 'in-doubt']);
    expect(await resolve(office, row, 1, 'booked')).toEqual({ state: 'in-doubt', entries: 1 });
    expect(await resolve(office, row, 2, 'not-booked')).toEqual({ state: 'posting', entries: 1 });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(await office.ledger.doubts.decisions(row.num)).toMatchObject([
      { batch: 1, became: 'booked', who: office.ports.who, reason: 'I looked', part: null },
      { batch: 2, became: 'not-booked', who: office.ports.who, reason: 'I looked', part: null },
    ]);
  });

  test('a reason is needed, and a batch that is in doubt', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-after');
    const { row } = await office.book('a.csv', two);
    expect(await refusal(() => resolveDoubt(row, 1, 'booked', ' ', office.ports))).toContain('--reason');
    expect(await refusal(() => resolve(office, row, 2, 'not-booked'))).toContain('is not in doubt; it is booked');
    expect(await refusal(() => resolve(office, row, 7, 'booked'))).toContain('has no batch 7');
    expect(await states(office, row)).toEqual(['in-doubt', 'booked']);
  });

  test('of two people who decide one is told what the other decided', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-after');
    const { row } = await office.book('a.csv', journal(voucher(1, 1)));
    const { attempt } = (await office.batches(row))[0]!;
    const other = { became: 'booked', at: Date.now(), who: 'kari', reason: 'voucher 7' } as const;
    let decided = false;
    const { ledger } = office;
    // Between the look at the batch and the decision.
    const decide: typeof ledger.doubts.decide = async (...given) => {
      if (!decided) decided = await ledger.doubts.decide(row.num, 1, attempt!, other);
      return ledger.doubts.decide(...given);
    };
    const ports = { ...office.ports, ledger: { ...ledger, doubts: { ...ledger.doubts, decide } } };
    const said = await refusal(() => resolveDoubt(row, 1, 'not-booked', 'not there', ports));
    expect(said).toMatch(/is not in doubt; it is booked\. kari declared it booked at .* \("voucher 7"\)/);
    expect(await office.ledger.doubts.decisions(row.num)).toHaveLength(1);
    expect(await office.turn(row)).toBe(0);
    expect(await office.texts()).toEqual(['Bilag 1']);
  });
});

describe('the process that sent it', () => {
  /** A batch in doubt that another process began to send, and wrote nothing more of. */
  async function begun(office: Office, sender: { host: string; pid: number; started: string }): Promise<ImportRow> {
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    await office.plan(row);
    const { leases, posting, doubts } = office.ledger;
    const now = Date.now();
    await leases.register({ id: 'other', ...sender, lease_until: now + HOUR });
    await posting.beginSending(row.num, { id: 'a1', holder: 'other', deadline: now + HOUR, limit: 1 }, now);
    expect(await doubts.orphans(now + HOUR + 1)).toHaveLength(1);
    return row;
  }

  async function child() {
    const url = pathToFileURL(join(BUILD, 'core/processes.js')).href;
    const script = `import(${JSON.stringify(url)}).then((m) => console.log(m.processes.self)); setInterval(() => {}, 1000);`;
    const process_ = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(process_.stdout!, 'data');
    return { process_, host: hostname(), pid: process_.pid!, started: String(said).trim() };
  }

  test('lives, or is stopped: not booked is refused with its name; ended, it is taken', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const { process_, ...sender } = await child();
    try {
      const row = await begun(office, sender);
      process_.kill('SIGSTOP');
      const said = await refusal(() => resolve(office, row, 1, 'not-booked'));
      expect(said).toContain(`process ${sender.pid} on ${sender.host}, since 20`);
      expect(said).toContain(`kill -9 ${sender.pid}`);
      // What a person can't see from elsewhere can't be said of a process that can be seen.
      expect(await refusal(() => resolve(office, row, 1, 'not-booked', { senderGone: true }))).toContain(
        'still in the hands',
      );
      expect(await states(office, row)).toEqual(['in-doubt']);
      const ended = once(process_, 'exit');
      process_.kill('SIGKILL');
      await ended;
      await resolve(office, row, 1, 'not-booked');
      await office.post(row);
      expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
      expect(await office.texts()).toEqual(['Bilag 1']);
    } finally {
      process_.kill('SIGKILL');
    }
  });

  test('lives: booked is taken all the same', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const { process_, ...sender } = await child();
    try {
      const row = await begun(office, sender);
      expect((await resolve(office, row, 1, 'booked')).state).toBe('completed');
    } finally {
      process_.kill('SIGKILL');
    }
  });

  test('is elsewhere: not booked only where a person says that it has ended, and that is kept', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const row = await begun(office, { host: 'elsewhere', pid: 4711, started: '' });
    expect(await refusal(() => resolve(office, row, 1, 'not-booked'))).toMatch(
      /process 4711 on elsewhere.*--sender-gone/,
    );
    expect(await states(office, row)).toEqual(['in-doubt']);
    await resolve(office, row, 1, 'not-booked', { senderGone: true });
    await office.post(row);
    expect((await office.receipt(row)).state).toBe('completed');
    const [decision] = await office.ledger.doubts.decisions(row.num);
    expect(decision!.reason).toBe(`I looked (process 4711 on elsewhere has ended, says ${office.ports.who})`);
  });
});

describe('a part of a batch', () => {
  const applyingHalf = async (content = four, options: OfficeOptions = {}) => {
    const office = await openOffice({ service: 'rejection: unknown', ...options });
    await office.next('partial');
    const { row } = await office.book('a.csv', content, options.jobs === undefined ? 'journal' : 'card');
    expect(await states(office, row)).toEqual(['in-doubt']);
    return { office, row };
  };

  test('the entries that are there are booked, the others stay in doubt, and are sent when they are declared not booked', async () => {
    const { office, row } = await applyingHalf();
    expect(await office.texts()).toEqual(['Bilag A1', 'Bilag A2']);
    const resolved = await resolve(office, row, 1, 'booked', { entries: ['A1', 'A2'] });
    expect(resolved).toEqual({ state: 'in-doubt', entries: 2, rest: { no: 3, entries: 2 } });
    expect(await office.receipt(row)).toMatchObject({
      state: 'in-doubt',
      entries: { planned: 4, booked: 2, inDoubt: 2 },
      mismatches: [],
    });
    expect(await office.ledger.posting.attempts(row.num, 3), 'the evidence goes with the rest').toHaveLength(1);
    await resolve(office, row, 3, 'not-booked');
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      entries: { planned: 4, booked: 4 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag A1', 'Bilag A2', 'Bilag A3', 'Bilag A4']);
    expect((await office.booked()).totals).toEqual({ '1920': '10.00', '3000': '-10.00' });
    // Whoever brings them again is told that they are booked.
    const again = await office.book('b.csv', `${four}\n`);
    expect(again.receipt.entries).toMatchObject({ planned: 4, booked: 0, duplicate: 4 });
  });

  test('named the other way round: the missing ones are sent, those that are there declared later', async () => {
    const { office, row } = await applyingHalf();
    const { rest } = await resolve(office, row, 1, 'not-booked', { entries: ['A4,A3'] });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'in-doubt',
      entries: { booked: 2, inDoubt: 2 },
      mismatches: [],
    });
    await resolve(office, row, rest!.no, 'booked');
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 4 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag A1', 'Bilag A2', 'Bilag A3', 'Bilag A4']);
  });

  test('entries without a key go by their rows', async () => {
    const rows = ['Dato;Beløp;Tekst', '05.01.2026;1,00;a', '05.01.2026;2,00;b', '05.01.2026;3,00;c', ''].join('\n');
    const { office, row } = await applyingHalf(rows, { jobs: { card: CARD_JOB } });
    const applied = await office.texts();
    expect(applied.length).toBeLessThan(3);
    const there = applied.map((text) => `row ${2 + ['a', 'b', 'c'].indexOf(text)}`);
    const { rest } = await resolve(office, row, 1, 'booked', { entries: there });
    const resolved = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'resolved');
    expect(JSON.parse(resolved!.detail!)).toMatchObject({ entries: there });
    await resolve(office, row, rest!.no, 'not-booked', { entries: ['2', '3', '4'].slice(applied.length) });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(['a', 'b', 'c']);
  });

  test('all of them named is the whole batch', async () => {
    const { office, row } = await applyingHalf();
    expect(await resolve(office, row, 1, 'booked', { entries: ['A1,A2', 'A3', 'rows 8-9'] })).toEqual({
      state: 'completed',
      entries: 4,
    });
    expect(await states(office, row)).toEqual(['booked']);
  });

  test('a name that is not there decides nothing', async () => {
    const { office, row } = await applyingHalf();
    const said = await refusal(() => resolve(office, row, 1, 'booked', { entries: ['A1,17'] }));
    expect(said).toContain('"17"');
    expect(said).toContain('A1, A2, A3, A4');
    expect(await states(office, row)).toEqual(['in-doubt']);
    expect(await office.ledger.doubts.decisions(row.num)).toEqual([]);
  });
});

describe('an outcome that comes after the decision', () => {
  /** A request that is under way and thought lost: the service has answered, and nobody heard it yet. */
  async function late(content: string, options: OfficeOptions = {}) {
    const office = await openOffice(options);
    const row = await office.take('a.csv', content);
    await office.plan(row);
    const { hear } = await sendUnheard(office, row);
    expect(await office.ledger.doubts.orphans(Date.now() + HOUR)).toHaveLength(1);
    return { office, row, hear };
  }
  const gone = { senderGone: true };

  test('declared not booked, and it was: flagged, told, and closed by who has looked into it', async () => {
    const { office, row, hear } = await late(journal(voucher(17, 100)));
    await resolve(office, row, 1, 'not-booked', gone);
    const beside = await openOffice({ beside: office });
    await beside.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    await hear();
    expect(await office.texts(), 'what the decision did').toEqual(['Bilag 17', 'Bilag 17']);
    const { state, mismatches } = await office.receipt(row);
    expect(state).toBe('in-doubt');
    expect(mismatches).toEqual([
      expect.stringMatching(/^Batch 1 \(voucher 17; 1920 100\.00, 3000 -100\.00\).*TWICE.*bilag resolve/),
    ]);
    expect(office.said.filter((line) => line.includes('TWICE'))).toHaveLength(1);
    expect(await history(office, row)).toMatch(/contradicted .*"kind":"booked"/);
    expect(await refusal(() => resolve(office, row, 1, 'not-booked', gone))).toContain('nothing of it waits');
    const before = await office.ledger.doubts.decisions(row.num);
    expect(await resolve(office, row, 1, 'booked')).toEqual({ state: 'completed', entries: 1 });
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.ledger.doubts.decisions(row.num)).slice(0, -1)).toEqual(before);
    expect(await refusal(() => resolve(office, row, 1, 'booked'))).toContain('is not in doubt');
    expect(await beside.turn(row)).toBe(0);
  });

  test('declared not booked, and it was, before it was sent again: it is not', async () => {
    const { office, row, hear } = await late(two);
    await resolve(office, row, 1, 'not-booked', { ...gone, entries: ['1'] });
    await hear();
    expect(await states(office, row)).toEqual(['split', 'booked', 'booked']);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.turn(row)).toBe(0);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  const lockedPeriod: OfficeOptions = { sandbox: { lockedBefore: '2020-01-01' } };
  const locked = voucher(5, 5, 'Bilag 5', '31.12.2019');

  test('declared booked, and it was refused: its entries are missing, and are sent when a person says so', async () => {
    const { office, row, hear } = await late(journal(locked), lockedPeriod);
    expect((await resolve(office, row, 1, 'booked')).state).toBe('completed');
    await hear();
    const { state, mismatches } = await office.receipt(row);
    expect(state).toBe('in-doubt');
    expect(mismatches).toEqual([expect.stringMatching(/^Batch 1 \(voucher 5; .*refused by the service.*MISSING/)]);
    expect(await resolve(office, row, 1, 'not-booked')).toMatchObject({ state: 'posting', entries: 1 });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      entries: { rejected: 1 },
      mismatches: [],
    });
  });

  test('declared booked, and it was refused: a person who booked it by hand says booked', async () => {
    const { office, row, hear } = await late(journal(locked), lockedPeriod);
    await resolve(office, row, 1, 'booked');
    await hear();
    expect(await resolve(office, row, 1, 'booked')).toEqual({ state: 'completed', entries: 1 });
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
    expect(await office.turn(row)).toBe(0);
  });

  test('of a part: what was declared is contradicted, the rest is settled by the reply', async () => {
    const { office, row, hear } = await late(journal(locked, voucher(6, 6)), lockedPeriod);
    const { rest } = await resolve(office, row, 1, 'booked', { entries: ['6'] });
    expect(rest).toEqual({ no: 3, entries: 1 });
    await hear();
    await office.post(row);
    // The refused request applied nothing: the rest was sent alone, and refused alone.
    expect(await states(office, row)).toEqual(['split', 'booked', 'rejected']);
    expect(await office.receipt(row)).toMatchObject({
      state: 'in-doubt',
      mismatches: [expect.stringMatching(/^Batch 1 \(voucher 6; 1920 6\.00.*MISSING/)],
    });
    expect((await resolve(office, row, 1, 'not-booked')).entries).toBe(1);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, rejected: 1 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 6']);
  });

  test('that agrees is a line of the history, and settles what of the batch is still in doubt', async () => {
    const { office, row, hear } = await late(two);
    await resolve(office, row, 1, 'booked', { entries: ['1'] });
    await hear();
    expect(await states(office, row)).toEqual(['split', 'booked', 'booked']);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.events(row)).toContain('outcome-too-late');
    expect(await office.events(row)).not.toContain('contradicted');
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('no clock can hide it: one that was set back says the same', async () => {
    const { office, row, hear } = await late(journal(locked), lockedPeriod);
    const ports = { ...office.ports, now: () => Date.now() + HOUR };
    await resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'booked', 'seen', ports);
    await hear();
    expect((await office.receipt(row)).mismatches).toHaveLength(1);
  });

  test('without a decision it settles the doubt itself', async () => {
    const { office, row, hear } = await late(journal(voucher(1, 1)));
    expect(await states(office, row)).toEqual(['in-doubt']);
    await hear();
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1']);
  });

  test('known before the decision it contradicts nothing, whatever the clocks say', async () => {
    const office = await openOffice({ service: 'rejection: unknown' });
    await office.next('partial');
    const { row } = await office.book('a.csv', two);
    const ports = { ...office.ports, now: () => Date.now() - HOUR };
    await resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'booked', 'all there', ports);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
  });
});

test('a sender that was given up sends nothing more under its old name, and writes what came of what it had sent', async () => {
  const office = await openOffice({ jobs: { journal: ALONE } });
  const row = await office.take('a.csv', two);
  await office.plan(row);
  const old = (await office.holder()).id;
  const { hear } = await sendUnheard(office, row);
  const begun = { id: 'late', holder: old, deadline: Date.now() + HOUR, limit: 9 };
  expect(await office.ledger.doubts.orphans(Date.now() + HOUR)).toHaveLength(1);
  expect(await office.ledger.leases.find(old)).toMatchObject({ struck: 1 });
  expect(await office.ledger.posting.beginSending(row.num, begun, Date.now())).toBeUndefined();
  expect(await office.ledger.leases.renew(old, Date.now() + HOUR)).toBe(false);
  await hear();
  await (await office.holder()).renew();
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
  expect(await office.ledger.posting.attempts(row.num, 1)).toMatchObject([{ holder: old, outcome: 'booked' }]);
  const [second] = await office.ledger.posting.attempts(row.num, 2);
  expect(second!.holder).not.toBe(old);
  expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  // Nothing that it sent is in doubt any more.
  await office.ledger.doubts.orphans(Date.now());
  expect(await office.ledger.leases.find(old)).toBeUndefined();
});
