import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Check } from './check.ts';

/** The path itself, or the folder above it that is there. */
export async function nearestExisting(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const there = await stat(at).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
    );
    if (there || dirname(at) === at) return at;
  }
}

const NEEDED = [20, 19] as const;

/** @param version as Node.js tells its own: `20.20.2` */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const ok = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return ok
    ? { ok, what: `Node.js ${version}` }
    : { ok, what: `Node.js ${version} is too old`, remedy: `Install Node.js ${NEEDED.join('.')} or later.` };
}
