import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { LoggedAttempt, LoggedImport } from './attempt-log.ts';

/** Bytes that are read at once. */
const CHUNK_BYTES = 1024 * 1024;
/** What stands before a mark and tells whether this is the same log, in bytes. */
const TAIL_BYTES = 1024;
const LINE_BREAK = 10;

/** A place in the log, with what tells that the log is still the same. */
export interface LogMark {
  /** Bytes. Everything before it was read. */
  readonly offset: number;
  /** Hash of the bytes just before it. */
  readonly tail: string;
}

/** What the ledger remembers of its log. */
export interface KnownLog extends LogMark {
  /** Which log it is; undefined in what was written before logs said so. */
  readonly id?: string | undefined;
  /** The last attempt of the ledger when the log was compared; null where there was none. */
  readonly last?: string | null;
}

/** An attempt as the log holds it. */
export interface LoggedLine extends LoggedAttempt, LoggedImport {
  /** Where its line stands, in bytes. */
  readonly place: { readonly offset: number; readonly bytes: number };
}

/** What is told of each line, in the order of the log. */
export interface LogVisitor {
  /** False: nothing more of this attempt is wanted. */
  wants(id: string): Promise<boolean>;
  attempt(attempt: LoggedLine): Promise<void>;
  outcome(of: string, became: string): void;
}

const ATTEMPT = /^\{"attempt":"([^"]+)"/;
const LOG = /^\{"log":"([^"]+)"/;
/** Characters at a line's beginning that tell what it is. */
const SIGN_CHARACTERS = 120;

/**
 * Reads what was written since a mark; all of it without one, or where this is another log. A line that can't be read
 * is left out: a power cut or a full disk tore it, and then nothing was sent. What has no end yet is left for next time.
 * @returns where the last whole line ends; undefined where there is no log
 */
export async function readAttemptLog(
  path: string,
  since: LogMark | undefined,
  visitor: LogVisitor,
): Promise<LogMark | undefined> {
  const file = openLog(path);
  if (file === undefined) return undefined;
  try {
    let end = since !== undefined && tailOf(file, since.offset) === since.tail ? since.offset : 0;
    for (const { offset, line } of linesFrom(file, end)) {
      end = offset + line.length + 1;
      const sign = line.toString('latin1', 0, SIGN_CHARACTERS);
      const id = ATTEMPT.exec(sign)?.[1];
      if (id !== undefined) {
        const attempt = (await visitor.wants(id)) ? parsed(line, offset) : undefined;
        if (attempt !== undefined) await visitor.attempt(attempt);
      } else if (sign.startsWith('{"outcome":')) {
        const { outcome, of } = (json(line) ?? {}) as { outcome?: string; of?: string };
        if (outcome !== undefined && of !== undefined) visitor.outcome(of, outcome);
      }
    }
    return { offset: end, tail: tailOf(file, end)! };
  } finally {
    closeSync(file);
  }
}

/** Which log it is: as its first record says, else by its first attempt. Undefined where there is none. */
export function logIdOf(path: string): string | undefined {
  const file = openLog(path);
  if (file === undefined) return undefined;
  try {
    for (const { line } of linesFrom(file, 0)) {
      const sign = line.toString('latin1', 0, SIGN_CHARACTERS);
      const id = LOG.exec(sign)?.[1] ?? ATTEMPT.exec(sign)?.[1];
      if (id !== undefined) return id;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Whether a log is the same up to a mark. */
export function reaches(path: string, { offset, tail }: LogMark): boolean {
  const file = openLog(path);
  if (file === undefined) return false;
  try {
    return tailOf(file, offset) === tail;
  } finally {
    closeSync(file);
  }
}

/** The lines of attempts whose places are known. */
export function* readPlaces(path: string, places: Iterable<LoggedLine['place']>): Generator<LoggedLine> {
  const file = openLog(path);
  if (file === undefined) return;
  try {
    for (const { offset, bytes } of places) {
      const line = Buffer.allocUnsafe(bytes);
      readSync(file, line, 0, bytes, offset);
      const attempt = parsed(line, offset);
      if (attempt !== undefined) yield attempt;
    }
  } finally {
    closeSync(file);
  }
}

/** Undefined where there is none. */
export function openLog(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The entries end the line; no text before them can hold this, for its quotes would be escaped. */
const ENTRIES = ',"entries":';

function parsed(line: Buffer, offset: number): LoggedLine | undefined {
  const text = unpacked(line);
  const value = json(text) as (Omit<LoggedLine, 'id'> & { attempt: string; totals: object }) | undefined;
  if (value === undefined) return undefined;
  return {
    ...value,
    id: value.attempt,
    totals: JSON.stringify(value.totals),
    entries: text.slice(text.indexOf(ENTRIES) + ENTRIES.length, -1),
    place: { offset, bytes: line.length },
  };
}

/** What stands before the packed rest of a line. */
const PACKED = ',"packed":"';
const PACKED_END = '"}';

/** The line as it is without packing; of one that can't be unpacked it is no JSON. */
function unpacked(line: Buffer): string {
  const at = line.indexOf(PACKED);
  if (at < 0) return line.toString();
  const end = line.length - PACKED_END.length;
  if (line.indexOf(PACKED_END, end) < 0) return '';
  try {
    const packed = Buffer.from(line.toString('latin1', at + PACKED.length, end), 'base64');
    return `${line.toString('utf8', 0, at)},${brotliDecompressSync(packed)}}`;
  } catch {
    return '';
  }
}

function json(line: Buffer | string): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

/** Whole lines from a place on; each place is in bytes. */
export function* linesFrom(file: number, from: number): Generator<{ offset: number; line: Buffer }> {
  let begun = Buffer.alloc(0);
  let offset = from;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(file, chunk, 0, CHUNK_BYTES, offset + begun.length);
    if (read === 0) return;
    const bytes = Buffer.concat([begun, chunk.subarray(0, read)]);
    let at = 0;
    for (let to = bytes.indexOf(LINE_BREAK); to >= 0; to = bytes.indexOf(LINE_BREAK, at)) {
      yield { offset: offset + at, line: bytes.subarray(at, to) };
      at = to + 1;
    }
    begun = bytes.subarray(at);
    offset += at;
  }
}

/** Tells whether a log is the same up to a place. Undefined where the log is shorter. */
export function tailOf(file: number, offset: number): string | undefined {
  const bytes = Buffer.alloc(Math.min(TAIL_BYTES, offset));
  const read = readSync(file, bytes, 0, bytes.length, offset - bytes.length);
  return read < bytes.length ? undefined : hash('sha256', bytes, 'hex');
}
