import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type LogMark, linesFrom, logIdOf, openLog, tailOf } from './read-attempt-log.ts';
import type { ImportRow } from './rows.ts';

/** A content from this length on is packed, in characters: that of one entry has little to be shrunk. */
const PACKED_LENGTH = 2_000;
/** At the lowest quality brotli shrinks it to half, in half the time of zlib. */
const PACK = { params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 16 } };

/** Bytes of the buffer that records are written from, to begin with: one of fifty entries takes about 5,000. */
const SCRATCH_BYTES = 64 * 1024;

/** What every attempt of an import says of it: enough to find it again without the ledger. */
export type LoggedImport = Pick<ImportRow, 'job' | 'service' | 'company' | 'file' | 'sha256' | 'bytes'> & {
  /** Its id. */
  readonly import: string;
  readonly host: string;
  readonly who: string;
  /** Decimals of the totals. */
  readonly scale: number;
  readonly kind: string;
};

/** An attempt that is about to be made. `totals` and `entries` are JSON text as it stands in the ledger. */
export interface LoggedAttempt {
  readonly id: string;
  readonly at: number;
  readonly no: number;
  /** sha256 of the body. */
  readonly body: string;
  readonly rows: number;
  readonly lines: number;
  readonly totals: string;
  readonly entries: string;
}

/**
 * A log beside the ledger of every attempt to book, durable before the first byte leaves. A ledger that is restored from
 * an old copy has forgotten what was sent since; this file has not. It lies in the ledger's folder under a name of its
 * own, so that a copy of `ledger.db*` does not carry it along: there is one for each folder, whatever ledger is put there.
 *
 * Its first record says which log it is: the ledger remembers that, and how far it has seen it. A record is a line. It begins with a line break, too: one that a power cut tore can't swallow the next. Each is one
 * write to a file opened for appending, so that those of several processes don't mix.
 */
export interface AttemptLog {
  readonly path: string;
  /** Makes the log, durably, where there is none. */
  begin(): void;
  /**
   * Durable when it resolves: one write and one sync to disk for all attempts of the same turn of the event loop.
   * @param of as `importText` writes it
   * @throws Error where it can't be written: then nothing of them may be sent
   */
  add(attempt: LoggedAttempt, of: string): Promise<void>;
  /** What came of an attempt: written along with the next one, for what is lost of it is only in doubt. */
  addOutcome(attempt: string, became: string, at: number): void;
  /** A person has looked at attempts that the ledger did not know. Durable when it returns. */
  addAcceptance(acceptance: { accepted: number; at: number; who: string; reason: string }): void;
  close(): void;
}

/** What a record holds of its batch, as it is or as `"packed":"…"`, which stands for it. */
function packContent(content: string): string {
  if (content.length < PACKED_LENGTH) return content;
  return `"packed":"${brotliCompressSync(content, PACK).toString('base64')}"`;
}

/** The middle of every record of an import, as JSON text: made once, not for every batch. */
export function importText(of: LoggedImport): string {
  return JSON.stringify(of).slice(1, -1);
}

/** Its name must not end in `.log`: those are rotated by habit, and a log without its beginning proves nothing. */
const NAME = 'attempts.journal';
/** What it was called before. */
const FORMER_NAME = 'attempts.log';

/** Where the log of a ledger lies. */
export function attemptLogPath(ledgerPath: string): string {
  return join(dirname(ledgerPath), NAME);
}

/** A log under the former name, beside one of today's: which of them the ledger's attempts are in can't be told. */
export function formerLogOf(path: string): string | undefined {
  const former = join(dirname(path), FORMER_NAME);
  return existsSync(former) && existsSync(path) ? former : undefined;
}

/** Gives a log that has the former name today's. A rename is whole or did not happen; a sender that has it open writes on. */
function carryOver(path: string): void {
  const former = join(dirname(path), FORMER_NAME);
  if (!existsSync(former) || existsSync(path)) return;
  try {
    renameSync(former, path);
    syncFolder(path);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Opens the log for writing; the file is made by `begin`, or the first attempt. */
export function openAttemptLog(ledgerPath: string): AttemptLog {
  const path = attemptLogPath(ledgerPath);
  carryOver(path);
  let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  let file: number | undefined;
  let outcomes = '';
  /** Attempts that the next write takes. */
  let group: { record: string; resolve(): void; reject(error: unknown): void }[] = [];
  const opened = () => {
    file ??= openDurably(path);
    checkInPlace(file, path);
    return file;
  };
  const write = (text: string, sync: boolean) => {
    const file = opened();
    // A buffer for each of thousands of records would keep the collector busy.
    if (scratch.length < text.length * 3) scratch = Buffer.allocUnsafeSlow(text.length * 6);
    const bytes = scratch.write(text);
    const written = writeSync(file, scratch, 0, bytes);
    if (written < bytes) throw new Error(`ENOSPC: only ${written} of ${bytes} bytes could be written to ${path}`);
    if (sync) fdatasyncSync(file);
  };
  const writeGroup = () => {
    const attempts = group;
    group = [];
    const text = outcomes + attempts.map(({ record }) => record).join('');
    // Not kept where this fails: on a full disk they would pile up.
    outcomes = '';
    try {
      write(text, true);
    } catch (error) {
      for (const { reject } of attempts) reject(error);
      return;
    }
    for (const { resolve } of attempts) resolve();
  };
  return {
    path,
    begin: () => void opened(),
    add: ({ id, at, no, body, rows, lines, totals, entries }, of) =>
      new Promise((resolve, reject) => {
        const head = `{"attempt":"${id}","at":${at},"no":${no},"body":"${body}","rows":${rows},"lines":${lines},${of}`;
        const record = `\n${head},${packContent(`"totals":${totals},"entries":${entries}`)}}\n`;
        if (group.length === 0) setImmediate(writeGroup);
        group.push({ record, resolve, reject });
      }),
    addOutcome(attempt, became, at) {
      outcomes += `\n{"outcome":"${became}","of":"${attempt}","at":${at}}\n`;
    },
    addAcceptance: (acceptance) => write(`\n${JSON.stringify(acceptance)}\n`, true),
    close() {
      try {
        if (outcomes !== '') write(outcomes, false);
      } catch {
        // Without it the attempt is in doubt, should the ledger be lost.
      }
      outcomes = '';
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Its name must survive a power cut as well as what is in it. Where two begin it at once, the first record counts. */
function openDurably(path: string): number {
  const file = openSync(path, 'a', 0o600);
  try {
    if (fstatSync(file).size === 0 || logIdOf(path) === undefined) {
      writeSync(file, `\n{"log":"${randomUUID()}"}\n`);
      fdatasyncSync(file);
    }
    syncFolder(path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

/** @throws Error where the file was moved away, deleted or replaced: what is written to it would be lost with it */
function checkInPlace(file: number, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino) return;
  throw new Error(`${path} was moved or replaced while bilag works. Put it back, or stop bilag and see: bilag recover`);
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Bytes that are copied at once. */
const CHUNK_BYTES = 1024 * 1024;
const LINE_BREAK = 10;
/** Begins the last line of a copy. No log that went on by itself holds it behind the place that was copied. */
const COPIED = '{"copied":';

/**
 * Copies the whole lines that the attempt log has now, durably. The copy ends with a line that says what it is: more may
 * have been sent than it holds. Of a log that is not there yet the copy is that line alone.
 * @returns up to where the log was copied
 */
export function copyAttemptLog(path: string, to: string, at: number): LogMark {
  const copy = openSync(to, 'w+', 0o600);
  try {
    const offset = copyLines(path, copy);
    ftruncateSync(copy, offset);
    writeSync(copy, `\n${COPIED}${at}}\n`, offset);
    fsyncSync(copy);
    return { offset, tail: tailOf(copy, offset)! };
  } finally {
    closeSync(copy);
  }
}

/**
 * Whether the log is the very one that a copy was made of, and so holds whatever was sent since: not the copy itself, nor
 * a log of another folder.
 */
export function logWentOn(path: string, since: LogMark): boolean {
  const file = openLog(path);
  if (file === undefined) return false;
  try {
    if (tailOf(file, since.offset) !== since.tail) return false;
    for (const { line } of linesFrom(file, since.offset)) if (line.indexOf(COPIED) === 0) return false;
    return true;
  } finally {
    closeSync(file);
  }
}

/** @returns where the last whole line ends */
function copyLines(path: string, copy: number): number {
  const file = openLog(path);
  if (file === undefined) return 0;
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let end = 0;
    for (let offset = 0; ; ) {
      const read = readSync(file, chunk, 0, CHUNK_BYTES, offset);
      if (read === 0) return end;
      for (let written = 0; written < read; )
        written += writeSync(copy, chunk, written, read - written, offset + written);
      const lastBreak = chunk.subarray(0, read).lastIndexOf(LINE_BREAK);
      if (lastBreak >= 0) end = offset + lastBreak + 1;
      offset += read;
    }
  } finally {
    closeSync(file);
  }
}
