import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { UsageError } from '../domain/issue.ts';

const DEFAULT_HOME = '.bilag-demo';
/** Says that a folder is a demo's, which may be emptied; holds the id of the process that runs it. */
const MARKER = 'bilag-demo.pid';
/** What a demo leaves behind and the next begins without. A Redis that was fetched stays. */
const LEFT_BEHIND = [
  'ledger.db',
  'ledger.db-wal',
  'ledger.db-shm',
  'attempts.journal',
  'attempts.log',
  'files',
  'scratch',
  'jobs',
];

/**
 * The home of the demo, apart from real work: made, or emptied of what the last demo left.
 * @throws UsageError where the folder may hold real work, or another demo runs in it
 */
export async function prepareDemoHome(cwd: string, env: Environment): Promise<string> {
  const home = resolve(cwd, env['BILAG_DEMO_HOME'] || DEFAULT_HOME);
  const marker = join(home, MARKER);
  const pid = await readFile(marker, 'utf8').catch(() => undefined);
  if (pid === undefined && (await exists(join(home, 'ledger.db')))) {
    throw new UsageError(
      `${home} holds a ledger that is not a demo's; the demo would delete it.`,
      'Set BILAG_DEMO_HOME to another folder.',
    );
  }
  if (pid !== undefined && lives(Number(pid))) {
    throw new UsageError(
      `Another demo is running in ${home} (process ${pid.trim()}).`,
      'End it with Ctrl-C, or set BILAG_DEMO_HOME to another folder.',
    );
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  for (const name of LEFT_BEHIND) await rm(join(home, name), { recursive: true, force: true });
  await writeFile(marker, `${process.pid}\n`);
  return home;
}

/** Lets the next demo have it, also when this process's id is somebody else's by then. */
export async function leaveDemoHome(home: string): Promise<void> {
  await writeFile(join(home, MARKER), '');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function lives(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
