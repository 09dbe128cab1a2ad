import { describe, expect, it } from 'vitest';
import { sandboxClient } from './client.ts';

const CONTACT = {
  Info: {
    Name: 'Kari Nordmann',
    InvoiceAddress: {
      AddressLine1: 'Fjellveien 1',
      AddressLine2: 'Oppgang B',
      AddressLine3: '',
      City: 'Bergen',
      Country: 'Norge',
      CountryCode: 'NO',
      PostalCode: '5003',
    },
    DefaultPhone: { CountryCode: '+47', Description: 'Mobil', Number: '99999999' },
    DefaultEmail: { EmailAddress: 'kari@nordmann.example' },
  },
  Comment: 'Kunde siden 2019',
};
interface Contact {
  readonly Info: { readonly Name: string };
}

const EXPAND = 'expand=Info,Info.InvoiceAddress,Info.DefaultPhone,Info.DefaultEmail,Info.DefaultAddress&hateoas=false';

describe('contacts', () => {
  it('are read back as they were created, nested objects where expanded', async () => {
    const client = await sandboxClient();
    const created = await client.post('/api/biz/contacts', CONTACT);
    expect(created.status).toBe(200);
    const id = created.json.ID;
    const { json } = await client.get(`/api/biz/contacts/${id}?${EXPAND}`);
    expect(json).toMatchObject({
      ID: id,
      Comment: 'Kunde siden 2019',
      Deleted: false,
      CustomValues: {},
      Info: CONTACT.Info,
    });
    const { Info } = json;
    expect(Info.ID).toBe(json.InfoID);
    expect(Info).toMatchObject({
      InvoiceAddressID: Info.InvoiceAddress.ID,
      DefaultPhoneID: Info.DefaultPhone.ID,
      DefaultEmailID: Info.DefaultEmail.ID,
      DefaultAddress: null,
    });
    expect(Info.DefaultEmail).toMatchObject({ BusinessRelationID: Info.ID, Deleted: false, Description: null });
    expect(Info.InvoiceAddress.Region).toBeNull();
    expect(new Set([id, Info.ID, Info.InvoiceAddressID, Info.DefaultPhoneID, Info.DefaultEmailID]).size).toBe(5);

    const bare = (await client.get(`/api/biz/contacts/${id}`)).json;
    expect(bare).not.toHaveProperty('Info');
    const half = (await client.get(`/api/biz/contacts/${id}?expand=Info.DefaultPhone`)).json;
    expect(Object.keys(half.Info)).toContain('DefaultPhone');
    expect(half.Info).not.toHaveProperty('DefaultEmail');
  });

  it('are listed, deleted ones too, and filtered where the field is there', async () => {
    const client = await sandboxClient();
    const { json } = await client.get(`/api/biz/contacts?${EXPAND}`);
    expect(json.filter((row: { Deleted: boolean }) => row.Deleted)).toHaveLength(1);
    expect((await client.get('/api/biz/contacts?top=1')).json).toHaveLength(1);
    const email = "filter=Info.DefaultEmail.EmailAddress eq 'post@solbakken.example'";
    expect((await client.get(`/api/biz/contacts?${EXPAND}&${email}`)).json).toHaveLength(1);
    // Not expanded, the field isn't there: all rows come.
    expect((await client.get(`/api/biz/contacts?${email}`)).json).toHaveLength(json.length);
    const added = await client.post('/sandbox/contacts', [{ ...CONTACT, Deleted: true }, CONTACT]);
    const { firstId } = added.json;
    expect(added.json).toEqual({ added: 2, firstId });
    expect((await client.get(`/api/biz/contacts/${firstId}`)).json.Deleted).toBe(true);
    expect((await client.get(`/api/biz/contacts/${firstId + 1}`)).json.Deleted).toBe(false);
    // What is sent can't say it of itself.
    const { json: live } = await client.post('/api/biz/contacts', { ...CONTACT, Deleted: true });
    expect(live.Deleted).toBe(false);
  });

  it.each([
    ['Info', { Comment: 'x' }],
    ['Info.Name', { Info: { Name: ' ' } }],
    ['Info.DefaultPhone.Number', { Info: { Name: 'A', DefaultPhone: { Number: 99 } } }],
    ['Info.InvoiceAddress', { Info: { Name: 'A', InvoiceAddress: 'Oslo' } }],
    ['CustomValues.CustomShoe', { Info: { Name: 'A' }, CustomValues: { CustomShoe: 45 } }],
  ])('are refused for a bad %s', async (place, body) => {
    const client = await sandboxClient();
    const before = (await client.get('/api/biz/contacts')).json.length;
    const { status, json } = await client.post('/api/biz/contacts', body);
    expect(status).toBe(400);
    expect(json.Messages.map((each: { PropertyName: string }) => each.PropertyName)).toEqual([place]);
    expect((await client.get('/api/biz/contacts')).json).toHaveLength(before);
  });

  it('are paged with top and skip, and filtered by what stands in them', async () => {
    const client = await sandboxClient();
    const names = Array.from({ length: 250 }, (_, index) => `Kunde ${index}`);
    await client.post(
      '/sandbox/contacts',
      names.map((Name, index) => ({ Comment: `O'Neill "${index}"`, Info: { Name } })),
    );
    const found = async (query: string) =>
      (await client.get(`/api/biz/contacts?${EXPAND}&${query}`)).json.map((row: Contact) => row.Info.Name);
    const all = await found('top=1000');
    expect(all.slice(3)).toEqual(names);
    expect(await found('top=5&skip=201')).toEqual(all.slice(201, 206));
    expect(await found('top=10&skip=250')).toEqual(all.slice(250));
    expect(await found('skip=253')).toEqual([]);
    expect(await found(`filter=${encodeURIComponent(`Comment eq 'O''Neill "77"'`)}`)).toEqual(['Kunde 77']);
    expect(await found("filter=Info.Name eq 'Kunde 7'")).toEqual(['Kunde 7']);
    expect(await found('filter=Info.DefaultEmail.EmailAddress eq null&skip=2&top=2')).toEqual(names.slice(1, 3));
    // A sender may escape every character: \u004b is K.
    await client.post('/api/biz/contacts', '{"Info":{"Name":"\\u004bunde 7"}}');
    expect(await found("filter=Info.Name eq 'Kunde 7'")).toHaveLength(2);
  });

  it('that came through the interface are told as they were sent, with their requests', async () => {
    const client = await sandboxClient();
    await client.post('/sandbox/contacts', [CONTACT]);
    const spelled = `{ "Info": {"Name": "Åse \\u00e5", "Extra": 1.0}, "Comment": null }`;
    await client.post('/api/biz/contacts', {});
    const first = await client.post('/api/biz/contacts', CONTACT, { 'x-request-id': 'one' });
    const second = await client.post('/api/biz/contacts', spelled);
    await client.post('/api/biz/contacts', CONTACT, { CompanyKey: 'b', 'x-request-id': 'three' });
    const { text, json } = await client.get('/sandbox/contacts');
    expect(json).toEqual({
      count: 3,
      preloaded: 7,
      contacts: [
        { id: first.json.ID, company: 'default', request: 2, requestId: 'one', body: CONTACT },
        { id: second.json.ID, company: 'default', request: 3, body: JSON.parse(spelled) },
        { id: expect.any(Number), company: 'b', request: 4, requestId: 'three', body: CONTACT },
      ],
    });
    expect(text).toContain(spelled);
    expect((await client.get('/sandbox/contacts?summary=1')).json).toEqual({ count: 3, preloaded: 7 });
    expect((await client.get('/sandbox/contacts?summary=1&company=b')).json).toEqual({ count: 1, preloaded: 3 });
    await client.post('/sandbox/reset');
    expect((await client.get('/sandbox/contacts')).json).toEqual({ count: 0, preloaded: 3, contacts: [] });
  });

  it('are many, and told whole', async () => {
    const client = await sandboxClient();
    const many = Array.from({ length: 15_000 }, (_, index) => ({
      ...CONTACT,
      Comment: `Nr. ${index} ${'x'.repeat(200)}`,
    }));
    expect((await client.post('/sandbox/contacts', many)).json).toEqual({ added: 15_000, firstId: 14 });
    const create = (index: number) => client.post('/api/biz/contacts', many[index], { 'x-request-id': `r${index}` });
    for (let at = 0; at < 200; at += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => create(at + index)));
    }
    const { count, preloaded, contacts } = (await client.get('/sandbox/contacts')).json;
    expect([count, preloaded]).toEqual([200, 15_003]);
    expect(contacts.map((each: { id: number }) => each.id)).toEqual(
      contacts.map((_: unknown, at: number) => 15_014 + at),
    );
    for (const { requestId, body } of contacts) expect(body.Comment).toMatch(`Nr. ${requestId.slice(1)} `);
    const { json } = await client.get(`/api/biz/contacts?${EXPAND}&top=2&skip=15201`);
    expect(json.map((each: { ID: number }) => each.ID)).toEqual([15_212, 15_213]);
    expect(json[1].Info.InvoiceAddress).toMatchObject(CONTACT.Info.InvoiceAddress);
  });

  it('are refused where they are not UTF-8', async () => {
    const client = await sandboxClient();
    const response = await fetch(`${client.sandbox.url}/api/biz/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"Info":{"Name":"K\xe5re"}}', 'latin1'),
    });
    expect(response.status).toBe(400);
    expect((await client.get('/sandbox/contacts?summary=1')).json.count).toBe(0);
  });

  it('that are not there are not found', async () => {
    const client = await sandboxClient();
    expect((await client.get('/api/biz/contacts/999')).status).toBe(404);
    expect((await client.get('/api/biz/contacts/10')).status).toBe(404);
    expect((await client.get('/api/biz/contacts/abc')).status).toBe(404);
  });
});
