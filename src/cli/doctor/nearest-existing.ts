import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

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
