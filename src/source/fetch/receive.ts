import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileRefused } from './fetch-error.ts';

/** So much of a file is looked at to see what it is, in bytes. */
const HEAD_BYTES = 512;

export interface ReceiveOptions {
  /** The largest file that is taken, in bytes. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Shown the first bytes, before the rest is read; may throw. */
  readonly check?: (head: Buffer) => void;
}

/**
 * Writes a stream into a new file, whatever length was told before, and closes both.
 * @param steps what decodes the stream; the limit is for what comes out of them
 * @returns sha256 (hex) of what was written
 * @throws FileRefused beyond the limit; what the stream or `check` fails with
 */
export async function receive(
  from: Readable,
  target: string,
  { limit, signal, check = () => undefined }: ReceiveOptions,
  steps: readonly Transform[] = [],
): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Buffer | undefined = Buffer.alloc(0);
  const look = () => {
    const seen = head!;
    head = undefined;
    check(seen);
  };
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > limit) return done(tooLarge(`more than ${limit}`, limit));
      try {
        if (head !== undefined) {
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
          if (head.length >= HEAD_BYTES) look();
        }
      } catch (error) {
        return done(error as Error);
      }
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      try {
        if (head !== undefined) look();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline([from, ...steps, meter, createWriteStream(target, { flags: 'wx', mode: 0o600 })], { signal });
  return hash.digest('hex');
}

/** @param size in bytes, as a number or in words */
export function tooLarge(size: number | string, limit: number): FileRefused {
  return new FileRefused(
    `The file has ${size} bytes; the job takes at most ${limit} (limits.bytes).`,
    'Split the file, or raise limits.bytes in the job.',
  );
}
