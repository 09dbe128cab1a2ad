import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, type FaultKind, isApplied } from '../../src/sandbox/fault-kinds.ts';
import { type SandboxClient, sandboxClient } from './client.ts';

const KINDS = Object.keys(FAULT_KINDS).filter((kind) => !['slow', 'unfiltered'].includes(kind)) as FaultKind[];
/** Milliseconds after which a sender gives up on a reply that never comes. */
const PATIENCE_MS = 150;

/** Sends under a fault; whatever becomes of it. */
async function attempt(client: SandboxClient, kind: string, path: string, body?: unknown): Promise<void> {
  await client.post('/sandbox/next', { faults: [kind] });
  await fetch(client.sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': kind },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then((response) => response.text())
    .catch(() => undefined);
}

/** `partial` of one is none of it: refused, as a booking of one entry is. */
describe.each(KINDS)('the fault %s', (kind) => {
  const applied = isApplied(kind) ? 1 : 0;

  it('befalls the creation of a contact', async () => {
    const client = await sandboxClient();
    await attempt(client, kind, '/api/biz/contacts', { Info: { Name: 'A' } });
    const { count, contacts } = (await client.get('/sandbox/contacts')).json;
    expect(count).toBe(applied);
    expect(contacts.map((each: { requestId: string }) => each.requestId)).toEqual(applied ? [kind] : []);
    expect((await client.get('/sandbox/requests')).json.met).toEqual([
      { kind, path: 'POST /api/biz/contacts', requestId: kind },
    ]);
  });

  it('befalls the definition and the activation of a custom field', async () => {
    const client = await sandboxClient();
    const [model] = (await client.get("/api/biz/models?filter=name eq 'Contact'")).json;
    const [list] = (await client.get("/api/biz/valuelists?expand=items&filter=code eq 'customfieldsqltypes'")).json;
    const field = { ModelID: model.ID, DataType: list.Items[0].Code, Nullable: true };
    const { json } = await client.post('/api/biz/custom-fields', { ...field, Name: 'Before' });
    await attempt(client, kind, '/api/biz/custom-fields', { ...field, Name: 'Under' });
    await attempt(client, kind, `/api/biz/custom-fields/${json.ID}?action=activate`);
    expect((await client.get('/sandbox/custom-fields')).json).toMatchObject({ count: 1 + applied, active: applied });
  });
});

it('the next request of one path can be told from all others', async () => {
  const client = await sandboxClient();
  const at = (faults: string[], path: string) => client.post('/sandbox/next', { faults, path });
  await at(['none', '409'], 'POST /api/biz/contacts');
  await at(['get-500'], 'GET /api/biz/contacts/:id');
  await client.post('/sandbox/next', { faults: ['413'] });
  // What is set for all takes the place of what was set before.
  expect((await client.get('/api/biz/contacts/11')).status).toBe(200);
  await client.post('/sandbox/next', { faults: [] });
  await at(['none', '409'], 'POST /api/biz/contacts');
  await at(['get-500'], 'GET /api/biz/contacts/:id');
  expect((await client.get('/api/biz/contacts')).status).toBe(200);
  expect((await client.get('/api/biz/contacts/11')).status).toBe(500);
  expect((await client.get('/api/biz/contacts/11')).status).toBe(200);
  const create = async () => (await client.post('/api/biz/contacts', { Info: { Name: 'A' } })).status;
  expect((await client.post('/api/biz/custom-fields', {})).status).toBe(400);
  expect([await create(), await create(), await create()]).toEqual([200, 409, 200]);
  expect((await at(['409'], 'contacts')).status).toBe(400);
});

it('models and value lists come unfiltered where the fault says so', async () => {
  const client = await sandboxClient();
  await client.put('/sandbox/faults', { spec: 'get-unfiltered=1' });
  expect((await client.get("/api/biz/models?filter=name eq 'Contact'")).json.length).toBeGreaterThan(5);
  const lists = await client.get("/api/biz/valuelists?expand=items&filter=code eq 'customfieldsqltypes'");
  expect(lists.json.map((each: { Code: string }) => each.Code)).toEqual(['customfieldsqltypes', 'phonetypes']);
});
