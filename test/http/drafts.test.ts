import { createHash } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { User } from '../../src/config/users.ts';
import { journal, openOffice, voucher } from '../importing/office.ts';
import { drafting } from './drafting.ts';
import { type ServeOptions, serve, until } from './serve.ts';

const FILE = journal(voucher(1, 100), voucher(2, 50));

async function open(options: ServeOptions = {}) {
  const office = await openOffice();
  const server = await serve(office, options);
  return { office, server, ...drafting(server) };
}

const user = (name: string, role: User['role']): User => ({
  name,
  role,
  token: `sha256:${createHash('sha256').update(`token-of-${name}`).digest('hex')}`,
});
const as = (name: string) => ({ authorization: `Bearer token-of-${name}` });

describe('a draft', () => {
  test('is kept under an id that nobody guesses, and is no import', async () => {
    const { office, server, bring } = await open();
    const one = await bring('../../january.csv', FILE);
    expect(one.status).toBe(201);
    expect(one.json).toMatchObject({ file: 'january.csv', bytes: Buffer.byteLength(FILE) });
    expect(one.json.draft).toMatch(/^[\w-]{32}$/);
    expect(one.headers.get('location')).toBe(`/api/drafts/${one.json.draft}`);
    const two = await bring('january.csv', FILE);
    expect(two.json.draft).not.toBe(one.json.draft);
    expect(await office.ledger.imports.list(10)).toEqual([]);
    expect(server.temporary()).toHaveLength(2);
  });

  test('is its owner’s alone, and no viewer’s', async () => {
    const users = [user('kari', 'operator'), user('ola', 'administrator'), user('eva', 'viewer')];
    const { server } = await open({ users });
    const [kari, ola, eva] = ['kari', 'ola', 'eva'].map((name) => drafting(server, as(name)));
    expect((await eva!.bring('a.csv', FILE)).status).toBe(403);
    const { draft } = (await kari!.bring('a.csv', FILE)).json;
    expect((await kari!.start(draft, { job: 'journal' })).status).toBe(202);
    const answers = [
      await ola!.look(draft),
      await ola!.start(draft, { job: 'journal' }),
      await ola!.trial(draft),
      await ola!.abandon(draft),
      await ola!.book(draft, { job: 'journal' }),
      await ola!.remove(draft),
    ];
    expect(answers.map(({ status, json }) => [status, json.error.code])).toEqual(
      answers.map(() => [404, 'draft-unknown']),
    );
    expect((await eva!.look(draft)).status).toBe(403);
    expect((await kari!.look(draft)).status).toBe(200);
  });

  test('goes when it is thrown away, and its trial with it', async () => {
    const { server, bring, start, remove, look } = await open();
    const { draft } = (await bring('a.csv', FILE)).json;
    await start(draft, { job: 'journal' });
    expect(await remove(draft)).toEqual({ status: 200, json: { draft } });
    expect((await look(draft)).status).toBe(404);
    await until(() => server.temporary().length === 0);
  });

  test('goes when it is left alone for too long, and stays while it is used', async () => {
    const { server, bring, look } = await open({ limits: { draftMs: 300 } });
    const { draft } = (await bring('a.csv', FILE)).json;
    await until(async () => (await look('nobody')).status === 404);
    await until(() => server.temporary().length === 0);
    expect((await look(draft)).json.error.code).toBe('draft-unknown');
  });

  test('goes with the server', async () => {
    const { server, bring } = await open();
    await bring('a.csv', FILE);
    await server.close();
    expect(server.temporary()).toEqual([]);
  });

  test('makes room for a further one of the same person, oldest first', async () => {
    const { server, bring, look } = await open({ limits: { draftsOfOne: 2 } });
    const drafts: string[] = [];
    for (const name of ['a.csv', 'b.csv', 'c.csv']) drafts.push((await bring(name, FILE)).json.draft);
    const found = [];
    for (const draft of drafts) found.push((await look(draft)).status);
    expect(found).toEqual([404, 200, 200]);
    await until(() => server.temporary().length === 2);
  });

  test('is refused where those of others leave no room', async () => {
    const users = [user('kari', 'operator'), user('ola', 'operator')];
    const { server } = await open({ users, limits: { drafts: 1 } });
    expect((await drafting(server, as('kari')).bring('a.csv', FILE)).status).toBe(201);
    const refused = await drafting(server, as('ola')).bring('a.csv', FILE);
    expect([refused.status, refused.json.error.code]).toEqual([503, 'too-many']);
    expect(server.temporary()).toHaveLength(1);
  });

  test('takes no room where it could not be kept', async () => {
    const { office, server, bring } = await open({ limits: { drafts: 1 } });
    const folder = join(office.folder, 'home', 'temporary');
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    expect((await bring('a.csv', FILE)).status).toBe(500);
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    expect((await bring('a.csv', FILE)).status).toBe(201);
    expect(server.temporary()).toHaveLength(1);
  });

  test('may be so large, and all together', async () => {
    const size = Buffer.byteLength(FILE);
    const { server, bring, look } = await open({ limits: { draftBytes: size, draftsBytes: size } });
    const first = (await bring('a.csv', FILE)).json.draft;
    const large = await bring('b.csv', `${FILE};`);
    expect([large.status, large.json.error.code]).toEqual([413, 'file-too-large']);
    expect((await look(first)).status).toBe(200);
    expect((await bring('c.csv', FILE)).status).toBe(201);
    expect((await look(first)).status).toBe(404);
    await until(() => server.temporary().length === 1);
  });

  test.each([
    ['a picture', '\x89PNG\r\n', 415, 'file-type'],
    ['nothing', ' ', 201, undefined],
  ])('that is %s is told as what it is', async (_, content, status, code) => {
    const { bring, server } = await open();
    const answer = await bring('x.csv', Buffer.from(content, 'latin1'));
    expect([answer.status, answer.json.error?.code]).toEqual([status, code]);
    expect(server.temporary()).toHaveLength(status === 201 ? 1 : 0);
  });
});
