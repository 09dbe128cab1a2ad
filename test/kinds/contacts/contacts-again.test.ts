import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import { load, openOffice } from '../../importing/office.ts';

const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const JOB = `kind: contacts
columns: { name: Navn, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const people = (...rows: string[]) => `${['Navn;Telefon;E-post', ...rows].join('\n')}\n`;
const open = (job = JOB) => openOffice({ jobs: { kunder: job } });
type Office = Awaited<ReturnType<typeof open>>;
const names = async (office: Office) =>
  ((await office.call('GET', 'contacts')) as { contacts: { body: { Info: { Name: string } } }[] }).contacts
    .map(({ body }) => body.Info.Name)
    .sort();
async function retry(office: Office, row: Parameters<Office['post']>[0]) {
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
}
/** Both have read the service's list before either has created anybody. */
async function bookedAtOnce(office: Office, one: string, other: string) {
  const rows = [await office.take('a.csv', one, 'kunder'), await office.take('b.csv', other, 'kunder')] as const;
  await Promise.all(rows.map((row) => office.plan(row)));
  for (const row of [...rows, ...rows, ...rows]) {
    await office.post(row);
    if ((await office.ledger.imports.byNum(row.num)).state === 'planning') await office.plan(row);
  }
  return Promise.all(rows.map((row) => office.receipt(row)));
}

describe('a job that creates another contact where a file says something else', () => {
  const BOOK = `${JOB}onDuplicate: book\n`;
  const [per, moved] = ['Per Berg;22334455;per@x.no', 'Per Berg;40000000;per@x.no'] as const;

  test('leaves what exists with nothing different as it is: in the list, and in the file', async () => {
    const office = await open(BOOK);
    const finnes = { Info: { Name: 'Finnes AS', DefaultEmail: { EmailAddress: 'finnes@x.no' } }, Comment: '' };
    await office.call('POST', 'contacts', [finnes, finnes]);
    const first = await office.book('uke1.csv', people(per, 'Finnes AS;;FINNES@x.no', moved, per, moved), 'kunder');
    expect(first.receipt).toMatchObject({ state: 'completed', contacts: { created: 2, existing: 3 }, mismatches: [] });
    const again = await office.book('uke2.csv', people(moved, per, 'Ny Kunde;;ny@x.no'), 'kunder');
    expect(again.receipt).toMatchObject({ state: 'completed', contacts: { created: 1, existing: 2 }, mismatches: [] });
    expect(await names(office)).toEqual(['Ny Kunde', 'Per Berg', 'Per Berg']);
  });

  test('compares a plan that was shown once more before it is posted', async () => {
    const office = await open(BOOK);
    const file = people(per, moved, 'Ny Kunde;;ny@x.no');
    await office.plan(await office.take('vist.csv', file, 'kunder', { book: false }));
    await office.book('uke1.csv', people(per), 'kunder');
    const { receipt } = await office.book('vist.csv', file, 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 2, existing: 1 }, mismatches: [] });
    expect(await names(office)).toEqual(['Ny Kunde', 'Per Berg', 'Per Berg']);
  });

  test('creates once what two files at once say alike', async () => {
    const office = await open(BOOK);
    const receipts = await bookedAtOnce(office, people(per), people(per, 'Ny Kunde;;ny@x.no'));
    expect(receipts.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(await names(office)).toEqual(['Ny Kunde', 'Per Berg']);
  });

  test('creates both of two files at once who share a phone and say otherwise', async () => {
    const office = await open(BOOK);
    const receipts = await bookedAtOnce(office, people('Liv Moe;22110011;liv@x.no'), people('Ola Berg;22110011;'));
    expect(receipts.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(await names(office)).toEqual(['Liv Moe', 'Ola Berg']);
  });
});

describe('a list that comes every week', () => {
  const couple = ['Kari Nordmann;99887766;familien@x.no', 'Ola Nordmann;91122334;familien@x.no'];

  test('a couple with one e-mail address, once both are created, exists', async () => {
    const office = await open();
    const { row, receipt } = await office.book('uke1.csv', people(...couple), 'kunder');
    expect(receipt.contacts).toMatchObject({ created: 1, existing: 1 });
    office.defineJob('kunder', `${JOB}onDuplicate: book\n`);
    await retry(office, row);
    office.defineJob('kunder', JOB);
    const again = await office.book('uke2.csv', people(...couple, 'Ny Kunde;;ny@x.no'), 'kunder');
    expect(again.receipt).toMatchObject({ state: 'completed', contacts: { created: 1, existing: 2, held: 0 } });
    expect(await names(office)).toEqual(['Kari Nordmann', 'Ny Kunde', 'Ola Nordmann']);
    const moved = people('Ola Nordmann;40000000;familien@x.no');
    const { receipt: asked } = await office.book('uke3.csv', moved, 'kunder');
    expect(asked.contacts, 'which of them it is can not be told').toMatchObject({ created: 0, held: 1 });
    expect(asked.issues).toMatchObject([{ code: 'contact-ambiguous' }]);
  });

  const members = ['Kari Nordmann;99887766;kari@x.no', 'Per Berg;;', 'Liv Moe;22334455;'];

  test('members without what the job matches by exist as long as the service shows them', async () => {
    const office = await open(`${JOB}match: email\n`);
    await office.book('uke1.csv', people(...members), 'kunder');
    const { row, receipt } = await office.book('uke2.csv', people(...members, 'Ny Medlem;;ny@x.no'), 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 1, existing: 3 }, mismatches: [] });
    expect(await names(office)).toEqual(['Kari Nordmann', 'Liv Moe', 'Ny Medlem', 'Per Berg']);
    const [, per] = await office.ledger.findings.entries(row.num, 'duplicate-skipped');
    expect(per).toMatchObject({ key: 'Per Berg', service_id: expect.any(Number) });
  });

  test('of two such lists at once each member is created once', async () => {
    const office = await open(`${JOB}match: email\n`);
    const receipts = await bookedAtOnce(office, people(...members), people(...members, 'Ny Medlem;;'));
    expect(receipts.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(await names(office)).toEqual(['Kari Nordmann', 'Liv Moe', 'Ny Medlem', 'Per Berg']);
  });
});
