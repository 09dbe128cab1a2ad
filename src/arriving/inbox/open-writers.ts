import type { BigIntStats } from 'node:fs';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A process that holds a file open for writing. */
export interface Writer {
  readonly pid: number;
  /** What the system calls it: `soffice.bin`. */
  readonly program: string;
}

/** Bits of the flags of an open file that say how it was opened; 0 is for reading only. */
const ACCESS_MODE = 3;

/** Names a file whatever its path, also where processes see it under another. */
export function inodeKey({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev} ${ino}`;
}

/**
 * Which of these files another process holds open for writing, as far as the system tells: on Linux, of processes whose
 * open files this user may see. Elsewhere, and of all others, nothing is known. What this process holds does not count.
 * @param keys of `inodeKey`
 * @param proc where the system tells of processes
 */
export async function findWriters(keys: ReadonlySet<string>, proc = '/proc'): Promise<ReadonlyMap<string, Writer>> {
  const found = new Map<string, Writer>();
  if (keys.size === 0) return found;
  for (const name of await readdir(proc).catch(() => [])) {
    const pid = Number(name);
    if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) continue;
    // A process that has ended meanwhile, or of another user.
    const descriptors = await readdir(join(proc, name, 'fd')).catch(() => []);
    const open = await Promise.all(descriptors.map((each) => heldBy(join(proc, name), each, keys)));
    for (const key of open) if (key !== undefined && !found.has(key)) found.set(key, await writer(proc, name));
  }
  return found;
}

/** The key of what a descriptor is open on, if it is one of these files and open for writing. */
async function heldBy(process: string, descriptor: string, keys: ReadonlySet<string>): Promise<string | undefined> {
  try {
    const path = join(process, 'fd', descriptor);
    const target = await readlink(path);
    // Sockets, pipes and devices.
    if (!target.startsWith('/') || target.startsWith('/dev/')) return undefined;
    const key = inodeKey(await stat(path, { bigint: true }));
    if (!keys.has(key)) return undefined;
    const [, flags = '0'] =
      /^flags:\s*([0-7]+)/m.exec(await readFile(join(process, 'fdinfo', descriptor), 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & ACCESS_MODE) === 0 ? undefined : key;
  } catch {
    // It was closed meanwhile, or is not ours to see.
    return undefined;
  }
}

async function writer(proc: string, name: string): Promise<Writer> {
  const program = await readFile(join(proc, name, 'comm'), 'utf8').catch(() => '');
  return { pid: Number(name), program: program.trim() || 'a program' };
}
