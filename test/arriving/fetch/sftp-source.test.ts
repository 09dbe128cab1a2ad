import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type SftpOptions, sftpSource } from '../../../src/arriving/fetch/sftp-source.ts';
import { type FetchSource, FileRefused, type Offer, SourceFailed } from '../../../src/arriving/fetch/source.ts';
import { newKey, type SftpServerOptions, sftpServer } from './sftp-server.ts';
import { worded } from './worded.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const PASSWORD = 'correct horse battery';
/** Long past: neither test nor server changes a file in that second. */
const OLD = new Date('2026-01-05T06:00:00Z');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bilag-sftp-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function serve(files: Readonly<Record<string, string>>, more: Partial<SftpServerOptions> = {}) {
  const root = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
    utimesSync(join(root, name), OLD, OLD);
  }
  const server = await sftpServer({ root, password: PASSWORD, ...more });
  cleanups.push(() => server.close());
  return { ...server, root };
}

type Served = Awaited<ReturnType<typeof serve>>;

function sourceOf(
  server: Pick<Served, 'host' | 'port' | 'fingerprint'>,
  changes: Partial<Omit<SftpOptions, 'pause'>> = {},
): FetchSource {
  const source = sftpSource({
    host: server.host,
    port: server.port,
    user: 'bilag',
    password: PASSWORD,
    hostKey: [server.fingerprint],
    path: '/out/*.csv',
    after: 'keep',
    cwd: tmpdir(),
    match: ['*.{csv,xlsx}'],
    now: Date.now,
    pause: async () => {},
    limit: 1_000_000,
    signal: new AbortController().signal,
    ...changes,
  });
  cleanups.push(() => source.close());
  return source;
}

async function failure(promise: Promise<unknown>): Promise<Error & { suggestion: string }> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof SourceFailed || error instanceof FileRefused).toBe(true);
  worded((error as SourceFailed).told);
  return error;
}

async function readAll(source: FetchSource) {
  const target = folder();
  const texts: Record<string, string> = {};
  for (const offer of await source.offers()) {
    const path = join(target, String(Object.keys(texts).length));
    await offer.read(path, undefined);
    texts[offer.name] = readFileSync(path, 'utf8');
  }
  return texts;
}

const only = async (source: FetchSource): Promise<Offer> => (await source.offers())[0]!;
const target = () => join(folder(), 'file');

test('gives the files of a folder that match both patterns: no folders, links, or files being written', async () => {
  const large = 'x'.repeat(300_000);
  const server = await serve({
    'out/b.csv': 'b',
    'out/a.csv': large,
    'out/a.xlsx': 'no csv',
    'out/.hidden.csv': 'x',
    'out/~$a.csv': 'x',
    'out/sub.csv/inner.csv': 'x',
    'secret.csv': 'x',
  });
  symlinkSync('../secret.csv', join(server.root, 'out/link.csv'));
  const texts = await readAll(sourceOf(server));
  expect(texts).toEqual({ 'a.csv': large, 'b.csv': 'b' });
  expect(Object.keys(texts)).toEqual(['a.csv', 'b.csv']);
});

test('file.match counts too', async () => {
  const server = await serve({ 'out/a.csv': 'a', 'out/b.txt': 'b', 'out/BANK.CSV': 'c' });
  expect(Object.keys(await readAll(sourceOf(server, { path: '/out/*' })))).toEqual(['BANK.CSV', 'a.csv']);
});

test('a version changes with the file, and with nothing else', async () => {
  const server = await serve({ 'out/a.csv': 'one' });
  const version = async () => (await only(sourceOf(server))).version;
  const first = await version();
  expect(first).toBeTypeOf('string');
  expect(await version()).toBe(first);
  writeFileSync(join(server.root, 'out/a.csv'), 'two');
  const second = await version();
  expect(second).not.toBe(first);
});

test('without a pinned key nothing is sent; the failure shows the fingerprint', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const error = await failure(sourceOf(server, { hostKey: undefined }).offers());
  expect(error.message).toContain(`${server.fingerprint} (ssh-ed25519)`);
  expect(error.suggestion).toContain(`hostKey: "${server.fingerprint}"`);
  expect(server.shown).toEqual([]);
});

test('another key than the pinned one: both are shown, nothing is sent', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const pinned = `SHA256:${'A'.repeat(43)}`;
  const error = await failure(sourceOf(server, { hostKey: [pinned] }).offers());
  expect(error.message).toContain(server.fingerprint);
  expect(error.message).toContain(pinned);
  expect(server.shown).toEqual([]);
  await expect.poll(() => server.open()).toBe(0);
});

test('one of several pinned keys is enough', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const hostKey = [`SHA256:${'A'.repeat(43)}`, server.fingerprint];
  expect(await readAll(sourceOf(server, { hostKey }))).toEqual({ 'a.csv': 'a' });
});

test('a wrong password is told without showing it', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const error = await failure(sourceOf(server, { password: 'hunter2-hunter2' }).offers());
  expect(error.message).toBe(`127.0.0.1:${server.port} does not let the user bilag in.`);
  expect(`${error.message} ${error.suggestion}`).not.toContain('hunter2');
  await expect.poll(() => server.open()).toBe(0);
});

test.each([undefined, 'open sesame'])('a private key lets in (passphrase: %s)', async (passphrase) => {
  const home = folder();
  const pair = newKey(passphrase);
  writeFileSync(join(home, 'key'), pair.private);
  const server = await serve({ 'out/a.csv': 'a' }, { publicKey: pair.public });
  const changes = { password: undefined, privateKey: 'key', cwd: home };
  expect(await readAll(sourceOf(server, { ...changes, passphrase }))).toEqual({ 'a.csv': 'a' });
  expect(server.shown).toContain('publickey');
  expect(server.shown.filter((each) => each.startsWith('password'))).toEqual([]);
  if (passphrase === undefined) return;
  const error = await failure(sourceOf(server, changes).offers());
  expect(error.message).toMatch(/private key .* can't be used/);
  expect(error.suggestion).toContain('passphrase');
});

test('a private key that is not there, or is none, is told', async () => {
  const home = folder();
  const server = await serve({});
  const changes = { password: undefined, privateKey: 'key', cwd: home };
  expect((await failure(sourceOf(server, changes).offers())).message).toContain(join(home, 'key'));
  writeFileSync(join(home, 'key'), 'no key');
  expect((await failure(sourceOf(server, changes).offers())).message).toMatch(/private key .* can't be used/);
  expect((await failure(sourceOf(server, { password: undefined, privateKey: undefined }).offers())).message).toMatch(
    /neither a password nor a privateKey/,
  );
  await expect.poll(() => server.open()).toBe(0);
});

test('a server that is not there, and a name that is not known', async () => {
  const server = await serve({});
  const { port } = server;
  await server.close();
  cleanups.pop();
  expect((await failure(sourceOf(server).offers())).message).toBe(`127.0.0.1:${port} refuses connections.`);
  expect((await failure(sourceOf({ ...server, host: 'no-such-host.invalid' }).offers())).message).toMatch(
    /name of no-such-host.invalid:\d+ (is not known|can not be looked up now)/,
  );
});

/** A server that is none: it says this, and no more. */
async function plainServer(words: string): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.write(words);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

test('a server that says nothing is given up', async () => {
  const port = await plainServer('');
  const times = { connectMs: 200, silenceMs: 200, wholeMs: 60_000 };
  const source = sourceOf({ host: '127.0.0.1', port, fingerprint: '' }, { times });
  expect((await failure(source.offers())).message).toBe(`127.0.0.1:${port} does not answer.`);
});

test.each([
  ['of another kind', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['that speaks an old protocol', 'SSH-1.5-old\r\n'],
  ['that says nonsense', `SSH-2.0-x\r\n${'\xff'.repeat(100)}`],
])('a server %s is told', async (_name, words) => {
  const port = await plainServer(words);
  const times = { connectMs: 5_000, silenceMs: 300, wholeMs: 60_000 };
  const error = await failure(sourceOf({ host: '127.0.0.1', port, fingerprint: '' }, { times }).offers());
  expect(error).toBeInstanceOf(SourceFailed);
  expect(error.message).toContain(`127.0.0.1:${port}`);
});

test('a server without SFTP is told', async () => {
  const server = await serve({}, { sftp: false });
  expect((await failure(sourceOf(server).offers())).message).toMatch(/is no SFTP server that bilag can talk to/);
  await expect.poll(() => server.open()).toBe(0);
});

test('a file that was written a moment ago is left', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const at = OLD.getTime();
  const [offer] = await sourceOf(server, { now: () => at + 1_000 }).offers();
  expect(await offer!.read(target(), undefined)).toBe('growing');
  expect(server.requests.filter((each) => each.startsWith('open'))).toEqual([]);
});

test.each(['list', 'lstat', 'read'])('a server that does not answer %s is given up', async (silent) => {
  const server = await serve({ 'out/a.csv': 'a' }, { onRequest: (what) => (what === silent ? 'never' : undefined) });
  const times = { connectMs: 5_000, silenceMs: 300, wholeMs: 60_000 };
  const error = await failure(readAll(sourceOf(server, { times })));
  expect(error).toBeInstanceOf(SourceFailed);
  expect(error.message).toBe(`127.0.0.1:${server.port} does not answer.`);
  await expect.poll(() => server.open()).toBe(0);
});

test.each(['list', 'lstat', 'open', 'read'])('a connection that ends at %s is told', async (at) => {
  const server = await serve({ 'out/a.csv': 'a' }, { onRequest: (what) => (what === at ? 'drop' : undefined) });
  const error = await failure(readAll(sourceOf(server)));
  expect(error).toBeInstanceOf(SourceFailed);
  expect(error.message).toMatch(/hung up|broke the connection off/);
});

test('a run that is stopped leaves at once', async () => {
  const stop = new AbortController();
  const server = await serve(
    { 'out/a.csv': 'a' },
    {
      onRequest(what) {
        if (what !== 'read') return undefined;
        stop.abort();
        return 'never';
      },
    },
  );
  expect((await failure(readAll(sourceOf(server, { signal: stop.signal })))).message).toBe('The run was stopped.');
  await expect.poll(() => server.open()).toBe(0);
});

test('a folder that is not there, and one that may not be listed', async () => {
  const server = await serve({ 'out/a.csv': 'a' }, { onRequest: (what) => (what === 'list' ? 'deny' : undefined) });
  expect((await failure(sourceOf(server).offers())).message).toMatch(
    /^The folder \/out on 127.0.0.1 can't be listed: .*not for you/,
  );
  const other = await serve({});
  expect((await failure(sourceOf(other).offers())).message).toMatch(/^The folder \/out on 127.0.0.1 can't be listed:/);
});

test('a path without a pattern names one file, which must be there', async () => {
  const server = await serve({ 'out/a.csv': 'a', 'out/b.txt': 'b' });
  symlinkSync('a.csv', join(server.root, 'out/link.csv'));
  const source = (path: string) => sourceOf(server, { path });
  expect(await readAll(source('/out/a.csv'))).toEqual({ 'a.csv': 'a' });
  expect((await failure(source('/out/none.csv').offers())).message).toMatch(/none.csv does not exist/);
  expect((await failure(source('/out').offers())).message).toMatch(/is a folder/);
  expect((await failure(source('/out/').offers())).suggestion).toContain('/out/*');
  expect((await failure(source('/out/link.csv').offers())).message).toMatch(/is a link/);
  expect((await failure(source('/out/b.txt').offers())).message).toMatch(/does not match file.match/);
});

test('names that are paths are refused, and nothing is asked for under them', async () => {
  const listed = ['../secret.csv', '/etc/x.csv', '..\\y.csv', 'nul\0.csv', 'line\n.csv', '..', '.'];
  const server = await serve({ 'out/a.csv': 'a', 'secret.csv': 's' }, { listed });
  const offers = await sourceOf(server, { path: '/out/*' }).offers();
  const refused: string[] = [];
  for (const offer of offers) {
    await offer.read(target(), undefined).catch((error: unknown) => {
      expect(error).toBeInstanceOf(FileRefused);
      refused.push(offer.name);
    });
  }
  expect(refused.sort()).toEqual(['../secret.csv', '..\\y.csv', '/etc/x.csv', 'line?.csv']);
  expect(offers.map(({ name }) => name)).toContain('a.csv');
  expect(server.requests.filter((each) => each.startsWith('open'))).toEqual(['open /out/a.csv']);
});

test('a file beyond the limit is refused, also one that grows beyond it while it is read', async () => {
  const server = await serve({ 'out/a.csv': 'x'.repeat(101) });
  const error = await failure((await only(sourceOf(server, { limit: 100 }))).read(target(), undefined));
  expect(error.message).toBe('The file has 101 bytes; the job takes at most 100 (limits.bytes).');
  expect(server.requests.filter((each) => each.startsWith('open'))).toEqual([]);

  let grown = false;
  const growing = await serve(
    { 'out/a.csv': 'x' },
    {
      onRequest(what) {
        if (what === 'open' && !grown) {
          grown = true;
          writeFileSync(join(growing.root, 'out/a.csv'), 'x'.repeat(200_000));
        }
        return undefined;
      },
    },
  );
  expect((await failure((await only(sourceOf(growing, { limit: 100 }))).read(target(), undefined))).message).toMatch(
    /more than 100 bytes/,
  );
});

test('a file that grows while it is read is left for the next run', async () => {
  let reads = 0;
  const server = await serve(
    { 'out/a.csv': 'x' },
    {
      onRequest(what) {
        if (what === 'read' && ++reads <= 3) writeFileSync(join(server.root, 'out/a.csv'), 'y', { flag: 'a' });
        return undefined;
      },
    },
  );
  expect(await (await only(sourceOf(server))).read(target(), undefined)).toBe('growing');
});

test('a file that was replaced by a link is refused', async () => {
  const server = await serve({ 'out/a.csv': 'x', 'secret.csv': 's' });
  const offer = await only(sourceOf(server));
  rmSync(join(server.root, 'out/a.csv'));
  symlinkSync('../secret.csv', join(server.root, 'out/a.csv'));
  expect((await failure(offer.read(target(), undefined))).message).toMatch(/is a link/);
});

test('a file that may not be read is refused; the next one is given', async () => {
  const server = await serve(
    { 'out/a.csv': 'a', 'out/b.csv': 'b' },
    { onRequest: (what, path) => (what === 'open' && path === '/out/a.csv' ? 'deny' : undefined) },
  );
  const [a, b] = await sourceOf(server).offers();
  const error = await failure(a!.read(target(), undefined));
  expect(error).toBeInstanceOf(FileRefused);
  expect(error.message).toMatch(/^The file can't be read: .*not for you/);
  expect(await b!.read(target(), undefined)).toMatchObject({ name: 'b.csv' });
});

test('after: a file is deleted only when told to, and only the one that was read', async () => {
  const server = await serve({ 'out/a.csv': 'a', 'out/b.csv': 'b' });
  const [a, b] = await sourceOf(server, { after: 'delete' }).offers();
  expect(a!.version).toBeUndefined();
  await a!.read(target(), undefined);
  await b!.read(target(), undefined);
  expect(readdirSync(join(server.root, 'out'))).toEqual(['a.csv', 'b.csv']);
  writeFileSync(join(server.root, 'out/b.csv'), 'newer');
  expect(await a!.takeAway!('ID')).toBe(true);
  expect(await b!.takeAway!('ID')).toBe(false);
  expect(readdirSync(join(server.root, 'out'))).toEqual(['b.csv']);
});

test.each([
  ['/done', 'done'],
  ['done', 'out/done'],
  ['../done', 'done'],
])('after: a file is moved to %s; a name that is taken there gets the id', async (move, place) => {
  const server = await serve({ 'out/bank.csv': 'new', [`${place}/bank.csv`]: 'yesterday' });
  const offer = await only(sourceOf(server, { after: { move } }));
  await offer.read(target(), undefined);
  expect(await offer.takeAway!('01J')).toBe(true);
  expect(readFileSync(join(server.root, place, 'bank.csv'), 'utf8')).toBe('yesterday');
  expect(readFileSync(join(server.root, place, 'bank.01J.csv'), 'utf8')).toBe('new');
  expect(existsSync(join(server.root, 'out/bank.csv'))).toBe(false);
});

test('after: a folder that is not there is told, and the file stays', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const offer = await only(sourceOf(server, { after: { move: '/done' } }));
  await offer.read(target(), undefined);
  const error = await failure(offer.takeAway!('01J'));
  expect(error).toBeInstanceOf(FileRefused);
  expect(error.message).toMatch(/^The file can't be moved to \/done on the server/);
  expect(statSync(join(server.root, 'out/a.csv')).isFile()).toBe(true);
});

test('a connection is closed', async () => {
  const server = await serve({ 'out/a.csv': 'a' });
  const source = sourceOf(server);
  await source.offers();
  expect(server.open()).toBe(1);
  await source.close();
  await expect.poll(() => server.open()).toBe(0);
});
