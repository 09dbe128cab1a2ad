import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, readdirSync, renameSync, type Stats } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { OPEN_MODE, STATUS_CODE } = utils.sftp;

export interface SftpServerOptions {
  /** What the server shows as `/`. */
  readonly root: string;
  readonly password?: string;
  /** In OpenSSH's form. */
  readonly publicKey?: string;
  /** Names that it lists besides what is there. */
  readonly listed?: readonly string[];
  /** False: it knows the user, but not SFTP. */
  readonly sftp?: boolean;
  /** Told each request before it is answered; `never` leaves it without an answer, `drop` ends the connection. */
  onRequest?(what: string, path: string): 'never' | 'drop' | 'deny' | undefined;
}

export type SftpServer = Awaited<ReturnType<typeof sftpServer>>;

/** A pair of keys in OpenSSH's form. */
export function newKey(passphrase?: string): { readonly private: string; readonly public: string } {
  const encrypted = passphrase === undefined ? {} : { passphrase, cipher: 'aes256-ctr', rounds: 1 };
  const pair = utils.generateKeyPairSync('ed25519', { comment: '', ...encrypted });
  // Of some hundred keys that the package makes, it can't read one itself.
  return utils.parseKey(pair.private, passphrase) instanceof Error ? newKey(passphrase) : pair;
}

/** A real SSH server on this machine that gives a folder to whoever proves to be its user. */
export async function sftpServer(options: SftpServerOptions) {
  const key = newKey();
  const parsed = utils.parseKey(key.private);
  if (parsed instanceof Error) throw parsed;
  const fingerprint = `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
  const connections = new Set<Connection>();
  /** What clients showed to prove who they are. */
  const shown: string[] = [];
  const requests: string[] = [];
  const server = new Server({ hostKeys: [key.private] }, (client) => {
    connections.add(client);
    // It has this, as a client has; its types do not know.
    (client as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
    client.on('error', () => {});
    client.on('close', () => connections.delete(client));
    client.on('authentication', (context) => {
      shown.push(context.method === 'password' ? `password ${context.password}` : context.method);
      if (context.method === 'password' && context.password === options.password) return context.accept();
      if (context.method === 'publickey' && options.publicKey !== undefined) {
        const known = utils.parseKey(options.publicKey);
        if (known instanceof Error) throw known;
        const same = known.getPublicSSH().equals(context.key.data);
        if (same && (context.signature === undefined || known.verify(context.blob!, context.signature) === true))
          return context.accept();
      }
      context.reject(['password', 'publickey']);
    });
    client.on('session', (accept) => {
      const session = accept();
      if (options.sftp !== false) session.on('sftp', (begin) => serve(begin(), client, options, requests));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as unknown as AddressInfo).port,
    fingerprint,
    shown,
    requests,
    /** Connections that stand. */
    open: () => connections.size,
    async close() {
      for (const client of connections) client.end();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(sftp: SFTPWrapper, client: Connection, options: SftpServerOptions, requests: string[]): void {
  const files = new Map<string, FileHandle>();
  const folders = new Map<string, string[]>();
  const local = (path: string) => join(options.root, join('/', path));
  const status = (id: number, error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const known = code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE;
    sftp.status(id, code === 'EACCES' ? STATUS_CODE.PERMISSION_DENIED : known, code ?? 'failure');
  };
  const attempt = (what: string, id: number, path: string, work: () => unknown) => {
    requests.push(`${what} ${path}`);
    const answer = options.onRequest?.(what, path);
    if (answer === 'never') return;
    if (answer === 'drop') return void client.end();
    if (answer === 'deny') return sftp.status(id, STATUS_CODE.PERMISSION_DENIED, 'not for you');
    Promise.resolve()
      .then(work)
      .catch((error) => status(id, error));
  };
  const stat = (id: number, path: string) =>
    attempt('lstat', id, path, () => sftp.attrs(id, attributes(lstatSync(local(path)))));
  sftp.on('LSTAT', stat);
  sftp.on('STAT', stat);
  sftp.on('OPENDIR', (id, path) =>
    attempt('list', id, path, () => {
      const handle = randomUUID();
      folders.set(handle, [...readdirSync(local(path)).map((name) => join(path, name)), ...(options.listed ?? [])]);
      sftp.handle(id, Buffer.from(handle));
    }),
  );
  sftp.on('READDIR', (id, handle) => {
    const paths = folders.get(handle.toString());
    if (paths === undefined || paths.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    folders.set(handle.toString(), []);
    sftp.name(
      id,
      paths.map((path) => {
        if (options.listed?.includes(path)) {
          const attrs = { mode: 0o100644, size: 3, uid: 0, gid: 0, atime: 1, mtime: 1 };
          return { filename: path, longname: `-rw-r--r-- 1 a a 3 Jan 1 2026 ${path}`, attrs };
        }
        const stats = lstatSync(local(path));
        const filename = path.split('/').at(-1)!;
        const kind = stats.isDirectory() ? 'd' : stats.isSymbolicLink() ? 'l' : '-';
        return { filename, longname: `${kind}rw-r--r-- 1 a a 3 Jan 1 2026 ${filename}`, attrs: attributes(stats) };
      }),
    );
  });
  sftp.on('OPEN', (id, path, flags) =>
    attempt('open', id, path, async () => {
      if ((flags & OPEN_MODE.WRITE) !== 0) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      const handle = randomUUID();
      files.set(handle, await open(local(path), 'r'));
      sftp.handle(id, Buffer.from(handle));
    }),
  );
  sftp.on('FSTAT', (id, handle) => {
    files
      .get(handle.toString())!
      .stat()
      .then(
        (stats) => sftp.attrs(id, attributes(stats)),
        (error) => status(id, error),
      );
  });
  sftp.on('READ', (id, handle, offset, length) =>
    attempt('read', id, '', async () => {
      const { buffer, bytesRead } = await files
        .get(handle.toString())!
        .read(Buffer.alloc(Math.min(length, 32_768)), 0, Math.min(length, 32_768), offset);
      if (bytesRead === 0) return sftp.status(id, STATUS_CODE.EOF);
      sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('CLOSE', (id, handle) => {
    const file = files.get(handle.toString());
    files.delete(handle.toString());
    folders.delete(handle.toString());
    Promise.resolve(file?.close()).then(
      () => sftp.status(id, STATUS_CODE.OK),
      (error) => status(id, error),
    );
  });
  sftp.on('REMOVE', (id, path) =>
    attempt('delete', id, path, async () => {
      await unlink(local(path));
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
  sftp.on('RENAME', (id, from, to) =>
    attempt('move', id, from, () => {
      try {
        // As OpenSSH does: nothing is overwritten.
        lstatSync(local(to));
        return sftp.status(id, STATUS_CODE.FAILURE);
      } catch {
        renameSync(local(from), local(to));
        sftp.status(id, STATUS_CODE.OK);
      }
    }),
  );
  client.once('close', () => {
    for (const file of files.values()) file.close().catch(() => {});
  });
}

const attributes = ({ mode, size, uid, gid, atimeMs, mtimeMs }: Stats) => ({
  mode,
  size,
  uid,
  gid,
  atime: Math.floor(atimeMs / 1_000),
  mtime: Math.floor(mtimeMs / 1_000),
});
