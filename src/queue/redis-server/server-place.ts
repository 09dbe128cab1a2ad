import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../domain/issue.ts';

/** Where the private Redis of one `BILAG_HOME` lives. */
export interface ServerPlace {
  /** `BILAG_HOME/redis`, symbolic links resolved: the server's working folder, by which it is recognised. */
  readonly dir: string;
  readonly socketPath: string;
  /** Folder made for the socket alone, where `dir` is too deep for one. */
  readonly socketDir: string | undefined;
  readonly logPath: string;
  readonly lockPath: string;
  /** A file that is there while a server is being started: it outlives a starter that is killed meanwhile. */
  readonly startingPath: string;
}

/** Bytes that a socket's path may have: 108 on Linux and 104 on macOS, one of them the closing zero. */
export const SOCKET_PATH_MAX_BYTES = 103;

/**
 * Folder for the sockets of homes that are too deep. Not `os.tmpdir()`: TMPDIR differs between a terminal and a cron
 * job, and both have to meet at one socket.
 */
const SHORT_FOLDER = '/tmp';

/** Makes the folder of the private Redis, readable by this user alone. The folder for its socket comes under the lock. */
export async function prepareServerPlace(home: string): Promise<ServerPlace> {
  await mkdir(join(home, 'redis'), { recursive: true, mode: 0o700 });
  const dir = await realpath(join(home, 'redis'));
  const inHome = join(dir, 'redis.sock');
  const fits = Buffer.byteLength(inHome) <= SOCKET_PATH_MAX_BYTES;
  const socketDir = fits ? undefined : join(SHORT_FOLDER, `bilag-${folderHash(dir)}`);
  return {
    dir,
    socketPath: socketDir ? join(socketDir, 'redis.sock') : inHome,
    socketDir,
    logPath: join(dir, 'server.log'),
    lockPath: join(dir, 'server.lock'),
    startingPath: join(dir, 'server.starting'),
  };
}

function folderHash(dir: string): string {
  return createHash('sha256').update(dir).digest('hex').slice(0, 16);
}

/**
 * Makes the short folder. Anyone may write in /tmp, so a folder that is already there must be ours and private.
 * Call it under the lock, as `removeSocketDir`.
 * @throws UsageError where it is someone else's
 */
export async function prepareSocketDir(socketDir: string): Promise<void> {
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const facts = await lstat(socketDir);
  if (!facts.isDirectory() || facts.uid !== process.getuid?.()) {
    throw new UsageError(
      `${socketDir}, the folder for the socket of bilag's private Redis, belongs to someone else.`,
      'Have it removed, or choose a BILAG_HOME with a shorter path.',
    );
  }
  if ((facts.mode & 0o077) !== 0) await chmod(socketDir, 0o700);
}

/** Removes the short folder, once the server is gone. */
export async function removeSocketDir(socketDir: string): Promise<void> {
  await rmdir(socketDir).catch(() => undefined);
}
