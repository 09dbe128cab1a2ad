import { describe, expect, test } from 'vitest';
import type { Contact } from '../../src/core/records.ts';
import { contactBody } from '../../src/kinds/contacts/body.ts';
import { createContactPath, getContact, listContacts } from '../../src/service/contacts.ts';
import { ServiceMisconfigured, ServiceUnavailable, ServiceUnexpected } from '../../src/service/errors.ts';
import { createdId } from '../../src/service/reply.ts';
import { sandboxService } from './sandbox.ts';
import { service } from './service.ts';

const EXPAND = 'expand=Info,Info.InvoiceAddress,Info.DefaultPhone,Info.DefaultEmail,Info.DefaultAddress&hateoas=false';

const KARI: Contact = {
  name: 'Kari "Kåre" Nordmann',
  address: {
    addressLine1: 'Fjellveien 1',
    addressLine2: 'Oppgang B',
    addressLine3: '',
    postalCode: '0503',
    city: 'Oslo',
    country: 'Norge',
    countryCode: 'NO',
  },
  phone: { countryCode: '+47', number: '99999999', description: 'Mobil' },
  email: 'kari@nordmann.example',
  comment: 'Kunde siden 2019\nRinger selv',
  custom: { Kvote: 10.25, Nr: 7, Kort: null },
};
const BERIT: Contact = { name: 'Berit', address: undefined, phone: undefined, email: '', comment: '', custom: {} };

describe('against the sandbox', () => {
  test('what is created is read back as it was, by the list and alone', async () => {
    const { client, sandbox, addField } = await sandboxService();
    await addField('Kvote', 'Contact', 'Money');
    await addField('Nr', 'Contact', 'Number');
    await addField('Kort', 'Contact', 'Small text field');
    const ids: (number | undefined)[] = [];
    for (const contact of [KARI, BERIT]) {
      const { status, text } = await sandbox.post(createContactPath(), contactBody(contact));
      expect(status).toBe(200);
      ids.push(createdId(text));
    }
    const unset = { Kvote: null, Nr: null, Kort: null };
    const expected = [
      { ...KARI, id: ids[0] },
      { ...BERIT, custom: unset, id: ids[1] },
    ];
    const page = await listContacts(client, { top: 100 });
    expect(page.contacts.slice(-2)).toEqual(expected);
    expect(await getContact(client, ids[0]!)).toEqual(expected[0]);
    expect(await getContact(client, ids[1]!)).toEqual(expected[1]);
  });

  test('deleted contacts are counted as records and are no contacts; pages go on from each other', async () => {
    const { client, sandbox } = await sandboxService();
    const whole = await listContacts(client, { top: 100 });
    expect(whole.records).toBe(3);
    expect(whole.ids).toHaveLength(3);
    expect(whole.contacts.map(({ name }) => name)).toEqual(['Solbakken Handel AS', 'Berit Åsen']);
    await sandbox.post(createContactPath(), contactBody(BERIT));
    const first = await listContacts(client, { top: 2 });
    const second = await listContacts(client, { top: 2, skip: 2 });
    expect(first.ids).toEqual(whole.ids.slice(0, 2));
    expect(second).toMatchObject({ records: 2, contacts: [{ name: 'Berit' }] });
    expect(second.ids[0]).toBe(whole.ids[2]);
    expect(await getContact(client, whole.ids[2]!)).toBeUndefined();
  });

  test('a contact that is not there is told from an address that is wrong', async () => {
    const { client, sandbox } = await sandboxService();
    expect(await getContact(client, 99_999)).toBeUndefined();
    await sandbox.post('/sandbox/next', { faults: ['get-404', 'get-404'] });
    await expect(getContact(client, 11)).rejects.toBeInstanceOf(ServiceMisconfigured);
    await sandbox.post('/sandbox/next', { faults: ['get-404', 'get-503'] });
    await expect(getContact(client, 11)).rejects.toBeInstanceOf(ServiceUnavailable);
    await sandbox.post('/sandbox/next', { faults: ['get-404', 'get-403'] });
    expect(await getContact(client, 11)).toBeUndefined();
    await sandbox.post('/sandbox/next', { faults: ['get-401'] });
    await expect(getContact(client, 11)).rejects.toBeInstanceOf(ServiceMisconfigured);
  });
});

test('asks exactly as sections 4.9 and 4.10 of the interface say', async () => {
  const { client, asked } = await service((url) => ({ body: url.pathname.endsWith('/contacts') ? [] : { ID: 5 } }));
  await listContacts(client, { top: 10 });
  await listContacts(client, { top: 1000, skip: 1000 });
  await getContact(client, 5);
  expect(asked).toEqual([
    `/api/biz/contacts?${EXPAND}&top=10`,
    `/api/biz/contacts?${EXPAND}&top=1000&skip=1000`,
    `/api/biz/contacts/5?${EXPAND}`,
  ]);
});

test('tolerates texts for numbers, null, absent and deleted objects, and what is no contact', async () => {
  const body = [
    { ID: '1', Info: { Name: ' Ada ', InvoiceAddress: null, DefaultAddress: { PostalCode: '0150', Country: null } } },
    { ID: 2, Info: { DefaultEmail: { EmailAddress: 'x@y.example', Deleted: true }, DefaultPhone: { Number: 12 } } },
    { ID: 3, Info: { InvoiceAddress: { City: '' }, DefaultAddress: { City: 'Oslo' }, DefaultPhone: { Number: '' } } },
    { ID: 4, Info: null, Comment: null, CustomValues: null },
    { ID: 5, Info: { InvoiceAddress: { City: 'Oslo', Deleted: 'true' } }, CustomValues: { CustomA: true, Other: 1 } },
    { ID: 6, Info: { Name: 'gone' }, Deleted: 'true' },
    { ID: null, Info: { Name: 'nobody' } },
    null,
  ];
  const { client } = await service(() => ({ body }));
  const page = await listContacts(client, { top: 10 });
  expect(page).toMatchObject({ records: 8, ids: [1, 2, 3, 4, 5, 6] });
  expect(page.contacts).toMatchObject([
    { id: 1, name: 'Ada', address: { postalCode: '0150', country: '' }, phone: undefined, email: '', custom: {} },
    { id: 2, name: '', address: undefined, phone: { countryCode: '', number: '12' }, email: '' },
    { id: 3, address: { city: 'Oslo' }, phone: undefined },
    { id: 4, name: '', comment: '', custom: {} },
    { id: 5, address: undefined, custom: { A: 'true' } },
  ]);
});

test('contacts that came unexpanded are no answer: nobody would be recognised', async () => {
  const { client } = await service(() => ({ body: [{ ID: 1, InfoID: 7, Comment: '' }] }));
  await expect(listContacts(client, { top: 10 })).rejects.toThrow(/expected contacts with Info, as expanded/);
});

test('another contact than the one asked for is no answer', async () => {
  const other = await service(() => ({ body: { ID: 6, Info: { Name: 'x' } } }));
  await expect(getContact(other.client, 5)).rejects.toBeInstanceOf(ServiceUnexpected);
  const many = await service(() => ({ body: [{ ID: 5 }] }));
  await expect(getContact(many.client, 5)).rejects.toThrow(/expected an object with the ID 5/);
});

test.each<[string, number | undefined]>([
  ['{"ID":12,"Info":null}', 12],
  ['[{"ID":"12"}]', 12],
  ['[{"ID":12},{"ID":13}]', undefined],
  ['{"ID":null}', undefined],
  ['{"id":12}', undefined],
  ['12', undefined],
  ['null', undefined],
  ['', undefined],
  ['<html>', undefined],
])('the ID in the reply to a creation: %s', (body, id) => {
  expect(createdId(body)).toBe(id);
});
