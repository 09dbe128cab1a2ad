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
    const added = await client.post('/sandbox/contacts', [{ ...CONTACT, Deleted: true }]);
    expect(added.json[0].Deleted).toBe(true);
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

  it('that are not there are not found', async () => {
    const client = await sandboxClient();
    expect((await client.get('/api/biz/contacts/999')).status).toBe(404);
    expect((await client.get('/api/biz/contacts/abc')).status).toBe(404);
  });
});
