import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file under another name (ending in `.part`, which no inbox takes) and gives it its own when it is complete and
 * safe on the disk. `write` ends the stream. If it fails, nothing is left behind and a file that had the name before stays
 * as it was.
 */
export async function writeAtomically(path: string, write: (stream: WriteStream) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  const stream = createWriteStream(temporary, { flags: 'wx', flush: true });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  try {
    await Promise.race([write(stream), failed]);
    if (!stream.closed) await Promise.race([once(stream, 'close'), failed]);
    await rename(temporary, path);
  } catch (error) {
    stream.destroy();
    if (!stream.closed) await once(stream, 'close').catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}
