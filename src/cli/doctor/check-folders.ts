import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { networkDrive } from '../../ledger/network-drive.ts';
import type { Check } from './check.ts';

/** Free space below which planning a large file may fail, in bytes. */
const LITTLE_SPACE_BYTES = 500 * 1024 * 1024;

/** Home, jobs and inbox: there, and to be written or read by this user. */
export async function checkFolders({ home, jobs, inbox }: Config): Promise<Check[]> {
  return [
    await homeCheck(home),
    ...(await diskChecks(home)),
    await readable('jobs', jobs, 'Create it and put a job into it, or name another folder with BILAG_JOBS.'),
    await optional('inbox', inbox),
  ];
}

async function homeCheck(home: string): Promise<Check> {
  const existing = await nearestExisting(home);
  if (!(await stat(existing)).isDirectory()) {
    return { ok: false, what: `home: ${existing} is a file`, remedy: 'Name a folder with BILAG_HOME.' };
  }
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return {
      ok: false,
      what: `home: ${existing} can't be written: ${(error as Error).message}`,
      remedy: 'Give this user the right to write there, or name another folder with BILAG_HOME.',
    };
  }
  return { ok: true, what: `home: ${home}${existing === home ? '' : ', which is made when it is first needed'}` };
}

async function diskChecks(home: string): Promise<Check[]> {
  const existing = await nearestExisting(home);
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const network = networkDrive(existing);
  const checks: Check[] = [];
  const enough = free >= LITTLE_SPACE_BYTES;
  checks.push({
    ok: enough,
    what: `disk: ${(free / 1024 ** 3).toFixed(1)} GB free`,
    remedy: enough ? undefined : 'Make room: a plan needs about three times the size of its file.',
  });
  if (network !== undefined) {
    checks.push({
      ok: false,
      what: `disk: ${home} lies on a network drive (${network})`,
      remedy: 'Set BILAG_HOME to a folder on a disk of this machine: locks across a network are not to be trusted.',
    });
  }
  return checks;
}

async function readable(name: string, path: string, remedy: string): Promise<Check> {
  try {
    await access(path, constants.R_OK | constants.X_OK);
    return { ok: true, what: `${name}: ${path}` };
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { ok: false, what: `${name}: ${path} ${absent ? 'does not exist' : "can't be read"}`, remedy };
  }
}

async function optional(name: string, path: string): Promise<Check> {
  const there = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return { ok: true, what: there ? `${name}: ${path}` : `${name}: none, and none is needed to import files by hand` };
}

async function nearestExisting(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const there = await stat(at).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
    );
    if (there || dirname(at) === at) return at;
  }
}
