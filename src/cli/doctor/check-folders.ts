import { access, constants, stat } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import type { Check } from './check.ts';
import { nearestExisting } from './nearest-existing.ts';

/** Home and jobs: there, and to be written or read by this user. */
export async function checkFolders({ home, jobs }: Config): Promise<Check[]> {
  return [
    await homeCheck(home),
    await readable('jobs', jobs, 'Create it and put a job into it, or name another folder with BILAG_JOBS.'),
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

async function readable(name: string, path: string, remedy: string): Promise<Check> {
  try {
    await access(path, constants.R_OK | constants.X_OK);
    return { ok: true, what: `${name}: ${path}` };
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { ok: false, what: `${name}: ${path} ${absent ? 'does not exist' : "can't be read"}`, remedy };
  }
}
