import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileRejected, UsageError } from '../core/issue.ts';

/** Where the bytes with this hash are kept, once, whoever brought them. */
export function storedPath(home: string, sha256: string): string {
  return join(home, 'files', sha256.slice(0, 2), sha256);
}

export interface StoredFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** The hash of a file, wherever it lies. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Somebody still writes the file: what was read of it is not the whole. */
export class FileChanged extends UsageError {
  constructor(path: string) {
    super(`${basename(path)} was changed while it was read.`, 'Import it when it is complete.');
  }
}

/**
 * Stores a file under its hash: temporary name, fsync, rename, fsync of the folder. After this the bytes survive a
 * power cut, and the original is not needed any more.
 * @param limit bytes (job: `limits.bytes`)
 * @param unique names the temporary file
 * @throws FileRejected `file-too-large`; FileChanged where it is still being written
 */
export async function storeFile(home: string, path: string, limit: number, unique: string): Promise<StoredFile> {
  const { size } = await stat(path);
  if (size > limit) throw tooLarge(size, limit);
  const temporary = join(home, 'files', `.${unique}.part`);
  await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
  try {
    const stored = await copyHashed(path, temporary, limit);
    const target = storedPath(home, stored.sha256);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(temporary, target);
    await syncFolder(dirname(target));
    return stored;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function copyHashed(from: string, to: string, limit: number): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > limit) return done(tooLarge(bytes, limit));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = await open(from);
  try {
    const before = await source.stat({ bigint: true });
    const reading = source.createReadStream({ autoClose: false });
    await pipeline(reading, meter, createWriteStream(to, { mode: 0o600, flush: true }));
    const after = await source.stat({ bigint: true });
    if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) throw new FileChanged(from);
  } finally {
    await source.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function tooLarge(bytes: number, limit: number): FileRejected {
  return new FileRejected({
    code: 'file-too-large',
    facts: { most: limit },
    message: `The file has ${bytes} bytes; the job takes at most ${limit} (limits.bytes).`,
    suggestion: 'Split the file, or raise limits.bytes in the job.',
  });
}
