import { describe, expect, it } from 'vitest';
import { DEFAULT_PAGE_ROWS, parseFilter } from '../../src/sandbox/query.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { sandboxClient } from './client.ts';

type Row = Record<string, unknown>;

describe('accounts', () => {
  it('are looked up by number', async () => {
    const client = await sandboxClient();
    const { status, json } = await client.get(
      '/api/biz/accounts?filter=AccountNumber eq 3000&select=ID,AccountNumber,AccountName,VatTypeID',
    );
    expect(status).toBe(200);
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({ AccountNumber: 3000, VatTypeID: await client.vatTypeId('3') });
    expect(json[0].ID).not.toBe(3000);
    expect(Object.keys(json[0]).sort()).toEqual(['AccountName', 'AccountNumber', 'Deleted', 'ID', 'VatTypeID']);
    expect((await client.get('/api/biz/accounts?filter=AccountNumber eq 3001')).json).toEqual([]);
  });

  it.each([
    'filter=Number eq 1920',
    'filter=AccountNumber gt 1920',
    'filter=AccountNumber eq 1920 and Locked eq true',
    'search=1920',
  ])('come unfiltered where the service does not understand: %s', async (query) => {
    const client = await sandboxClient();
    const { status, json } = await client.get(`/api/biz/accounts?${query}`);
    expect(status).toBe(200);
    expect(json).toHaveLength(DEFAULT_PAGE_ROWS);
  });

  it('are paged with top and skip', async () => {
    const client = await sandboxClient();
    const numbers = async (query: string) =>
      (await client.get(`/api/biz/accounts?${query}`)).json.map((row: Row) => row['AccountNumber']);
    const all = await numbers('top=5000');
    expect(all.length).toBeGreaterThan(150);
    expect(await numbers('top=3&skip=2')).toEqual(all.slice(2, 5));
    expect(await numbers('top=0')).toHaveLength(DEFAULT_PAGE_ROWS);
    expect(new Set(all).size).toBe(all.length);
  });

  it('have numbers and IDs that never meet, and default VAT types that exist', async () => {
    const client = await sandboxClient();
    const { json } = await client.get('/api/biz/accounts?top=1000');
    const numbers = new Set(json.map((row: Row) => row['AccountNumber']));
    expect(json.some((row: Row) => numbers.has(row['ID']))).toBe(false);
    const vat = new Set((await client.get('/api/biz/vattypes')).json.map((row: Row) => row['ID']));
    expect(json.every((row: Row) => row['VatTypeID'] === null || vat.has(row['VatTypeID']))).toBe(true);
    const wanted = [
      1500, 1920, 2400, 2600, 2700, 2701, 2702, 2710, 2711, 2740, 2770, 2771, 2780, 2930, 2940, 3000, 3010,
    ]
      .concat([3100, 3200, 4000, 4300, 5000, 5090, 5180, 5400, 5401, 6300, 6340, 6420, 6540, 6800, 6860, 6900, 7000])
      .concat([7100, 7140, 7320, 7350, 7770, 7790, 8050, 8150]);
    expect(wanted.filter((number) => !numbers.has(number))).toEqual([]);
  });

  it('can be added, twice the same number too, for companies that are not there yet as well', async () => {
    const client = await sandboxClient();
    const { status } = await client.post('/sandbox/accounts', [
      { AccountNumber: 4301, AccountName: 'Varer', VatCode: '1' },
      { AccountNumber: 6, AccountName: 'Kort', VatTypeID: null, Locked: true },
      { AccountNumber: 6, AccountName: 'Igjen', Deleted: true },
    ]);
    expect(status).toBe(200);
    for (const CompanyKey of ['', 'later']) {
      const find = async (number: number) =>
        (await client.get(`/api/biz/accounts?filter=AccountNumber eq ${number}`, { CompanyKey })).json;
      expect(await find(4301)).toMatchObject([{ AccountName: 'Varer', VatTypeID: await client.vatTypeId('1') }]);
      expect(await find(6)).toMatchObject([{ Locked: true, Deleted: false }, { Deleted: true }]);
    }
    const refused = await client.post('/sandbox/accounts', [{ AccountNumber: 1, VatCode: 'nix' }]);
    expect(refused.status).toBe(400);
    expect(refused.json.Message).toContain('"nix"');
  });
});

describe('VAT types', () => {
  it('are listed with four decimals', async () => {
    const client = await sandboxClient();
    const { json, text } = await client.get('/api/biz/vattypes?select=ID,Name,VatPercent,VatCode,OutputVat');
    const codes = json.map((row: Row) => row['VatCode']);
    for (const code of ['0', '1', '11', '13', '3', '31', '33', '5', '6', '52']) expect(codes).toContain(code);
    expect(text).toContain('"VatPercent":25.0000,"VatCode":"3","OutputVat":true');
    expect(json.find((row: Row) => row['VatCode'] === '12')).toMatchObject({ VatPercent: 11.11, OutputVat: false });
    expect(json.some((row: Row) => String(row['ID']) === row['VatCode'])).toBe(false);
  });

  it('can be added', async () => {
    const client = await sandboxClient();
    await client.post('/sandbox/vattypes', [{ VatCode: '1R', VatPercent: '15', Name: 'Redusert' }]);
    const { json } = await client.get("/api/biz/vattypes?filter=VatCode eq '1R'");
    expect(json).toMatchObject([{ Name: 'Redusert', VatPercent: 15, OutputVat: false }]);
  });
});

describe('value lists and models', () => {
  it('answer the data types of custom fields with their items', async () => {
    const client = await sandboxClient();
    const path = "/api/biz/valuelists?filter=code eq 'customfieldsqltypes'&hateoas=false";
    const { json } = await client.get(`${path}&expand=items`);
    expect(json).toHaveLength(1);
    expect(json[0].Items.map((item: Row) => [item['Name'], item['Description']])).toEqual([
      ['Small text field', 'Text limited to 255 characters'],
      ['Text', 'Text field, unlimited number of characters'],
      ['Number', 'Whole number'],
      ['Money', ''],
    ]);
    for (const item of json[0].Items) expect(item.Code).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await client.get(path)).json[0]).not.toHaveProperty('Items');
  });

  it('answer a model by name, with links unless told not to', async () => {
    const client = await sandboxClient();
    const { json } = await client.get("/api/biz/models?filter=name eq 'Product'");
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({ Name: 'Product', Admin: false, Shared: true, Description: null });
    expect(json[0]._links.self.href).toBe(`/api/biz/models/${json[0].ID}`);
    const bare = await client.get("/api/biz/models?filter=name eq 'Contact'&hateoas=false");
    expect(bare.json[0]).not.toHaveProperty('_links');
  });
});

describe('filter', () => {
  it.each([
    ["Name eq 'a''b'", { field: 'name', value: "a'b" }],
    ['AccountNumber eq 1920', { field: 'accountnumber', value: 1920 }],
    ['Info.Name eq null', { field: 'info.name', value: null }],
    ["Name eq 'a'b'", undefined],
    ['AccountNumber ne 1920', undefined],
    ['', undefined],
  ])('%s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });
});

describe('access', () => {
  it('needs the token where there is one', async () => {
    const client = await sandboxClient({ token: 'secret' });
    const refused = await client.get('/api/biz/vattypes', { authorization: 'Bearer wrong' });
    expect(refused.status).toBe(401);
    expect(refused.json.message).toMatch(/denied/);
    expect((await client.get('/api/biz/vattypes')).status).toBe(401);
    expect((await client.get('/api/biz/vattypes', { authorization: 'Bearer secret' })).status).toBe(200);
  });

  it('is refused in words where the port is taken', async () => {
    const { sandbox } = await sandboxClient();
    await expect(startSandbox({ port: sandbox.port })).rejects.toThrow(`Port ${sandbox.port} of 127.0.0.1 is taken.`);
  });

  it('knows nothing beside the interface', async () => {
    const client = await sandboxClient();
    expect((await client.get('/api/biz/invoices')).status).toBe(404);
    expect((await client.get('/api')).status).toBe(404);
    expect((await client.call('DELETE', '/api/biz/contacts/11')).status).toBe(405);
    expect((await client.get('/sandbox/')).json).toHaveProperty('GET booked');
  });
});
