import { expect, test } from 'vitest';
import { fieldBody } from '../../src/kinds/custom-fields/body.ts';
import {
  activateFieldPath,
  createFieldPath,
  customFieldsOf,
  getProduct,
  listFieldTypes,
  lookupModel,
} from '../../src/service/custom-fields.ts';
import { ServiceUnexpected } from '../../src/service/errors.ts';
import { createdId } from '../../src/service/reply.ts';
import { sandboxService } from './sandbox.ts';
import { service } from './service.ts';

/** Data types by name (service interface, section 2.6). */
const FIELD_TYPES = ['Small text field', 'Text', 'Number', 'Money'];

test('a field is created and activated at their paths, and shows on its entities from then on', async () => {
  const { client, sandbox } = await sandboxService();
  const types = await listFieldTypes(client);
  expect(types.map(({ name }) => name)).toEqual(FIELD_TYPES);
  for (const name of ['Contact', 'Product']) {
    const look = () => customFieldsOf(client, name, 71);
    expect(await look()).toEqual([]);
    const lookup = await lookupModel(client, name);
    if (lookup.found !== 'one') throw new Error(`${name}: ${lookup.found}`);
    const body = fieldBody({ name: 'Margin', nullable: false }, lookup.model, types[3]!);
    const created = await sandbox.post(createFieldPath(), body);
    expect(created.status).toBe(200);
    expect(created.json).toMatchObject({ Name: 'Margin', Nullable: false, ModelID: lookup.model.id });
    expect(await look()).toEqual([]);
    expect((await sandbox.post(activateFieldPath(createdId(created.text)!))).status).toBe(200);
    expect(await look()).toEqual(['Margin']);
  }
  expect(await getProduct(client, 71)).toEqual({ id: 71, customValues: { Margin: null } });
});

test('which fields there are is not known where no entity shows it', async () => {
  const { client } = await sandboxService();
  expect(await customFieldsOf(client, 'Project')).toBeUndefined();
  expect(await customFieldsOf(client, 'Product')).toBeUndefined();
  expect(await customFieldsOf(client, 'product', 9_999)).toBeUndefined();
  expect(await getProduct(client, 9_999)).toBeUndefined();
  for (const body of [[], [{ ID: 1 }], [{ ID: 1, CustomValues: null }]]) {
    const { client: other, asked } = await service(({ pathname }) => ({
      body: pathname.endsWith('/1') ? { ID: 1 } : body,
    }));
    expect(await customFieldsOf(other, 'contact')).toBeUndefined();
    expect(asked[0]).toBe('/api/biz/contacts?hateoas=false&top=1');
    expect(asked, 'the contact itself may show what its list does not').toHaveLength(body.length === 0 ? 1 : 2);
  }
  const alone = await service(({ pathname }) => ({
    body: pathname.endsWith('/1') ? { ID: 1, CustomValues: { CustomNr: null } } : [{ ID: 1 }],
  }));
  expect(await customFieldsOf(alone.client, 'Contact')).toEqual(['Nr']);
  const deleted = await service(() => ({ body: [{ ID: 1, Deleted: true, CustomValues: { CustomNr: null } }] }));
  expect(await customFieldsOf(deleted.client, 'Contact')).toEqual(['Nr']);
});

test('a model by its name: exactly, else whatever the case, unfiltered replies re-checked', async () => {
  const { client, sandbox } = await sandboxService();
  expect(await lookupModel(client, 'Contact')).toEqual({
    found: 'one',
    model: { id: 133, name: 'Contact', label: 'Kontakt' },
  });
  expect(await lookupModel(client, "O'Brien & 50%")).toEqual({ found: 'none' });
  await sandbox.post('/sandbox/next', { faults: ['get-unfiltered', 'get-unfiltered'] });
  expect(await lookupModel(client, 'cONTACT')).toMatchObject({ found: 'one', model: { id: 133 } });
  await expect(lookupModel(client, 'Kontakt')).rejects.toThrow(/expected the model Kontakt or an empty list/);
});

test('asks for a model exactly as section 4.5 of the interface says, quotes doubled', async () => {
  const { client, asked } = await service(() => ({ body: [] }));
  await lookupModel(client, " O'B ");
  for (const name of ['', ' ', 'A\ud800']) expect(await lookupModel(client, name)).toEqual({ found: 'none' });
  expect(asked).toEqual(["/api/biz/models?filter=name%20eq%20'O''B'"]);
});

test.each<[string, unknown[], unknown]>([
  [
    'the same record twice',
    [
      { ID: 1, Name: 'A' },
      { ID: '1', Name: 'A' },
    ],
    { found: 'one' },
  ],
  [
    'one of that case among others',
    [
      { ID: 1, Name: 'a' },
      { ID: 2, Name: 'A' },
    ],
    { found: 'one', model: { id: 2 } },
  ],
  [
    'two of that name',
    [
      { ID: 1, Name: 'A' },
      { ID: 2, Name: 'A' },
    ],
    { found: 'several', count: 2 },
  ],
  [
    'two of another case',
    [
      { ID: 1, Name: 'a' },
      { ID: 2, Name: 'a' },
    ],
    { found: 'several', count: 2 },
  ],
  [
    'a deleted one',
    [
      { ID: 1, Name: 'A', Deleted: true },
      { ID: 2, Name: 'a', Label: null },
    ],
    { found: 'one' },
  ],
])('a model where the reply has %s', async (_name, body, expected) => {
  const { client } = await service(() => ({ body }));
  expect(await lookupModel(client, 'A')).toMatchObject(expected as object);
});

test('a model without an ID is no answer to go on with', async () => {
  const { client } = await service(() => ({ body: [{ Name: 'A' }] }));
  await expect(lookupModel(client, 'A')).rejects.toBeInstanceOf(ServiceUnexpected);
});

test('data types are those of their own list, filter or not', async () => {
  const { client, sandbox } = await sandboxService();
  const types = await listFieldTypes(client);
  expect(types).toHaveLength(FIELD_TYPES.length);
  expect(types[3]).toMatchObject({ name: 'Money', description: '', code: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await sandbox.post('/sandbox/next', { faults: ['get-unfiltered'] });
  expect(await listFieldTypes(client)).toEqual(types);
});

test('data types: asked as section 4.4 says, deleted and nameless items left out', async () => {
  const Items = [{ Code: 'x', Name: ' Text ' }, { Code: 'y', Name: 'Old', Deleted: true }, { Code: 'z' }, null];
  const { client, asked } = await service(() => ({ body: [{ Code: 'CustomFieldSqlTypes', Items }] }));
  expect(await listFieldTypes(client)).toEqual([{ name: 'Text', code: 'x', description: '' }]);
  expect(asked).toEqual(["/api/biz/valuelists?expand=items&filter=code%20eq%20'customfieldsqltypes'&hateoas=false"]);
  const none = await service(() => ({ body: [] }));
  expect(await listFieldTypes(none.client)).toEqual([]);
});

test.each<[string, unknown[]]>([
  ['other lists alone', [{ Code: 'phonetypes', Items: [{ Code: '1', Name: 'Text' }] }]],
  ['the list unexpanded', [{ Code: 'customfieldsqltypes' }]],
  ['nothing usable', [{ Code: 'customfieldsqltypes', Items: [{ ID: 1 }] }]],
])('data types: %s is no answer', async (_name, body) => {
  const { client } = await service(() => ({ body }));
  await expect(listFieldTypes(client)).rejects.toBeInstanceOf(ServiceUnexpected);
});
