import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import type * as ProbeModule from '../../../src/doubt/probe.ts';
import { finishIfDone } from '../../../src/importing/finish-import.ts';
import { reconcile } from '../../../src/posting/enqueue-due.ts';
import { load, type Office, openOffice } from '../../importing/office.ts';

const { probeDoubts } = await load<typeof ProbeModule>('doubt/probe.js');

const JOB = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Sted, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const CUSTOM = `custom: { Membership: Medlemsnr }
customFields: [{ name: Membership, model: Contact, type: Small text field }]
`;
const ABSENCE = 'absence: { quiet: 300ms, looks: 2, every: 30ms }\n';

interface Person {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly street?: string;
}

const people = (...all: Person[]) =>
  `Navn;Adresse;Postnr;Sted;Telefon;E-post;Medlemsnr\n${all
    .map(({ name = 'Kari Nordmann', phone = '', email = '', street = 'Storgata 1' }, at) =>
      [name, street, '0155', 'Oslo', phone, email, at + 1].join(';'),
    )
    .join('\n')}\n`;

const open = (job = JOB) => openOffice({ jobs: { kunder: job }, service: ABSENCE });
const created = async (office: Office) =>
  ((await office.call('GET', 'contacts')) as { contacts: { id: number; body: { Info: { Name: string } } }[] }).contacts;
const held = async (office: Office, row: { num: number }) =>
  (await office.ledger.findings.entries(row.num, 'duplicate')).length;
const contactsOf = async (office: Office, row: { num: number }) => (await office.receipt(row)).contacts;

/** Two files that are planned at once: both have read the service's list before either has taken a claim, or created anybody. */
async function plannedAtOnce(office: Office, one: string, other: string, otherJob = 'kunder') {
  const first = await office.take('a.csv', one, 'kunder');
  const second = await office.take('b.csv', other, otherJob);
  // The later one's turn comes where nobody plans the earlier one yet.
  const states = await Promise.all([office.plan(second), office.plan(first)]);
  expect(states).toEqual(['posting', 'posting']);
  const waits = (row: { num: number }) => office.ledger.waits.has(row.num);
  const [ahead, behind] = (await waits(first)) ? [second, first] : [first, second];
  return { ahead, behind, first, second };
}

/** Sends what is due of both, and plans again what has to be. */
async function goOn(office: Office, ...rows: { num: number; service: string }[]) {
  for (const row of [...rows, ...rows]) {
    await office.post(row);
    for (const each of rows)
      if ((await office.ledger.imports.byNum(each.num)).state === 'planning') await office.plan(each);
  }
}

test.each([
  ['phone, the e-mail in one file alone', { phone: '22 33 44 55', email: 'kari@example.no' }, { phone: '+4722334455' }],
  ['name, the e-mail in one file alone', { email: 'kari@example.no' }, {}],
  ['name, the phone in one file alone', { phone: '22334455' }, { name: 'KARI  NORDMANN' }],
  ['e-mail', { email: 'kari@example.no' }, { email: 'Kari@Example.no', name: 'Kari Nordmann' }],
])('a person of two files at once, known by her %s, is created once', async (_, one: Person, other: Person) => {
  const office = await open();
  const { ahead, behind } = await plannedAtOnce(office, people(one), people(other));
  expect((await office.receipt(behind)).rows, 'she waits').toMatchObject({ pending: 1 });
  expect((await office.receipt(behind)).waiting).toMatchObject([{ import: ahead.id, entries: 1 }]);
  await goOn(office, ahead, behind);
  const [contact] = await created(office);
  expect(await created(office)).toHaveLength(1);
  expect(await contactsOf(office, ahead)).toMatchObject({ created: 1 });
  expect(await contactsOf(office, behind)).toMatchObject({ created: 0, existing: 1 });
  expect((await office.receipt(behind)).mismatches).toEqual([]);
  expect((await office.ledger.findings.entries(behind.num, 'duplicate', 'duplicate-skipped'))[0]?.service_id).toBe(
    contact!.id,
  );
});

test('what the other file says otherwise is held, with what differs', async () => {
  const office = await open();
  const one = people({ phone: '22334455', street: 'Storgata 1' });
  const { ahead, behind } = await plannedAtOnce(office, one, people({ phone: '22334455', street: 'Lillegata 2' }));
  await goOn(office, ahead, behind);
  expect(await created(office)).toHaveLength(1);
  expect(await contactsOf(office, behind)).toMatchObject({ created: 0, existing: 1 });
  expect(await held(office, behind)).toBe(1);
  const [cause] = await office.ledger.findings.causes(behind.num);
  expect(cause).toMatchObject({ code: 'contact-exists', value: 'same phone number, differs' });
});

test("what only the job's default says is no difference", async () => {
  const from = (shop: string) => `${JOB.replace('{ countryCode', `{ comment: ${shop}, countryCode`)}`;
  const office = await openOffice({ jobs: { kunder: from('Oslo'), nett: from('Nettbutikk') }, service: ABSENCE });
  const kari = people({ phone: '22334455' });
  const { ahead, behind } = await plannedAtOnce(office, kari, kari, 'nett');
  await goOn(office, ahead, behind);
  expect(await contactsOf(office, behind)).toMatchObject({ created: 0, existing: 1 });
  expect(await held(office, behind)).toBe(0);
});

test('one that is refused frees the other, which is created', async () => {
  const office = await open();
  const { ahead, behind } = await plannedAtOnce(
    office,
    people({ phone: '22334455' }),
    people({ phone: '22 33 44 55' }),
  );
  await office.next('422');
  await goOn(office, ahead, behind);
  expect(await contactsOf(office, ahead)).toMatchObject({ created: 0, rejected: 1 });
  expect(await contactsOf(office, behind)).toMatchObject({ created: 1 });
  expect(await created(office)).toHaveLength(1);
});

test('beside a doubt with others behind it nothing is judged again before that is settled, however often one looks', async () => {
  const office = await open();
  const kari = { phone: '22334455' };
  const one = people(kari, { name: 'Per Hansen' }, { name: 'Ola Hansen' });
  const { ahead, behind } = await plannedAtOnce(office, one, people(kari, { name: 'Liv Berg' }, { name: 'Eva Berg' }));
  await office.next('reset-after');
  await office.turn(behind, async () => false);
  // As behind the first contact that carries a new custom field.
  const db = new Database(join(office.ports.home, 'ledger.db'));
  db.prepare("update batch set stage = 9 where import = ? and state = 'ready'").run(behind.num);
  db.close();
  await finishIfDone(behind.num, office.ports);
  expect(await office.receipt(behind)).toMatchObject({ state: 'in-doubt', rows: { inDoubt: 1, pending: 2 } });
  await office.post(ahead);
  expect((await office.receipt(ahead)).state).toBe('completed');
  const before = await office.events(behind);
  for (let round = 0; round < 3; round++)
    await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
  expect(await office.events(behind)).toEqual(before);
});

test('one in doubt is waited for; found, it is the contact that exists', async () => {
  const office = await open();
  const kari = people({ phone: '22334455' });
  const { ahead, behind } = await plannedAtOnce(office, kari, people({ phone: '22334455', email: 'k@example.no' }));
  await office.next('reset-after');
  await office.post(ahead);
  expect((await office.receipt(ahead)).state).toBe('in-doubt');
  await goOn(office, behind);
  expect((await office.receipt(behind)).rows, 'while nobody knows').toMatchObject({ pending: 1 });
  const third = await office.take('c.csv', people({ name: 'Ola Hansen' }), 'kunder');
  await office.plan(third);
  await office.post(third);
  expect(await contactsOf(office, third), 'others are not kept waiting').toMatchObject({ created: 1 });
  for (const until = Date.now() + 60_000; (await office.receipt(ahead)).state === 'in-doubt' && Date.now() < until; )
    await probeDoubts(office.ports, new AbortController().signal);
  await goOn(office, behind);
  expect(await contactsOf(office, behind)).toMatchObject({ created: 0, existing: 1 });
  expect(await created(office)).toHaveLength(2);
});

test('two people of two files who share what the job does not match by are both created', async () => {
  const office = await open(`${JOB}match: [email]\n`);
  const one = people({ name: 'Kari', phone: '22334455', email: 'kari@example.no' });
  const other = people({ name: 'Ola', phone: '22334455', email: 'ola@example.no' });
  const { first, second } = await plannedAtOnce(office, one, other);
  await goOn(office, first, second);
  expect(await created(office)).toHaveLength(2);
});

test('people of one file who share a phone are as before: what the job matches by decides', async () => {
  const couple = people({ name: 'Kari', phone: '22334455' }, { name: 'Ola', phone: '22334455', email: 'o@example.no' });
  for (const [match, twice] of [
    ['[email, name]', 2],
    ['[email, phone, name]', 1],
  ] as const) {
    const office = await open(`${JOB}match: ${match}\n`);
    const { row } = await office.book('a.csv', couple, 'kunder');
    expect(await contactsOf(office, row)).toMatchObject({ created: twice });
    expect(await held(office, row)).toBe(2 - twice);
  }
});

test('the first contact with custom values waits: the next one shows whether they are kept', async () => {
  const office = await open(JOB + CUSTOM);
  await office.book('fields.csv', people({ name: 'Eva' }), 'kunder');
  const file = (name: string) => people({ name: 'Kari', phone: '22334455' }, { name });
  const { ahead, behind } = await plannedAtOnce(office, file('Ola'), file('Per'));
  await goOn(office, behind, ahead);
  const readBack = (await office.batches(behind)).filter(({ step }) => step === 'read-back');
  expect(readBack.length).toBeGreaterThan(0);
  expect((await created(office)).map(({ body }) => body.Info.Name).sort()).toEqual(['Eva', 'Kari', 'Ola', 'Per']);
});
