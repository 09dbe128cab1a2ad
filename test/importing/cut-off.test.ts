import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import type * as ResolveModule from '../../src/doubt/resolve.ts';
import type * as TakeBackModule from '../../src/doubt/take-answer-back.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from './office.ts';

const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { takeAnswerBack } = await load<typeof TakeBackModule>('doubt/take-answer-back.js');

const GOOD = journal(voucher(1, 1));

/** From now on the ledger refuses something, as a full disk does in the middle of a step. */
async function refused(office: Office, what: string, step: () => Promise<unknown>): Promise<void> {
  const database = new Database(join(office.folder, 'home', 'ledger.db'));
  database.exec(`create trigger refuses before ${what} begin select raise(abort, 'the disk is full'); end`);
  await expect(step()).rejects.toThrow('the disk is full');
  database.exec('drop trigger refuses');
  database.close();
}

const anEvent = (name: string) => `insert on event when new.what = '${name}'`;

test.each([
  ['planned', GOOD, { book: false }],
  ['posting', GOOD, { book: true }],
  ['rejected', 'no header\n', { book: true }],
])('a plan whose end can not be told as %s has not ended', async (state, file, options) => {
  const office = await openOffice();
  const row = await office.take('a.csv', file, 'journal', options);
  await refused(office, anEvent(state), () => office.plan(row));
  expect(await office.ledger.imports.byNum(row.num)).toMatchObject({ state: 'planning' });
  expect(await office.plan(row)).toBe(state);
  expect(await office.events(row)).toEqual(['taken-in', state]);
});

test('an import whose counts or known IDs can not be kept is planned again', async () => {
  for (const what of ['update of counts on import', 'insert on known_id']) {
    const office = await openOffice();
    const row = await office.take('a.csv', GOOD);
    await refused(office, what, () => office.plan(row));
    expect(await office.events(row)).toEqual(['taken-in']);
    expect(await office.plan(row)).toBe('posting');
    expect((await office.ledger.knownIds.of((await office.ledger.imports.byNum(row.num)).company, 9)).length).toBe(2);
  }
});

test.each([
  ['planned', GOOD, { book: false }, 'to-be-booked'],
  ['rejected', 'no header\n', { book: true }, 'planned-afresh'],
])('a %s file that came again and can not be told of stays as it was', async (state, file, options, event) => {
  const office = await openOffice();
  const row = await office.take('a.csv', file, 'journal', options);
  await office.plan(row);
  await refused(office, anEvent(event), () => office.take('a.csv', file));
  expect((await office.ledger.imports.byNum(row.num)).state).toBe(state);
  await office.take('a.csv', file);
  expect(await office.events(row)).toEqual(['taken-in', state, event]);
});

test('an answer is taken back with the counts, or not at all', async () => {
  const office = await openOffice({ jobs: { journal: JOURNAL_JOB } });
  await office.next('500');
  const { row } = await office.book('a.csv', GOOD);
  await resolveDoubt(row, 1, 'booked', 'I looked', office.ports, { senderGone: true });
  const takeBack = async () =>
    takeAnswerBack(await office.ledger.imports.byNum(row.num), 1, 'I was wrong', office.ports);
  await refused(office, 'update of counts on import', takeBack);
  expect((await office.batches(row))[0]!.state).toBe('booked');
  await takeBack();
  expect((await office.batches(row))[0]!.state).toBe('in-doubt');
});
