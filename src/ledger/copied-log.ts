import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { type LogMark, linesFrom, openLog, tailOf } from './read-attempt-log.ts';

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
