import { FileRejected } from '../core/issue.ts';
import { ownText } from '../core/text.ts';
import { splitQuoted } from './csv-split-quoted.ts';

/** Most bytes (as UTF-8) that one record may have: beyond it, a quote was opened and never closed. */
export const RECORD_MAX_BYTES = 10 * 1024 * 1024;
/** Most columns that a record may have: as many as a worksheet. */
export const RECORD_MAX_COLUMNS = 16_384;
/** Cells of a record from this length on are copied out of it. */
const LONG_RECORD_CHARACTERS = 4 * 1024;
/** Bytes that are held at first; as many more as the longest record needs. */
const BUFFER_BYTES = 128 * 1024;

const NUL = 0;
const TAB = 9;
const LF = 10;
const CR = 13;
/** DOS programs end a text with it. */
const CTRL_Z = 26;
const SPACE = 32;
const QUOTE = 34;

export interface CsvCutter {
  /** Takes the next bytes of the text (UTF-8, no byte order mark). They are copied. */
  push(bytes: Uint8Array): void;
  /** The text has ended: the last record need not have a line end. */
  end(): void;
}

/**
 * Cuts UTF-8 text into records, handing each that is not blank to `emit` with the physical line it starts on and its size. LF, CRLF
 * and CR all end a line. One pass over the bytes finds where records end; a record without quotes, as most are, is
 * then split at the delimiter in one call.
 *
 * @param firstLine the physical line that the text starts on
 * @throws FileRejected `file-malformed`: a quote that is never closed, a NUL, a record beyond the limits
 */
export function createCsvCutter(
  delimiter: string,
  firstLine: number,
  emit: (record: string[], line: number, bytes: number) => void,
): CsvCutter {
  const delimiterBytes = Buffer.from(delimiter);
  let work = Buffer.allocUnsafe(BUFFER_BYTES);
  let filled = 0;
  let position = 0;
  let line = firstLine;
  // The record that is being read.
  let start = 0;
  let startLine = firstLine;
  let hasQuotes = false;
  let inQuotes = false;
  let openedLine = 0;
  let closedAt = -2;

  const cut = (end: number): void => {
    if (end - start > RECORD_MAX_BYTES) throw tooLong(startLine);
    if (holdsNothing(start, end)) return;
    // A string for each record: its cells share that memory and no more, however long they are kept.
    const text = work.toString('utf8', start, end);
    // Millions of cells would be in memory before they are counted.
    if (!hasQuotes && hasTooMany(text, delimiter)) throw tooWide(startLine, delimiter);
    const record = hasQuotes ? splitQuoted(text, delimiter, startLine, RECORD_MAX_COLUMNS) : text.split(delimiter);
    if (record.length > RECORD_MAX_COLUMNS) throw tooWide(startLine, delimiter);
    if (isBlank(record)) return;
    emit(text.length < LONG_RECORD_CHARACTERS ? record : record.map(ownText), startLine, end - start);
  };

  /** Nothing but delimiters and blanks stands there: told before millions of empty cells are made. */
  const holdsNothing = (from: number, to: number): boolean => {
    for (let at = from; at < to; at++) {
      const byte = work[at]!;
      if (byte !== SPACE && byte !== TAB && !(delimiterBytes.length === 1 && byte === delimiterBytes[0])) return false;
    }
    return true;
  };

  /** Only padding stands between the delimiter, or the start of the record, and `at`. */
  const startsCell = (at: number): boolean => {
    for (let before = at; ; before--) {
      if (before === start || delimiterEndsAt(before)) return true;
      const byte = work[before - 1];
      if (byte !== SPACE && byte !== TAB) return false;
    }
  };

  const delimiterEndsAt = (at: number): boolean => {
    const from = at - delimiterBytes.length;
    if (from < start) return false;
    for (let i = 0; i < delimiterBytes.length; i++) if (work[from + i] !== delimiterBytes[i]) return false;
    return true;
  };

  const quote = (at: number): void => {
    hasQuotes = true;
    if (inQuotes) {
      inQuotes = false;
      closedAt = at;
    } else if (at === closedAt + 1) {
      // The second of two: they are one quote in the text of the cell.
      inQuotes = true;
    } else if (startsCell(at)) {
      inQuotes = true;
      openedLine = line;
    }
  };

  const scan = (last: boolean): void => {
    // Whether a CR is a line end of its own shows in the byte after it.
    const limit = last ? filled : filled - 1;
    for (; position < limit; position++) {
      const byte = work[position]!;
      if (byte > QUOTE || byte === SPACE) continue;
      if (byte === LF || byte === CR) {
        const end = position;
        if (byte === CR && end + 1 < filled && work[end + 1] === LF) position++;
        line++;
        if (inQuotes) continue;
        if (end > start) cut(end);
        start = position + 1;
        startLine = line;
        hasQuotes = false;
      } else if (byte === QUOTE) {
        quote(position);
      } else if (byte === NUL) {
        throw nulFound(line);
      }
    }
  };

  /** Moves the record that is not whole yet to the front, so that the buffer stays small. */
  const keepRest = (): void => {
    if (start === 0) return;
    work.copyWithin(0, start, filled);
    filled -= start;
    position -= start;
    closedAt -= start;
    start = 0;
  };

  return {
    push(bytes) {
      if (filled + bytes.length > work.length) {
        const grown = Buffer.allocUnsafe(Math.max(work.length * 2, filled + bytes.length));
        work.copy(grown, 0, 0, filled);
        work = grown;
      }
      work.set(bytes, filled);
      filled += bytes.length;
      scan(false);
      keepRest();
      if (filled > RECORD_MAX_BYTES) throw inQuotes ? quoteOpen(openedLine) : tooLong(startLine);
    },
    end() {
      if (filled > start && work[filled - 1] === CTRL_Z) filled--;
      scan(true);
      if (inQuotes) throw quoteOpen(openedLine);
      if (filled > start) cut(filled);
    },
  };
}

/** More delimiters than `RECORD_MAX_COLUMNS` has room for; some of them may stand in quotes. */
function hasTooMany(text: string, delimiter: string): boolean {
  if (text.length < RECORD_MAX_COLUMNS * delimiter.length) return false;
  const first = delimiter.charCodeAt(0);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== first || !text.startsWith(delimiter, at)) continue;
    if (++count >= RECORD_MAX_COLUMNS) return true;
    at += delimiter.length - 1;
  }
  return false;
}

function isBlank(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}

function quoteOpen(line: number): FileRejected {
  return new FileRejected({
    code: 'file-malformed',
    message: `A quote (") is opened on line ${line} and not closed.`,
    suggestion: `Close the quote on line ${line} or remove it; a quote that belongs to the text is written twice ("").`,
  });
}

function tooLong(line: number): FileRejected {
  return new FileRejected({
    code: 'file-malformed',
    message: `The record on line ${line} is longer than ${RECORD_MAX_BYTES / 1024 / 1024} MB.`,
    suggestion: 'Is this a CSV file with one record on a line? Export it again as CSV.',
  });
}

function tooWide(line: number, delimiter: string): FileRejected {
  return new FileRejected({
    code: 'file-malformed',
    message: `The record on line ${line} has more than ${RECORD_MAX_COLUMNS} columns, which is the most that can be read.`,
    suggestion: `Is ${JSON.stringify(delimiter)} the delimiter of this file? The job can name another (file.delimiter).`,
  });
}

function nulFound(line: number): FileRejected {
  return new FileRejected({
    code: 'file-malformed',
    message: `Line ${line} holds a NUL byte, which text never has: the file is damaged, or is no text.`,
    suggestion: 'Export the file again; if it was copied or unpacked, do that again.',
  });
}
