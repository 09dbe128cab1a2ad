import { readFile } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import picomatch from 'picomatch';
import type SftpClient from 'ssh2-sftp-client';
import { toldOf } from '../run-told.ts';
import { receive, tooLarge } from './receive.ts';
import { connectSftp, type SftpConnection } from './sftp-connection.ts';
import {
  type FetchOptions,
  type FetchSource,
  FileRefused,
  isFresh,
  type Offer,
  type Pause,
  type ReadFile,
  SourceFailed,
  wantedName,
} from './source.ts';

/** So long may the list of a folder be, in bytes: some 300,000 files. */
const LIST_BYTES = 64 * 1024 * 1024;

/**
 * A file must be the same for so long, in milliseconds, by our own clock: that of a server may be minutes off, and then the
 * time of a file does not say that it is still being written.
 */
const SAME_FOR_MS = 5_000;

/** Where files are on an SFTP server; variables are put in already. */
export interface SftpOptions extends FetchOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string | undefined;
  /** Path of the key, absolute or as seen from `cwd`. */
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly hostKey?: readonly string[] | undefined;
  /** A path, with a pattern in its last part perhaps. */
  readonly path: string;
  readonly after: 'keep' | 'delete' | { readonly move: string };
  readonly cwd: string;
  /** Job: `file.match`. */
  readonly match: readonly string[];
  now(): number;
  readonly pause: Pause;
}

type Stats = Pick<SftpClient.FileStats, 'size' | 'modifyTime'>;

/** A file as it was listed, and when, on a clock that nobody can set. */
interface Seen {
  readonly stats: Stats;
  readonly seenAt: number;
}

/** Files on an SFTP server: regular files of one folder. */
export function sftpSource(options: SftpOptions): FetchSource {
  let connection: SftpConnection | undefined;
  return {
    async offers() {
      const { password, privateKey } = options;
      if (password === undefined && privateKey === undefined) {
        throw new SourceFailed(
          'fetch.sftp has neither a password nor a privateKey.',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
          'Add one of them to the job. For example: password: "${SFTP_PASSWORD}"',
          toldOf('credentials'),
        );
      }
      const key = privateKey === undefined ? undefined : await readKey(resolve(options.cwd, privateKey));
      connection = await connectSftp({ ...options, privateKey: key }, options);
      return offers(connection, options);
    },
    close: async () => connection?.close(),
  };
}

async function readKey(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const said = (error as Error).message;
    throw new SourceFailed(
      `The private key ${path} can't be read: ${said}.`,
      'Check fetch.sftp.privateKey, and that the user that runs bilag may read it.',
      toldOf('private-key', { said }),
    );
  }
}

async function offers(connection: SftpConnection, options: SftpOptions): Promise<readonly Offer[]> {
  const { host, path, match } = options;
  const wanted = wantedName(match);
  const [folder, pattern] = [posix.dirname(path), posix.basename(path)];
  if (!picomatch.scan(pattern).isGlob || path.endsWith('/')) return [await namedOffer(connection, wanted, options)];
  let listed: SftpClient.FileInfo[];
  try {
    listed = await connection.ask((client) => client.list(folder), LIST_BYTES);
  } catch (error) {
    if (error instanceof SourceFailed) throw error;
    throw new SourceFailed(
      `The folder ${folder} on ${host} can't be listed: ${wordsOf(error)}.`,
      'Check fetch.sftp.path, and what the user may do there.',
      toldOf('not-listed', { path: folder, said: wordsOf(error) }),
    );
  }
  const fits = picomatch(pattern);
  const seenAt = performance.now();
  return listed
    .filter(({ type }) => type !== 'd' && type !== 'l')
    .flatMap((entry) => {
      // A server could name anything: what is no name is not asked for.
      const name = entry.name.split(/[/\\\0]/).at(-1)!;
      if (!wanted(name) || !fits(name)) return [];
      const honest = name === entry.name && !/\p{Cc}/u.test(name);
      return [
        honest ? offerOf(posix.join(folder, name), { stats: entry, seenAt }, connection, options) : trick(entry.name),
      ];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function trick(given: string): Offer {
  const name = given.replace(/\p{Cc}/gu, '?');
  return {
    name,
    source: '',
    version: undefined,
    read: async () => {
      throw new FileRefused(
        'The server lists a file whose name is a path or holds control characters.',
        'Rename it there, or ask whoever runs the server.',
        toldOf('name-wrong'),
      );
    },
  };
}

async function namedOffer(
  connection: SftpConnection,
  wanted: (name: string) => boolean,
  options: SftpOptions,
): Promise<Offer> {
  const { host, path, match } = options;
  const stats = await statOf(path.replace(/(?<=.)\/+$/, ''), connection);
  if (stats === undefined) {
    throw new SourceFailed(
      `${path} does not exist on ${host} (fetch.sftp.path).`,
      'Check the path. For a file that is there at times only, give a pattern: a folder without it is then no failure.',
      toldOf('path-absent', { path }),
    );
  }
  if (stats.isDirectory) {
    throw new SourceFailed(
      `${path} on ${host} is a folder (fetch.sftp.path).`,
      `For the files in it, write ${posix.join(path, '*')}`,
      toldOf('no-file', { path }),
    );
  }
  if (!stats.isFile) {
    throw new SourceFailed(
      `${path} on ${host} is ${stats.isSymbolicLink ? 'a link' : 'no file'} (fetch.sftp.path).`,
      'Name the file itself.',
      toldOf('no-file', { path }),
    );
  }
  if (!wanted(posix.basename(path))) {
    throw new SourceFailed(
      `${path} does not match file.match (${match.join(', ')}).`,
      'Add its name, or a pattern that it matches, to file.match in the job.',
      toldOf('unmatched', { path, match }),
    );
  }
  return offerOf(path, { stats, seenAt: performance.now() }, connection, options);
}

function offerOf(path: string, seen: Seen, connection: SftpConnection, options: SftpOptions): Offer {
  const { host, port, user, after } = options;
  let version: string | undefined;
  const offer: Offer = {
    name: posix.basename(path),
    source: `sftp ${user}@${host}:${port} ${path}`,
    version: versionOf(seen.stats),
    async read(target) {
      const read = await readRemote(path, seen, target, connection, options);
      if (read !== 'growing') version = read.version;
      return read;
    },
  };
  if (after === 'keep') return offer;
  return {
    ...offer,
    // Size and time are too little to remove a file by: it is read again, and its bytes are compared.
    version: undefined,
    async takeAway(unique) {
      const now = await statOf(path, connection);
      if (now === undefined || version === undefined || versionOf(now) !== version) return false;
      try {
        if (after === 'delete') await connection.ask((client) => client.delete(path));
        else return await move(path, folderFor(path, after.move), unique, version, connection);
        return true;
      } catch (error) {
        if (error instanceof SourceFailed) throw error;
        throw new FileRefused(
          `The file can't be ${after === 'delete' ? 'deleted' : `moved to ${after.move}`} on the server: ${wordsOf(error)}.`,
          'Check fetch.sftp.after: the folder must be there, and the user may need more rights. Or leave the file: after: keep',
          toldOf('not-moved', { said: wordsOf(error) }),
        );
      }
    },
  };
}

async function readRemote(
  path: string,
  { stats: listed, seenAt }: Seen,
  target: string,
  connection: SftpConnection,
  { limit, signal, now, pause }: SftpOptions,
): Promise<ReadFile | 'growing'> {
  const wait = seenAt + SAME_FOR_MS - performance.now();
  if (wait > 0) await pause(wait);
  const before = await statOf(path, connection);
  if (before === undefined) return 'growing';
  if (!before.isFile) {
    throw new FileRefused(
      'The file is a link or a folder on the server.',
      'Put the file itself there.',
      toldOf('no-file'),
    );
  }
  if (versionOf(before) !== versionOf(listed) || isFresh(before.modifyTime, now())) return 'growing';
  if (before.size > limit) throw tooLarge(before.size, limit);
  let sha256: string;
  try {
    sha256 = await connection.ask(async (client) => receive(client.createReadStream(path), target, { limit, signal }));
  } catch (error) {
    // A number is what the server answers.
    if (typeof (error as { code?: unknown }).code !== 'number') throw error;
    throw new FileRefused(
      `The file can't be read: ${wordsOf(error)}.`,
      'Check what the user may do on the server.',
      toldOf('unreadable', { said: wordsOf(error) }),
    );
  }
  const after = await statOf(path, connection);
  const same = after !== undefined && after.size === before.size && after.modifyTime === before.modifyTime;
  return same ? { name: posix.basename(path), sha256, version: versionOf(before) } : 'growing';
}

/** A folder without a slash in front lies beside the file. */
function folderFor(path: string, folder: string): string {
  return posix.isAbsolute(folder) ? folder : posix.join(posix.dirname(path), folder);
}

/**
 * Renames it into a folder; a name that is taken there gets `unique` before its ending. A writer may go on in it wherever it
 * lies: a file that is another by then goes back, and is fetched again.
 * @returns whether it was moved
 */
async function move(
  path: string,
  folder: string,
  unique: string,
  version: string,
  connection: SftpConnection,
): Promise<boolean> {
  const { ask } = connection;
  const { name, ext } = posix.parse(path);
  const wished = posix.join(folder, name + ext);
  const taken = (await ask((client) => client.exists(wished))) !== false;
  const to = taken ? posix.join(folder, `${name}.${unique}${ext}`) : wished;
  await ask((client) => client.rename(path, to));
  const moved = await statOf(to, connection);
  if (moved === undefined || versionOf(moved) === version) return true;
  await ask((client) => client.rename(to, path));
  return false;
}

async function statOf(path: string, { ask }: SftpConnection): Promise<SftpClient.FileStats | undefined> {
  try {
    return await ask((client) => (client as unknown as LinkStat).lstat(path));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    if (error instanceof SourceFailed) throw error;
    throw new SourceFailed(
      `The server says nothing of ${path}: ${wordsOf(error)}.`,
      'Check fetch.sftp.path, and what the user may do there.',
      toldOf('not-listed', { path, said: wordsOf(error) }),
    );
  }
}

/** The package has it; its types do not know. */
interface LinkStat {
  lstat(path: string): Promise<SftpClient.FileStats>;
}

/** Undefined where the server does not say enough to tell one version from another. */
function versionOf({ size, modifyTime }: Stats): string | undefined {
  return Number.isFinite(size) && Number.isFinite(modifyTime) ? `${size} ${modifyTime}` : undefined;
}

/** What the server says, without what the package puts around it. */
function wordsOf(error: unknown): string {
  const { message } = error as Error;
  return message.replace(/^\w+(->\w+)*: /, '').replace(/\p{Cc}/gu, '?');
}
