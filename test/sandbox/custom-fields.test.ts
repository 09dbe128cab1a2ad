import { describe, expect, it } from 'vitest';
import { type SandboxClient, sandboxClient } from './client.ts';

async function references(client: SandboxClient) {
  const model = async (name: string) => (await client.get(`/api/biz/models?filter=name eq '${name}'`)).json[0].ID;
  const lists = await client.get("/api/biz/valuelists?expand=items&filter=code eq 'customfieldsqltypes'&hateoas=false");
  const type = (name: string): string => lists.json[0].Items.find((item: { Name: string }) => item.Name === name).Code;
  return { model, type };
}

describe('custom fields', () => {
  it('are defined, then activated, then there as null on the entity', async () => {
    const client = await sandboxClient();
    const { model, type } = await references(client);
    const field = { Name: 'Margin', ModelID: await model('Product'), DataType: type('Money'), Nullable: true };
    const product = (await client.get('/api/biz/products')).json[0].ID;
    const values = async () => (await client.get(`/api/biz/products/${product}`)).json.CustomValues;

    const created = await client.post('/api/biz/custom-fields', field);
    expect(created.status).toBe(200);
    expect(created.json).toMatchObject({ ...field, StatusCode: 20 });
    expect(await values()).toEqual({});
    const activated = await client.post(`/api/biz/custom-fields/${created.json.ID}?action=activate`);
    expect(activated.status).toBe(200);
    expect(activated.json.StatusCode).toBe(30);
    expect(await values()).toEqual({ CustomMargin: null });
    expect((await client.post('/api/biz/custom-fields/1?action=activate')).status).toBe(404);
    expect((await client.post(`/api/biz/custom-fields/${created.json.ID}?action=burn`)).status).toBe(400);
  });

  it('are refused where a part is wrong', async () => {
    const client = await sandboxClient();
    const { model, type } = await references(client);
    const sound = { Name: 'Medlemsnr', ModelID: await model('Contact'), DataType: type('Number'), Nullable: false };
    const places = async (change: object) => {
      const { status, json } = await client.post('/api/biz/custom-fields', { ...sound, ...change });
      expect(status).toBe(400);
      return json.Messages.map((each: { PropertyName: string }) => each.PropertyName);
    };
    expect(await places({ Name: '1st' })).toEqual(['Name']);
    expect(await places({ Name: 'two words' })).toEqual(['Name']);
    expect(await places({ Name: '', ModelID: 1, DataType: 'Money', Nullable: 'no' })).toEqual([
      'Name',
      'ModelID',
      'DataType',
      'Nullable',
    ]);
    expect((await client.post('/api/biz/custom-fields', sound)).status).toBe(200);
    expect(await places({ Name: 'MEDLEMSNR' })).toEqual(['Name']);
    const elsewhere = { ...sound, ModelID: await model('Product') };
    expect((await client.post('/api/biz/custom-fields', elsewhere)).status).toBe(200);
  });

  it('hold values of their type on contacts', async () => {
    const client = await sandboxClient();
    const { model, type } = await references(client);
    const ModelID = await model('Contact');
    for (const [Name, kind] of [
      ['Nr', 'Number'],
      ['Kort', 'Small text field'],
      ['Kvote', 'Money'],
    ] as const) {
      const field = { Name, ModelID, DataType: type(kind), Nullable: Name !== 'Nr' };
      const { json } = await client.post('/api/biz/custom-fields', field);
      await client.post(`/api/biz/custom-fields/${json.ID}?action=activate`);
    }
    const create = (CustomValues: object) => client.post('/api/biz/contacts', { Info: { Name: 'A' }, CustomValues });
    const { json } = await create({ CustomNr: 7, CustomKvote: 10.25 });
    expect((await client.get(`/api/biz/contacts/${json.ID}`)).json.CustomValues).toEqual({
      CustomNr: 7,
      CustomKort: null,
      CustomKvote: 10.25,
    });
    expect((await create({ CustomKort: 'x'.repeat(255) })).status).toBe(200);
    for (const values of [
      { CustomKort: 'x'.repeat(256) },
      { CustomNr: 1.5 },
      { CustomNr: null },
      { CustomKvote: 1.005 },
    ]) {
      expect((await create(values)).status).toBe(400);
    }
  });

  it('are told with the requests that defined and activated them', async () => {
    const client = await sandboxClient();
    const { model, type } = await references(client);
    const field = { Name: 'Nr', ModelID: await model('Contact'), DataType: type('Number'), Nullable: true };
    const { ID } = (await client.post('/api/biz/custom-fields', field, { 'x-request-id': 'define' })).json;
    await client.post('/api/biz/custom-fields', field);
    await client.post(
      '/api/biz/custom-fields',
      { ...field, Name: 'Sum', DataType: type('Money') },
      { CompanyKey: 'b' },
    );
    const activate = (requestId: string) =>
      client.post(`/api/biz/custom-fields/${ID}?action=activate`, undefined, { 'x-request-id': requestId });
    await activate('first');
    await client.post('/sandbox/next', { faults: ['500'] });
    await activate('refused');
    await activate('again');
    const told = { model: 'Contact', nullable: true, company: 'default' };
    expect((await client.get('/sandbox/custom-fields?company=default')).json).toEqual({
      count: 1,
      active: 1,
      fields: [
        {
          ...told,
          id: ID,
          name: 'Nr',
          type: 'Number',
          dataType: field.DataType,
          status: 30,
          request: 1,
          requestId: 'define',
          activations: [
            { request: 4, requestId: 'first' },
            { request: 6, requestId: 'again' },
          ],
        },
      ],
    });
    const all = (await client.get('/sandbox/custom-fields')).json;
    expect(all).toMatchObject({ count: 2, active: 1, fields: [{}, { company: 'b', name: 'Sum', activations: [] }] });
  });
});
