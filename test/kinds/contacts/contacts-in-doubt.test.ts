import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import type * as ProbeModule from '../../../src/doubt/probe.ts';
import type * as ResolveModule from '../../../src/doubt/resolve.ts';
import type * as CancelModule from '../../../src/importing/cancel.ts';
import type * as NameModule from '../../../src/kinds/contacts/backfill-ids.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { closeAfterTest } from '../../closing.ts';
import { load, type Office, openOffice } from '../../importing/office.ts';
import { answersChanged } from './answers-changed.ts';

const { cancelImport } = await load<typeof CancelModule>('importing/cancel.js');
const { nameContacts } = await load<typeof NameModule>('kinds/contacts/backfill-ids.js');
const { probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');
const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const JOB = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const CUSTOM = `custom: { Membership: Medlemsnr }
customFields: [{ name: Membership, model: Contact, type: Small text field }]
`;
const HEADER = 'Navn;Adresse;Telefon;E-post;Medlemsnr';
const person = (no: number, { phone = `2200000${no}`, email = `kunde${no}@example.no` } = {}) =>
  `Kunde ${no};Storgata ${no};${phone};${email};000${no}`;
const people = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
const three = people(person(1), person(2), person(3));

type Row = { num: number; service: string };
const open = (job: string) =>
  openOffice({ jobs: { kunder: job }, service: 'absence: { quiet: 300ms, looks: 2, every: 30ms }\n' });
const never = new AbortController().signal;
const now = (office: Office, { num }: { num: number }) => office.ledger.imports.byNum(num);
const names = async (office: Office) =>
  ((await office.call('GET', 'contacts')) as { contacts: { body: { Info: { Name: string } } }[] }).contacts
    .map(({ body }) => body.Info.Name)
    .sort();
const faultContacts = (office: Office, ...faults: string[]) =>
  office.call('POST', 'next', { faults, path: 'POST /api/biz/contacts' });
const quirks = (office: Office, quirk: object) => office.call('PUT', 'quirks', quirk);

/** What settles itself does so long before, in milliseconds. */
const SETTLED_WITHIN_MS = 90_000;

async function settle(office: Office, row: Row, limitMs = SETTLED_WITHIN_MS): Promise<void> {
  const until = Date.now() + limitMs;
  while (['posting', 'in-doubt'].includes((await now(office, row)).state) && Date.now() < until) {
    await office.turn(row);
    await probeDoubts(office.ports, never);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test.each([
  ['not-success', 1],
  ['not-success-after', 1],
  ['empty-list-after', 1],
  ['error-level', 1],
])('a creation whose reply contradicts it is in doubt, and looked up: %s', async (fault, created) => {
  const office = await open(JOB);
  await faultContacts(office, fault);
  const { row, receipt } = await office.book('a.csv', people(person(1)), 'kunder');
  expect(receipt).toMatchObject({ state: 'in-doubt', contacts: { created: 0, inDoubt: 1 } });
  await settle(office, row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created } });
  expect(await names(office)).toEqual(['Kunde 1']);
});

test.each(['null-after', 'none'])('a creation that is answered %s is done', async (fault) => {
  const office = await open(JOB);
  await office.book('a.csv', people(person(1)), 'kunder');
  await faultContacts(office, fault);
  const { receipt } = await office.book('b.csv', people(person(2)), 'kunder');
  expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 1 } });
});

test('what waits for a doubt is not lost by a retry of what is held', async () => {
  const office = await open(JOB + CUSTOM);
  await faultContacts(office, 'reset-after');
  const { row, receipt } = await office.book(
    'a.csv',
    people(person(1), person(2), person(3), person(4, { email: 'x' })),
    'kunder',
  );
  expect(receipt).toMatchObject({ state: 'in-doubt', rows: { read: 4, inDoubt: 1, pending: 2, held: 1 } });
  await expect(retryImport(await now(office, row), office.ports)).rejects.toThrow(/wait/);
  await expect(cancelImport(row, { reason: 'wrong' }, office.ports)).rejects.toThrow(
    /others wait until that is settled/,
  );
  await settle(office, row);
  expect(await office.receipt(row)).toMatchObject({
    state: 'partly-booked',
    contacts: { created: 3, held: 1 },
    mismatches: [],
  });
  await retryImport(await now(office, row), office.ports);
  await office.plan(row);
  expect(await names(office)).toEqual(['Kunde 1', 'Kunde 2', 'Kunde 3']);
});

test('cancelled before it is read back, the first contact is created all the same, and not once more', async () => {
  const office = await open(`${JOB}${CUSTOM}onDuplicate: book\n`);
  const row = await office.take('a.csv', three, 'kunder');
  await office.plan(row);
  while (!(await office.batches(row)).some(({ step }) => step === 'read-back'))
    await office.turn(row, async () => false);
  expect(await names(office)).toEqual(['Kunde 1']);
  await cancelImport(row, { reason: 'wrong' }, office.ports);
  expect(await office.receipt(row)).toMatchObject({
    state: 'partly-booked',
    contacts: { created: 1, held: 2 },
    remarks: [{ code: 'custom-values-unread' }],
    mismatches: [],
  });
  await retryImport(await now(office, row), office.ports);
  await office.plan(row);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
  expect(await names(office)).toEqual(['Kunde 1', 'Kunde 2', 'Kunde 3']);
});

test('the contact of an equal row is no evidence for another, whatever the replies tell', async () => {
  const office = await open(`${JOB}onDuplicate: book\n`);
  await quirks(office, { contactReply: 'empty' });
  await faultContacts(office, 'reset-before');
  const { row } = await office.book('a.csv', people(person(1), person(1).replace('Storgata', 'Lillegata')), 'kunder');
  await settle(office, row, 2_000);
  expect(await office.receipt(row)).toMatchObject({ state: 'in-doubt', contacts: { created: 1, inDoubt: 1 } });
  expect(await names(office)).toEqual(['Kunde 1']);
});

test('the first contact that somebody declares created is read back too, before the others are sent', async () => {
  const office = await open(JOB + CUSTOM);
  await quirks(office, { customValues: 'ignored' });
  await faultContacts(office, 'reset-after');
  const { row } = await office.book('a.csv', three, 'kunder');
  const { no } = (await office.batches(row)).find(({ state }) => state === 'in-doubt')!;
  await resolveDoubt(await now(office, row), no, 'booked', 'it is there', office.ports);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({
    state: 'partly-booked',
    contacts: { created: 1, held: 2 },
    issues: [{ code: 'custom-values-ignored' }],
    mismatches: [],
  });
});

test('IDs of contacts that waited for a doubt are found too', async () => {
  const office = await open(JOB + CUSTOM);
  await quirks(office, { contactReply: 'empty' });
  await faultContacts(office, 'reset-after');
  const { row } = await office.book('a.csv', three, 'kunder');
  await nameContacts(office.ports, never);
  await settle(office, row);
  expect((await office.receipt(row)).state).toBe('completed');
  await nameContacts(office.ports, never);
  expect((await office.batches(row)).filter(({ state, ids }) => state === 'booked' && ids === null)).toEqual([]);
});

test('IDs are found in one service while another does not answer', async () => {
  const office = await open(JOB);
  const other = await startSandbox();
  closeAfterTest(() => other.close());
  appendFileSync(join(office.folder, 'bilag.yaml'), `  other:\n    baseUrl: ${other.url}\n`);
  office.defineJob('andre', `service: other\n${JOB}`);
  const both = await openOffice({ beside: office });
  const emptyReply = { method: 'PUT', body: JSON.stringify({ contactReply: 'empty' }) };
  for (const { url } of [office.sandbox, other]) await fetch(`${url}/sandbox/quirks`, emptyReply);
  const { row: first } = await both.book('a.csv', people(person(1)), 'kunder');
  const { row: second } = await both.book('b.csv', people(person(2)), 'andre');
  const hasIds = async (row: Row) => (await both.batches(row)).map(({ ids }) => ids !== null);
  await office.faults('get-500=1');
  await nameContacts(both.ports, never);
  expect([await hasIds(first), await hasIds(second)]).toEqual([[false], [true]]);
  await office.faults('');
  await nameContacts(both.ports, never);
  expect(await hasIds(first)).toEqual([true]);
});

test('a round reads each contact in doubt that can not be sought once', async () => {
  const office = await open(JOB);
  await office.faults('reset-after=1');
  const { row } = await office.book('a.csv', three, 'kunder');
  expect((await office.batches(row)).map(({ state }) => state)).toEqual(Array(3).fill('in-doubt'));
  // As of batches that were recovered: nobody knows what was sent.
  const database = new Database(join(office.folder, 'home', 'ledger.db'));
  database.exec("update batch_body set body = ''");
  database.close();
  let reads = 0;
  const { ledger } = office.ports;
  const posting: typeof ledger.posting = {
    ...ledger.posting,
    body(num, no) {
      reads++;
      return ledger.posting.body(num, no);
    },
  };
  await probeDoubts({ ...office.ports, ledger: { ...ledger, posting } }, never);
  expect(reads).toBe(3);
});

test('a creation that is answered with the ID of another contact is in doubt, and looked up', async () => {
  const plain = await open(JOB);
  const office = await answersChanged(
    plain,
    (reply, { method }) => (method === 'POST' ? { ...(reply as object), ID: 777 } : reply),
    'absence: { quiet: 300ms, looks: 2, every: 30ms }',
  );
  const { row, receipt } = await office.book('a.csv', three, 'kunder');
  expect(receipt).toMatchObject({ state: 'in-doubt', contacts: { created: 1, inDoubt: 2 } });
  const [doubt] = (await office.batches(row)).filter(({ state }) => state === 'in-doubt');
  const [attempt] = await office.ledger.posting.attempts(row.num, doubt!.no);
  expect(JSON.parse(attempt!.evidence!)).toMatchObject({
    contradiction: { said: '"ID": 777, which another contact of this import has' },
  });
  // A service that was put back from a copy gives IDs out again.
  const later = await office.book('b.csv', people(person(4)), 'kunder');
  expect(later.receipt).toMatchObject({ contacts: { created: 1, inDoubt: 0 } });
  await settle(office, row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
  expect(await names(office)).toEqual(['Kunde 1', 'Kunde 2', 'Kunde 3', 'Kunde 4']);
});

test('a creation that is answered with the ID of a contact that was there before is in doubt, and looked up', async () => {
  const plain = await open(JOB);
  let wrong: number | undefined;
  const office = await answersChanged(
    plain,
    (reply, { method }) => (method === 'POST' && wrong !== undefined ? { ...(reply as object), ID: wrong } : reply),
    'absence: { quiet: 300ms, looks: 2, every: 30ms }',
  );
  const { row: earlier } = await office.book('a.csv', three, 'kunder');
  const [[id]] = JSON.parse((await office.batches(earlier))[0]!.ids!) as [[number]];
  wrong = id;
  const { row, receipt } = await office.book('b.csv', people(person(4)), 'kunder');
  expect(receipt).toMatchObject({ state: 'in-doubt', contacts: { created: 0, inDoubt: 1 } });
  const [attempt] = await office.ledger.posting.attempts(row.num, (await office.batches(row))[0]!.no);
  expect(JSON.parse(attempt!.evidence!)).toMatchObject({
    contradiction: { said: `"ID": ${id}, which a contact had before this import` },
  });
  await settle(office, row);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 1 }, mismatches: [] });
  // New IDs are no doubt, also where a plan was made before other contacts came.
  wrong = undefined;
  const shown = await office.take('c.csv', people(person(5)), 'kunder', { book: false });
  await office.plan(shown);
  await office.book('d.csv', people(person(6)), 'kunder');
  const { receipt: last } = await office.book('e.csv', people(person(3), person(7), person(8)), 'kunder');
  expect(last).toMatchObject({ state: 'completed', contacts: { created: 2, inDoubt: 0 } });
  expect(await names(office)).toEqual([1, 2, 3, 4, 6, 7, 8].map((no) => `Kunde ${no}`));
});

test('the IDs of a list are kept for imports that may still create contacts, and no longer', async () => {
  const office = await open(JOB);
  const kept = () => {
    const database = new Database(join(office.folder, 'home', 'ledger.db'));
    closeAfterTest(() => void database.close());
    return database.prepare('select import from listed_contact group by import order by import').all();
  };
  const { row: done } = await office.book('a.csv', three, 'kunder');
  expect(kept()).toEqual([{ import: done.num }]);
  const { row: partly } = await office.book('b.csv', people(person(4), person(5, { email: 'x' })), 'kunder');
  expect(kept()).toEqual([{ import: partly.num }]);
  await office.book('c.csv', people(person(4)), 'kunder');
  expect(kept()).toEqual([{ import: partly.num }]);
  const { row: last } = await office.book('d.csv', people(person(6)), 'kunder');
  expect(kept()).toEqual([{ import: partly.num }, { import: last.num }]);
});
