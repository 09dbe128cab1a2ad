import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { BOOK, sandboxClient } from './client.ts';

const CONTACTS = '/api/biz/contacts';
const FIELDS = '/api/biz/custom-fields';

async function quirkyClient(quirks: object) {
  const client = await sandboxClient();
  const fields = (await client.get("/api/biz/models?filter=name eq 'Contact'")).json;
  const lists = await client.get("/api/biz/valuelists?expand=items&filter=code eq 'customfieldsqltypes'");
  const define = (Name: string) =>
    client.post(FIELDS, { Name, ModelID: fields[0].ID, DataType: lists.json[0].Items[2].Code, Nullable: true });
  expect((await client.put('/sandbox/quirks', quirks)).status).toBe(200);
  return { ...client, define };
}

describe('quirks', () => {
  it('cap a page without a word', async () => {
    const client = await quirkyClient({ pageRows: 2 });
    const ids = async (query: string) =>
      (await client.get(`${CONTACTS}?${query}`)).json.map((row: { ID: number }) => row.ID);
    expect(await ids('top=100')).toEqual([11, 12]);
    expect(await ids('top=1')).toEqual([11]);
    expect(await ids('top=100&skip=2')).toEqual([13]);
    expect((await client.get('/api/biz/accounts')).json).toHaveLength(2);
  });

  it('list every model twice', async () => {
    const client = await quirkyClient({ models: 'twice' });
    const { json } = await client.get("/api/biz/models?filter=name eq 'Supplier'");
    expect(json.map(({ Name }: { Name: string }) => Name)).toEqual(['Supplier', 'Supplier']);
    expect(new Set(json.map(({ ID }: { ID: number }) => ID)).size).toBe(2);
    expect((await client.get(`/api/biz/models/${json[1].ID}`)).json.Name).toBe('Supplier');
  });

  it('ignore skip', async () => {
    const client = await quirkyClient({ skip: false });
    expect((await client.get(`${CONTACTS}?top=1&skip=2`)).json[0].ID).toBe(11);
  });

  it('drop custom values without a word, known or not', async () => {
    const client = await quirkyClient({ customValues: 'ignored' });
    const { ID } = (await client.define('Nr')).json;
    await client.post(`${FIELDS}/${ID}?action=activate`);
    const sent = { Info: { Name: 'A' }, CustomValues: { CustomNr: 7, CustomShoe: 45 } };
    const created = await client.post(CONTACTS, sent);
    expect(created.status).toBe(200);
    // Dropped is dropped: it does not come back with a service that keeps them.
    await client.put('/sandbox/quirks', {});
    const values = async (id: number) => (await client.get(`${CONTACTS}/${id}`)).json.CustomValues;
    expect(await values(created.json.ID)).toEqual({ CustomNr: null });
    const kept = await client.post(CONTACTS, { Info: { Name: 'B' }, CustomValues: { CustomNr: 7 } });
    expect(await values(kept.json.ID)).toEqual({ CustomNr: 7 });
    expect((await client.get('/sandbox/contacts')).json.contacts[0].body).toEqual(sent);
  });

  it.each([
    ['everywhere', { CustomNr: 7 }, { CustomNr: 7 }],
    ['alone', undefined, { CustomNr: 7 }],
    ['nowhere', undefined, undefined],
  ])('show the custom values of a contact %s', async (valuesShown, inList, alone) => {
    const client = await quirkyClient({ valuesShown });
    const { ID } = (await client.define('Nr')).json;
    await client.post(`${FIELDS}/${ID}?action=activate`);
    const created = await client.post(CONTACTS, { Info: { Name: 'B' }, CustomValues: { CustomNr: 7 } });
    expect((await client.get(`${CONTACTS}?top=100`)).json.at(-1).CustomValues).toEqual(inList);
    expect((await client.get(`${CONTACTS}/${created.json.ID}`)).json.CustomValues).toEqual(alone);
  });

  it('show no active field where an entity has no value of it', async () => {
    const client = await quirkyClient({ unsetValues: 'hidden' });
    const { ID } = (await client.define('Nr')).json;
    await client.post(`${FIELDS}/${ID}?action=activate`);
    const created = await client.post(CONTACTS, { Info: { Name: 'B' }, CustomValues: { CustomNr: 7 } });
    expect((await client.get(`${CONTACTS}/11`)).json.CustomValues).toEqual({});
    expect((await client.get(`${CONTACTS}/${created.json.ID}`)).json.CustomValues).toEqual({ CustomNr: 7 });
  });

  it.each([
    ['empty', 204, undefined],
    ['id', 200, { ID: 14 }],
    ['full', 200, expect.objectContaining({ ID: 14, Comment: null, Info: expect.objectContaining({ Name: 'A' }) })],
    ['as-booked', 201, expect.objectContaining({ ID: 14 })],
  ])('answer a creation of a contact %s', async (contactReply, status, json) => {
    const client = await quirkyClient({ contactReply });
    await client.put('/sandbox/faults', { spec: 'reply=201' });
    const reply = await client.post(CONTACTS, { Info: { Name: 'A' } });
    expect([reply.status, reply.json]).toEqual([status, json]);
    expect((await client.get('/sandbox/contacts?summary=1')).json.count).toBe(1);
  });

  it('refuse an activation', async () => {
    const client = await quirkyClient({ activation: 'refused' });
    const { ID } = (await client.define('Nr')).json;
    const refused = await client.post(`${FIELDS}/${ID}?action=activate`);
    expect([refused.status, refused.json.Messages[0].Message]).toEqual([400, expect.stringContaining('Nr')]);
    expect((await client.get('/sandbox/custom-fields')).json).toMatchObject({
      active: 0,
      fields: [{ activations: [] }],
    });
    expect((await client.post(`${FIELDS}/1?action=activate`)).status).toBe(404);
  });

  it('answer a definition of a field without its ID', async () => {
    const client = await quirkyClient({ fieldReply: 'no-id' });
    const { json } = await client.define('Nr');
    expect(json).toMatchObject({ Name: 'Nr', StatusCode: 20 });
    expect(json).not.toHaveProperty('ID');
  });

  it('take a second field of a name', async () => {
    const client = await quirkyClient({ fieldNames: 'any' });
    expect((await client.define('Nr')).status).toBe(200);
    expect((await client.define('NR')).status).toBe(200);
    expect((await client.get('/sandbox/custom-fields')).json.count).toBe(2);
  });

  it('that are not named are off, and all are after a reset', async () => {
    const client = await quirkyClient({ pageRows: 2, skip: false });
    expect((await client.put('/sandbox/quirks', { activation: 'refused' })).json).toEqual({
      pageRows: null,
      skip: true,
      customValues: 'kept',
      valuesShown: 'everywhere',
      unsetValues: 'shown',
      contactReply: 'as-booked',
      activation: 'refused',
      fieldReply: 'full',
      fieldNames: 'unique',
      models: 'unique',
      descriptionMax: null,
      blanks: 'kept',
      linesAfter: 0,
      descriptionFilter: 'kept',
      books: 'key',
    });
    await client.post('/sandbox/reset');
    expect((await client.get('/sandbox/quirks')).json).toMatchObject({ pageRows: null, activation: 'done' });
  });

  it.each([
    [{ pageRow: 2 }, 'pageRow'],
    [{ pageRows: 0 }, 'pageRows'],
    [{ skip: 'no' }, '"no"'],
    [{ descriptionMax: 0 }, 'descriptionMax'],
    [{ linesAfter: -1 }, 'linesAfter'],
    [{ blanks: 'gone' }, '"gone"'],
    [{ customValues: 'lost' }, '"lost"'],
    [{ toString: 1 }, 'toString'],
    [[], 'object'],
  ])('that are unknown are refused by name: %j', async (quirks, named) => {
    const client = await sandboxClient();
    const { status, json } = await client.put('/sandbox/quirks', quirks);
    expect(status).toBe(400);
    expect(json.Message).toContain(named);
    expect((await client.get('/sandbox/quirks')).json).toMatchObject({ pageRows: null, skip: true });
  });
});

describe('quirks of the journal', () => {
  const LINES = '/api/biz/journalentrylines';
  async function journalClient(quirks: object, clock: () => number = Date.now) {
    const client = await sandboxClient({ clock });
    expect((await client.put('/sandbox/quirks', quirks)).status).toBe(200);
    const found = async (text: string) =>
      (await client.get(`${LINES}?filter=${encodeURIComponent(`Description eq '${text}'`)}`)).json.map(
        ({ Description }: { Description: string }) => Description,
      );
    const book = (text: string) => client.post(BOOK, [client.entry(100, text)]);
    return { ...client, found, book };
  }

  it('cut descriptions: by the whole text they are found no more', async () => {
    const { book, found, booked } = await journalClient({ descriptionMax: 10 });
    await book('Strøm januar 2026');
    await book('Husleie');
    expect(await found('Strøm januar 2026')).toEqual([]);
    expect(await found('Strøm janu')).toEqual(['Strøm janu', 'Strøm janu']);
    expect(await found('Husleie')).toHaveLength(2);
    expect((await booked()).entries[0].lines[0].Description).toBe('Strøm januar 2026');
  });

  it('collapse blanks', async () => {
    const { book, found } = await journalClient({ blanks: 'collapsed' });
    await book('A   B');
    expect(await found('A   B')).toEqual([]);
    expect(await found('A B')).toEqual(['A B', 'A B']);
  });

  it('show lines late', async () => {
    let now = 1_000_000;
    const { book, found, booked } = await journalClient({ linesAfter: 5_000 }, () => now);
    await book('Husleie');
    now += 4_999;
    expect(await found('Husleie')).toEqual([]);
    expect((await booked()).count).toBe(1);
    now += 1;
    expect(await found('Husleie')).toHaveLength(2);
  });

  it('answer every filter by description with nothing', async () => {
    const { book, found, get } = await journalClient({ descriptionFilter: 'empty' });
    await book('Husleie');
    expect(await found('Husleie')).toEqual([]);
    expect((await get(LINES)).json).toHaveLength(2);
    expect((await get('/api/biz/accounts?filter=AccountNumber eq 1920')).json).toHaveLength(1);
  });

  it('keep books for each token, in which an ID is another account', async () => {
    const client = await sandboxClient({ quirks: 'books=token' });
    const idAt = async (token: string, number: number) => {
      const path = `/api/biz/accounts?filter=AccountNumber eq ${number}&select=ID`;
      return (await client.get(path, { authorization: `Bearer ${token}` })).json[0].ID as number;
    };
    const ids = [await idAt('a', 3000), await idAt('b', 3000), await idAt('a', 3000)];
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
    const sent = [
      { DraftLines: [1, -1].map((Amount) => ({ ...client.entry().DraftLines[0], AccountID: ids[0], Amount })) },
    ];
    expect((await client.post(BOOK, sent, { authorization: 'Bearer b' })).status).toBe(200);
    const at = async (company: string) => (await client.get(`/sandbox/booked?company=${company}`)).json.count;
    expect([await at('a'), await at('b')]).toEqual([0, 1]);
  });

  it('can be given at the start, and stand after a reset', async () => {
    const client = await sandboxClient({ quirks: 'descriptionMax=255, blanks=collapsed,skip=false' });
    const given = { descriptionMax: 255, blanks: 'collapsed', skip: false, pageRows: null };
    expect((await client.get('/sandbox/quirks')).json).toMatchObject(given);
    await client.put('/sandbox/quirks', {});
    await client.post('/sandbox/reset');
    expect((await client.get('/sandbox/quirks')).json).toMatchObject(given);
    for (const [spec, named] of [
      ['blanks', 'blanks'],
      ['linesAfter=soon', '"soon"'],
      ['lines=1', 'lines'],
    ] as const)
      await expect(startSandbox({ quirks: spec })).rejects.toThrow(named);
  });
});
