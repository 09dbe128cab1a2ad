import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import { load, type Office, openOffice } from '../../importing/office.ts';
import { answersChanged } from './answers-changed.ts';

const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const JOB = `kind: contacts
columns: { name: Navn, email: E-post }
custom: { Membership: Medlemsnr, Level: Nivå }
customFields: [{ name: Membership, model: Contact, type: Small text field }, { name: Level, model: Contact, type: Number }]
`;
/** The contacts that are there from the start show no field that nobody has given a value. */
const NOBODY_SHOWS = { unsetValues: 'hidden' };

const file = (...rows: string[]) => `Navn;E-post;Medlemsnr;Nivå\n${rows.join('\n')}\n`;
const three = file('Kari;kari@example.no;0001;1', 'Ola;ola@example.no;0002;2', 'Per;per@example.no;0003;3');

interface Created {
  readonly body: { Info: { Name: string }; CustomValues?: Record<string, unknown> };
}
const open = () => openOffice({ jobs: { kunder: JOB } });
const names = async (office: Office) =>
  ((await office.call('GET', 'contacts')) as { contacts: Created[] }).contacts.map(({ body }) => body.Info.Name);
const quirks = (office: Office, quirk: object) => office.call('PUT', 'quirks', quirk);

/** What somebody does in the service itself. */
async function byHand(office: Office, ...names: { name: string; active: boolean }[]) {
  const api = async <Answer>(path: string, method = 'GET', body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(`${office.sandbox.url}/api/biz/${path}`, { method, headers, body: text });
    return (await answer.json()) as Answer;
  };
  const [model] = await api<[{ ID: number }]>("models?filter=name eq 'Contact'");
  const [types] = await api<[{ Items: { Name: string; Code: string }[] }]>(
    "valuelists?expand=items&filter=code eq 'customfieldsqltypes'",
  );
  for (const { name, active } of names) {
    const type = name === 'Level' ? 'Number' : 'Small text field';
    const DataType = types.Items.find(({ Name }) => Name === type)!.Code;
    const { ID } = await api<{ ID: number }>('custom-fields', 'POST', {
      Name: name,
      ModelID: model.ID,
      DataType,
      Nullable: true,
    });
    if (active) await api(`custom-fields/${ID}?action=activate`, 'POST');
  }
}

async function again(office: Office, row: { num: number; service: string }) {
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
  return await office.receipt(row);
}

describe.each(['full', 'empty'])('custom values, where replies to creations are %s', (contactReply) => {
  test('that the contact alone shows are kept', async () => {
    const office = await open();
    await quirks(office, { valuesShown: 'alone', contactReply });
    const { receipt } = await office.book('a.csv', three, 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
    expect(receipt).not.toHaveProperty('remarks');
  });

  test('that nobody can see are a remark', async () => {
    const office = await open();
    await quirks(office, { valuesShown: 'nowhere', contactReply });
    const { receipt } = await office.book('a.csv', three, 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
    expect(receipt.remarks).toMatchObject([{ code: 'custom-values-unread' }]);
  });

  test('that the contact alone shows to be absent are ignored', async () => {
    const office = await open();
    await quirks(office, { valuesShown: 'alone', customValues: 'ignored', contactReply });
    const { receipt } = await office.book('a.csv', three, 'kunder');
    expect(receipt).toMatchObject({ contacts: { created: 1, held: 2 }, issues: [{ code: 'custom-values-ignored' }] });
  });
});

test('of contacts that exist, and whose list shows none, they are no difference; that is said', async () => {
  const office = await open();
  await quirks(office, { valuesShown: 'alone' });
  await office.book('a.csv', three, 'kunder');
  const { receipt } = await office.book('b.csv', `${three}Eva;eva@example.no;0004;4\n`, 'kunder');
  expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 1, existing: 3 } });
  expect(receipt.remarks).toMatchObject([{ code: 'custom-values-unread', rows: 3 }]);
});

describe('a custom field that no entity shows', () => {
  test('and that exists is proved by the first contact that carries it', async () => {
    const office = await open();
    await quirks(office, NOBODY_SHOWS);
    await byHand(office, { name: 'Membership', active: true }, { name: 'Level', active: true });
    // The first carries one of them alone: the second has to show the other.
    const rows = file('Kari;kari@example.no;0001;', 'Ola;ola@example.no;0002;2', 'Per;per@example.no;0003;3');
    const { row, receipt } = await office.book('a.csv', rows, 'kunder');
    expect(receipt).toMatchObject({
      state: 'completed',
      contacts: { created: 3, held: 0 },
      customFields: { existing: 2, rejected: 0 },
      mismatches: [],
    });
    expect((await office.batches(row)).filter(({ step }) => step === 'read-back')).toHaveLength(2);
    // It is remembered: the next file asks for nothing.
    const next = await office.book('b.csv', file('Eva;eva@example.no;0004;4'), 'kunder');
    expect(next.receipt).toMatchObject({ state: 'completed', contacts: { created: 1 } });
    expect((await office.batches(next.row)).map(({ step }) => step)).toEqual(['create-contact', 'read-back']);
  });

  test('and that exists inactive holds the others with what the service says of the first; activated, all go on', async () => {
    const office = await open();
    await quirks(office, NOBODY_SHOWS);
    await byHand(office, { name: 'Membership', active: false }, { name: 'Level', active: true });
    const { row, receipt } = await office.book('a.csv', three, 'kunder');
    expect(receipt).toMatchObject({ contacts: { created: 0, rejected: 1, held: 2 }, mismatches: [] });
    const missing = receipt.issues.find(({ code }) => code === 'field-missing-in-service')!;
    expect(missing.message).toMatch(
      /refused the custom field Contact\.Membership, and then the first contact .*\(Kari\)/,
    );
    await fetch(`${office.sandbox.url}/api/biz/custom-fields/801?action=activate`, { method: 'POST' });
    expect(await again(office, row)).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
    expect((await names(office)).sort()).toEqual(['Kari', 'Ola', 'Per']);
  });

  test('and that was activated by hand after bilag could not is proved by the first contact of a retry', async () => {
    const office = await open();
    await quirks(office, { ...NOBODY_SHOWS, activation: 'refused' });
    const { row, receipt } = await office.book('a.csv', three, 'kunder');
    expect(receipt).toMatchObject({ contacts: { created: 0, held: 3 } });
    await quirks(office, NOBODY_SHOWS);
    for (const id of [801, 802])
      await fetch(`${office.sandbox.url}/api/biz/custom-fields/${id}?action=activate`, { method: 'POST' });
    // What is active can't be activated once more.
    await quirks(office, { ...NOBODY_SHOWS, activation: 'refused' });
    const after = await again(office, row);
    expect(after.contacts).toMatchObject({ created: 3, held: 0 });
  });

  test('and whose creation is refused for another reason holds the contacts, as before', async () => {
    const office = await open();
    await office.call('POST', 'next', { faults: ['422'], path: 'POST /api/biz/custom-fields' });
    const { receipt } = await office.book('a.csv', three, 'kunder');
    expect(receipt).toMatchObject({ contacts: { created: 0, held: 3 } });
  });
});

describe('a custom field whose name the service has in another case', () => {
  const NAMES = 'Felt;Modell;Type\n';
  const rows = file('Kari;kari@example.no;0001;1', 'Ola;ola@example.no;0002;2');
  const values = async (office: Office) =>
    ((await office.call('GET', 'contacts')) as { contacts: Created[] }).contacts.map(({ body }) => body.CustomValues);
  const openBoth = () =>
    openOffice({
      jobs: { kunder: JOB, fields: 'kind: custom-fields\ncolumns: { name: Felt, model: Modell, type: Type }\n' },
    });

  test.each(['by bilag', 'by hand'])('is sent as the service has it: created %s', async (who) => {
    const office = await openBoth();
    if (who === 'by hand') await byHand(office, { name: 'MEMBERSHIP', active: true }, { name: 'Level', active: true });
    else await office.book('f.csv', `${NAMES}MEMBERSHIP;Contact;Small text field\nLevel;Contact;Number\n`, 'fields');
    const { receipt } = await office.book('a.csv', rows, 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 2 } });
    expect(await values(office)).toMatchObject([{ CustomMEMBERSHIP: '0001' }, { CustomMEMBERSHIP: '0002' }]);
    const again = await office.book('b.csv', `${rows}\n`, 'kunder');
    expect(again.receipt).toMatchObject({ state: 'completed', contacts: { created: 0, existing: 2 } });
  });

  test('and that no entity showed is neither a lost value nor a difference', async () => {
    const office = await open();
    // The service takes any case, and shows its own.
    const odd = await answersChanged(office, (reply) =>
      JSON.parse(JSON.stringify(reply).replaceAll('"CustomMembership"', '"CustomMEMBERSHIP"')),
    );
    const { receipt } = await odd.book('a.csv', rows, 'kunder');
    expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 2 } });
    const again = await odd.book('b.csv', `${rows}\n`, 'kunder');
    expect(again.receipt).toMatchObject({ state: 'completed', contacts: { created: 0, existing: 2 } });
  });
});
