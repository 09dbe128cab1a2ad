import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOpenStep } from '../../config/shown-address.ts';
import { FileRefused } from './source.ts';

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
    { code: 'file-too-large', facts: { most: limit } },
  );
}

/** Longest name that is kept, in characters; the ending stays. */
const NAME_CHARACTERS = 150;

/**
 * The name of a file that a server sends: as `Content-Disposition` says (RFC 6266, RFC 5987), else as the address does.
 * Only its last segment counts, and nothing in it that steers a terminal or a path.
 * @param header `Content-Disposition`, each byte a character
 * @param url that the file came from, redirects followed
 */
export function replyName(header: string | undefined, url: URL): string | undefined {
  return tidy(extended(header) ?? '') ?? tidy(plain(header) ?? '') ?? addressName(url);
}

const HAS_ENDING = /\.[a-z]\w{0,4}$/i;

/** As the address ends, unless that may be a key: everybody sees the names of files. */
function addressName({ pathname }: URL): string | undefined {
  const name = tidy(decoded(pathname));
  return name === undefined || HAS_ENDING.test(name) || isOpenStep(name) ? name : undefined;
}

/** The last segment of a name, without what can't be seen; undefined where nothing is left. */
function tidy(name: string): string | undefined {
  const last = name.split(/[/\\]/).at(-1)!;
  const seen = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (seen === '') return undefined;
  const characters = [...seen];
  if (characters.length <= NAME_CHARACTERS) return seen;
  const ending = /\.[^.]{1,10}$/.exec(seen)?.[0] ?? '';
  return characters.slice(0, NAME_CHARACTERS - ending.length).join('') + ending;
}

/** `filename*=UTF-8''na%C3%AFve.csv` */
function extended(header = ''): string | undefined {
  const [, charset, text] = /(?:^|;)\s*filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"]*)/i.exec(header) ?? [];
  if (text === undefined || !/^(utf-8|iso-8859-1)$/i.test(charset!)) return undefined;
  const bytes = Buffer.from(
    text.trim().replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return /^utf-8$/i.test(charset!) ? utf8(bytes) : bytes.toString('latin1');
}

/** `filename="na\"me.csv"`, or without quotes. Many servers send the bytes of UTF-8, which no rule foresees. */
function plain(header = ''): string | undefined {
  const [, quoted, token] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? [];
  // A backslash escapes a quote; anywhere else it is taken for a folder's, as some browsers wrote whole paths.
  const text = quoted?.replace(/\\(["\\])/g, '$1') ?? token;
  return text === undefined ? undefined : (utf8(Buffer.from(text, 'latin1')) ?? text);
}

function decoded(path: string): string {
  const last = path.split('/').at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
