import Database from 'libsql';
import { expect, test } from 'vitest';
import { cutBatch } from '../../src/core/batch-body.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { settlementOf } from '../../src/posting/settle.ts';
import { settleOrphans } from '../../src/posting/settle-orphans.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../importing/office.ts';

const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;

async function planned(file: string, job = ALONE) {
  const office = await openOffice({ jobs: { journal: job } });
  const row = await office.take('a.csv', file);
  await office.plan(row);
  return { office, row };
}
const attemptOf = async (office: Office, id: string, deadline = Date.now() + 60_000) => ({
  id,
  holder: (await office.holder()).id,
  deadline,
  limit: 4,
});
/** Longer than a machine under load stands still, in milliseconds. */
const LEASE_MS = 15_000;
const booked = { kind: 'booked', evidence: { status: 200 }, message: '' } as const;

test('a batch is taken once, and only by a holder that lives, for an import that posts', async () => {
  const { office, row } = await planned(journal(voucher(1, 1)));
  const { posting, leases, imports } = office.ledger;
  expect(
    await posting.beginSending(row.num, { ...(await attemptOf(office, 'x')), holder: 'nobody' }, Date.now()),
  ).toBeUndefined();
  await imports.moveState(row.num, ['posting'], 'planning');
  expect(await posting.beginSending(row.num, await attemptOf(office, 'x'), Date.now())).toBeUndefined();
  await imports.moveState(row.num, ['planning'], 'posting');
  expect((await posting.beginSending(row.num, await attemptOf(office, 'a'), Date.now()))?.batch).toMatchObject({
    no: 1,
    attempt: 'a',
    attempts: 1,
  });
  expect(await posting.beginSending(row.num, await attemptOf(office, 'b'), Date.now())).toBeUndefined();
  expect(await posting.attempts(row.num, 1)).toMatchObject([{ id: 'a', outcome: null }]);
  await leases.remove((await office.holder()).id);
});

test('no more requests are under way than the job allows', async () => {
  const { office, row } = await planned(journal(voucher(1, 1), voucher(2, 2), voucher(3, 3)));
  const { posting } = office.ledger;
  const begin = async (id: string) =>
    posting.beginSending(row.num, { ...(await attemptOf(office, id)), limit: 2 }, Date.now());
  expect([await begin('a'), await begin('b'), await begin('c')].map((sending) => sending?.batch.no)).toEqual([
    1,
    2,
    undefined,
  ]);
});

test('a batch whose sender is gone, or that is past its deadline, is in doubt; the rest goes on', async () => {
  const { office, row } = await planned(journal(voucher(1, 1), voucher(2, 2), voucher(3, 3)));
  const { posting, leases } = office.ledger;
  const gone = { id: 'gone', host: 'h', pid: 1, started: 's', lease_until: Date.now() + LEASE_MS };
  await leases.register(gone);
  await posting.beginSending(row.num, { ...(await attemptOf(office, 'a')), holder: 'gone' }, Date.now());
  await posting.beginSending(row.num, await attemptOf(office, 'b'), Date.now());
  await settleOrphans(office.ports);
  expect((await office.batches(row)).map(({ state }) => state)).toEqual(['sending', 'sending', 'ready']);
  // As much time goes by.
  const db = new Database(office.ports.ledgerPath);
  db.prepare("update holder set lease_until = ? where id = 'gone'").run([Date.now() - 1]);
  db.prepare("update batch set deadline = ? where attempt = 'b'").run([Date.now() - 1]);
  db.close();
  await settleOrphans(office.ports);
  expect((await office.batches(row)).map(({ state }) => state)).toEqual(['in-doubt', 'in-doubt', 'ready']);
  expect(await leases.renew('gone', Date.now() + 9_999), 'a lease that ran out is never revived').toBe(false);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({
    state: 'in-doubt',
    entries: { booked: 1, inDoubt: 2 },
    mismatches: [],
  });
  expect(office.said.join('\n')).toMatch(/Batch 1 of import .* is in doubt: the process that sent it went away/);
  expect(await office.texts()).toEqual(['Bilag 3']);
});

async function doubted(file = journal(voucher(1, 1)), job = ALONE) {
  const { office, row } = await planned(file, job);
  const { posting } = office.ledger;
  await posting.beginSending(row.num, await attemptOf(office, 'a', Date.now() - 1), Date.now());
  await settleOrphans(office.ports);
  expect(await office.receipt(row)).toMatchObject({ state: 'in-doubt', mismatches: [] });
  return { office, row, posting };
}

test('an outcome that arrives after the doubt settles it', async () => {
  const { office, row, posting } = await doubted();
  expect((await posting.settle('a', booked, { to: 'booked', ids: null }, Date.now(), undefined)).recorded).toBe(true);
  await office.turn(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
  expect(await posting.attempts(row.num, 1)).toMatchObject([{ outcome: 'booked' }]);
});

test('what was declared not booked is not sent again once its reply says that it is booked', async () => {
  const { office, row, posting } = await doubted();
  const imported = () => office.ledger.imports.byNum(row.num);
  await expect(
    resolveDoubt(await imported(), 1, 'not-booked', 'asked', office.ports),
    'the sender lives',
  ).rejects.toThrow(/still in the hands of process/);
  await office.ledger.leases.remove((await office.holder()).id);
  await expect(resolveDoubt(await imported(), 1, 'not-booked', ' ', office.ports)).rejects.toThrow(/reason/);
  expect((await resolveDoubt(await imported(), 1, 'not-booked', 'asked the bank', office.ports)).state).toBe('posting');
  const late = await posting.settle('a', booked, { to: 'booked', ids: null }, Date.now(), undefined);
  expect(late.recorded).toBe(true);
  expect((await office.batches(row))[0]).toMatchObject({ state: 'booked' });
  await (await office.holder()).renew();
  expect(await office.turn(row)).toBe(0);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
  const resolved = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'resolved');
  expect(JSON.parse(resolved!.detail!)).toEqual({ batch: 1, became: 'not-booked', reason: 'asked the bank' });
});

test('sent again, and then its first reply says that it is booked: it is not sent a third time', async () => {
  const { office, row, posting } = await doubted();
  await office.ledger.leases.remove((await office.holder()).id);
  await resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'not-booked', 'asked the bank', office.ports);
  await (await office.holder()).renew();
  expect(await posting.beginSending(row.num, await attemptOf(office, 'b'), Date.now())).toBeDefined();
  const first = await posting.settle('a', booked, { to: 'booked', ids: null }, Date.now(), undefined);
  expect(first.recorded).toBe(false);
  expect((await office.receipt(row)).mismatches, 'while the second is under way').toHaveLength(1);
  const away = { kind: 'not-applied', evidence: {}, message: '' } as const;
  await posting.settle('b', away, { to: 'ready', dueAt: 0 }, Date.now(), undefined);
  expect(await office.turn(row)).toBe(0);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 1 }, mismatches: [] });
});

test('a refusal that comes after the doubt sends the halves on at once, and nothing throws them away', async () => {
  const { office, row, posting } = await doubted(journal(voucher(1, 1), voucher(2, 2)), JOURNAL_JOB);
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('in-doubt');
  const frozen = await posting.body(row.num, 1);
  const facts = JSON.parse((await office.ledger.imports.byNum(row.num)).facts!);
  const halves = (no: number) =>
    frozen.entries.map((entry, at) => cutBatch(no + at, frozen, (other) => other === entry, facts));
  await posting.settle(
    'a',
    { kind: 'rejected', message: 'no', evidence: {} },
    { to: 'split', halves },
    Date.now(),
    undefined,
  );
  // Nothing ran after that transaction: the process may have died here.
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('posting');
  await office.ledger.imports.update(row.num, { planner: 'p' });
  await posting.clearUnsent(row.num, 'p');
  await (await office.holder()).renew();
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
  expect((await office.texts()).sort()).toEqual(['Bilag 1', 'Bilag 2']);
});

test('a person says that it is booked: it is counted so, and never sent', async () => {
  const { office, row } = await doubted(journal(voucher(1, 1), '2;05.01.2026;1920;3;held'));
  const { state } = await resolveDoubt(
    await office.ledger.imports.byNum(row.num),
    1,
    'booked',
    'seen in the books',
    office.ports,
  );
  expect(state).toBe('partly-booked');
  expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, held: 1 }, mismatches: [] });
  await expect(
    resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'booked', 'x', office.ports),
  ).rejects.toThrow(/not in doubt/);
  expect(await office.texts()).toEqual([]);
});

test('a sender that comes back without its lease sends nothing: what it had taken is sent by another, once', async () => {
  const { office, row } = await planned(journal(voucher(1, 1)));
  const { leases } = office.ledger;
  const { send } = office.ports.service('main').client;
  // The process stands still between the intent and the first byte: others take it for dead and doubt its batch.
  const client = office.ports.service('main').client as { send: typeof send };
  client.send = async (step, body, options) => {
    client.send = send;
    await leases.remove((await office.holder()).id);
    await settleOrphans(office.ports);
    expect((await office.receipt(row)).state).toBe('in-doubt');
    await (await office.holder()).renew();
    return send(step, body, options);
  };
  await office.turn(row);
  expect(await office.ledger.posting.attempts(row.num, 1)).toMatchObject([{ outcome: 'not-applied' }]);
  expect(await office.texts()).toEqual([]);
  expect(await office.receipt(row), 'known not to have been sent: it goes on').toMatchObject({
    state: 'posting',
    entries: { pending: 1 },
  });
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
  expect(await office.texts()).toEqual(['Bilag 1']);
});

const CONTACTS_JOB = `kind: contacts
columns: { name: Navn }
custom: { Level: Trinn }
customFields: [{ name: Level, model: Contact, type: Number }]
`;

/** The creation of a field was given up and declared not done; then a second request for it was sent. */
async function fieldSentTwice() {
  const office = await openOffice({ jobs: { kunder: CONTACTS_JOB } });
  const row = await office.take('a.csv', 'Navn;Trinn\nKari;1\n', 'kunder');
  await office.plan(row);
  const { posting, doubts } = office.ledger;
  await posting.beginSending(row.num, await attemptOf(office, 'a', Date.now() - 1), Date.now());
  await settleOrphans(office.ports);
  const { no } = (await office.batches(row)).find(({ step }) => step === 'create-field')!;
  await doubts.decide(row.num, no, 'a', { became: 'not-booked', at: Date.now(), who: 'kari', reason: 'not there' });
  await posting.beginSending(row.num, await attemptOf(office, 'b'), Date.now());
  const settle = async (id: string, outcome: Outcome) =>
    posting.settle(
      id,
      outcome,
      await settlementOf((await posting.batch(row.num, no))!, outcome, 'unknown', office.ports),
      Date.now(),
      undefined,
    );
  const created = { kind: 'booked', evidence: { status: 200 }, message: '', ids: [{ id: 17, number: null }] } as const;
  return { office, row, settle, created };
}
const afterField = async ({ office, row }: Awaited<ReturnType<typeof fieldSentTwice>>) =>
  (await office.batches(row)).flatMap(({ step, state, target }) =>
    step === 'activate-field' ? [{ state, target }] : [],
  );

test.each([
  ['did nothing', { kind: 'not-applied', evidence: {}, message: '' }, false],
  ['was refused', { kind: 'rejected', evidence: { status: 400 }, message: 'It exists' }, true],
] as const)(
  'a field whose first request made it, late, is not made once more: the second %s',
  async (_, second, lateFirst) => {
    const sent = await fieldSentTwice();
    const { office, settle, created } = sent;
    if (lateFirst) await settle('a', created);
    await settle('b', second);
    if (!lateFirst) await settle('a', created);
    expect(await afterField(sent)).toEqual([{ state: 'ready', target: 17 }]);
    expect(await office.ledger.customFields.of(await office.ports.service('main').company())).toMatchObject([
      { service_id: 17, active: 0 },
    ]);
  },
);

test('of a long reply whose IDs the batch keeps little stands in the evidence; of one that came too late all of it', async () => {
  const { office, row } = await planned(journal(voucher(1, 1), voucher(2, 2), voucher(3, 3)));
  const { posting, doubts } = office.ledger;
  const outcome: Outcome = { ...booked, evidence: { status: 200, body: 'x'.repeat(2_000) } };
  const bodies = async (no: number) =>
    (await posting.attempts(row.num, no)).map(
      ({ evidence }) => (JSON.parse(evidence!) as { body: string }).body.length,
    );
  const settle = (attempt: string, ids: string | null) =>
    posting.settle(attempt, outcome, { to: 'booked', ids }, Date.now(), undefined);
  await posting.beginSending(row.num, await attemptOf(office, 'named'), Date.now());
  await posting.beginSending(row.num, await attemptOf(office, 'late', Date.now() - 1), Date.now());
  expect(await settle('named', '[[7,null]]')).toMatchObject({ recorded: true });
  expect(await posting.batch(row.num, 1)).toMatchObject({ state: 'booked', ids: '[[7,null]]' });
  expect(await bodies(1)).toEqual([200]);
  await settleOrphans(office.ports);
  const decision = { became: 'booked', at: Date.now(), who: 'somebody', reason: 'seen' } as const;
  expect(await doubts.decide(row.num, 2, 'late', decision)).toBe(true);
  expect(await settle('late', '[[8,null]]')).toMatchObject({ recorded: false });
  expect(await bodies(2)).toEqual([2_000]);
  await posting.beginSending(row.num, await attemptOf(office, 'short'), Date.now());
  const short = { ...booked, evidence: { status: 200, body: 'x'.repeat(1_999) } };
  await posting.settle('short', short, { to: 'booked', ids: '[[9,null]]' }, Date.now(), undefined);
  expect(await bodies(3)).toEqual([1_999]);
});
