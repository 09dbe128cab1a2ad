import { FileRejected } from '../core/issue.ts';

/** Most bytes (as UTF-8) that one record may have: beyond it, a quote was opened and never closed. */
export const RECORD_MAX_BYTES = 10 * 1024 * 1024;
/** Most columns that a record may have: as many as a worksheet. */
export const RECORD_MAX_COLUMNS = 16_384;

const NUL = 0;
const TAB = 9;
const LF = 10;
const CR = 13;
/** DOS programs end a text with it. */
const CTRL_Z = 26;
const SPACE = 32;
const QUOTE = 34;
const NOTHING = Buffer.alloc(0);

/** Where in a cell a byte stands: `start` is before its text, `loose` in the text that follows a closing quote. */
type Place = 'start' | 'text' | 'quoted' | 'closed' | 'loose';

export interface FoundRecord {
  /** The physical line that it starts on. */
  readonly line: number;
  /** Its length before it was repaired, without its line end, in bytes. */
  readonly bytes: number;
  /** Its length as it is returned, in bytes: without its line end, and with it. */
  readonly repaired: number;
  readonly repairedWithEnd: number;
}

export interface CsvRepairer {
  /** @param bytes the next of the text, which are copied. @returns the records that are whole now, repaired */
  push(bytes: Uint8Array): Buffer;
  /** The text has ended: the last record need not have a line end. @returns the last records, repaired */
  end(): Buffer;
  /** The record that is not whole yet, and the line that it starts on: somebody else may go on with it. */
  rest(): { readonly bytes: Buffer; readonly line: number };
}

/**
 * Makes UTF-8 text such that csv-parse reads it without losing anything, and says on which lines its records start. Spaces
 * and tabs around a quoted cell are dropped (`"1,5" ,2`); where text follows a closing quote, the cell is quoted as it is
 * written, quotes and all; blank records go. LF, CRLF and CR all end a line.
 *
 * @param firstLine the physical line that the text starts on
 * @param found called for each record that is returned
 * @param width cells of the record above; 0 where there is none
 * @throws FileRejected `file-malformed`: a quote that is never closed, a NUL, a record beyond the limits; and a cell over
 * several lines that has text after its closing quote, or lines like the table's own rows: the quote was hardly meant to open a
 * cell, and would swallow rows
 */
export function createCsvRepairer(
  delimiter: string,
  firstLine: number,
  found: (record: FoundRecord) => void,
  width = 0,
): CsvRepairer {
  const delimiterBytes = Buffer.from(delimiter);
  /** From the start of the record that was not whole when bytes came last, in a buffer that grows with the longest. */
  let work = NOTHING;
  let buffer = NOTHING;
  let at = 0;
  let line = firstLine;
  /** What of `work` is repaired, up to `done`. */
  let pieces: Buffer[] = [];
  let done = 0;
  // The record that is being read.
  let recordStart = 0;
  let recordLine = firstLine;
  let isBlank = true;
  let columns = 0;
  /** Cells of the record above. */
  let usual = width;
  /** Bytes of it, counted from its start, and what comes in their place. */
  let repairs: [from: number, to: number, by: Buffer][] = [];
  let fault: FileRejected | undefined;
  /** Its quoted cells that go over several lines, counted from its start. */
  let overLines: OverLines[] = [];
  // The cell.
  let cellStart = 0;
  let place: Place = 'start';
  let open = 0;
  let openLine = 0;
  let close = 0;
  let closeLine = 0;

  const repair = (from: number, to: number, by: Buffer): void => {
    if (from < to && columns <= RECORD_MAX_COLUMNS) repairs.push([from - recordStart, to - recordStart, by]);
  };

  const endCell = (end: number): void => {
    columns++;
    if (place === 'closed') {
      if (openLine < closeLine)
        overLines.push({ open: open - recordStart, close: close - recordStart, openLine, closeLine });
      repair(cellStart, open, NOTHING);
      repair(close + 1, end, NOTHING);
    } else if (place === 'loose') {
      repair(cellStart, end, Buffer.from(`"${work.toString('utf8', cellStart, end).replaceAll('"', '""')}"`));
    }
    place = 'start';
  };

  /** @param next where the record after it starts */
  const endRecord = (end: number, next: number): void => {
    endCell(end);
    if (end - recordStart > RECORD_MAX_BYTES) throw tooLong(recordLine);
    for (const cell of overLines) {
      if (holdsRows(work.subarray(recordStart, end), cell, { delimiter, usual }))
        fault ??= rowsInQuotes(cell.openLine, cell.closeLine);
    }
    if (fault !== undefined) throw fault;
    if (overLines.length > 0) overLines = [];
    else if (!isBlank) usual = columns;
    if (!isBlank && columns > RECORD_MAX_COLUMNS) throw tooWide(recordLine, delimiter);
    if (isBlank) repairs = [[0, next - recordStart, NOTHING]];
    else {
      let repaired = end - recordStart;
      for (const [from, to, by] of repairs) repaired += by.length - (to - from);
      found({ line: recordLine, bytes: end - recordStart, repaired, repairedWithEnd: repaired + next - end });
    }
    for (const [from, to, by] of repairs) {
      if (done < recordStart + from) pieces.push(work.subarray(done, recordStart + from));
      pieces.push(by);
      done = recordStart + to;
    }
    recordStart = cellStart = next;
    recordLine = line;
    isBlank = true;
    columns = 0;
    if (repairs.length > 0) repairs = [];
  };

  const isDelimiter = (): boolean =>
    delimiterBytes.length === 1 || delimiterBytes.equals(work.subarray(at, at + delimiterBytes.length));

  /** What matters in a text, and between quotes: all other bytes are passed over. */
  const endsText = bytesOf(NUL, LF, CR, delimiterBytes[0]!);
  const endsQuoted = bytesOf(NUL, LF, CR, QUOTE);

  const scan = (limit: number): void => {
    for (; at < limit; at++) {
      if (place === 'text') at = skip(work, at, limit, endsText);
      else if (place === 'quoted') at = skip(work, at, limit, endsQuoted);
      if (at === limit) return;
      const byte = work[at]!;
      if (byte === LF || byte === CR) {
        const end = at;
        if (byte === CR && work[at + 1] === LF) at++;
        line++;
        if (place !== 'quoted') endRecord(end, at + 1);
      } else if (byte === NUL) {
        throw nulFound(line);
      } else if (place === 'quoted') {
        if (byte !== QUOTE) continue;
        place = 'closed';
        close = at;
        closeLine = line;
      } else if (byte === delimiterBytes[0] && isDelimiter()) {
        endCell(at);
        at += delimiterBytes.length - 1;
        cellStart = at + 1;
      } else if (place === 'closed' && byte === QUOTE && at === close + 1) {
        // The second of two: they are one quote in the text of the cell.
        place = 'quoted';
      } else if (place === 'text' || place === 'loose' || byte === SPACE || byte === TAB) {
        // The text or the padding goes on.
      } else if (place === 'closed') {
        if (openLine < line) fault ??= textAfterQuote(openLine, line);
        place = 'loose';
      } else {
        isBlank = false;
        place = byte === QUOTE ? 'quoted' : 'text';
        open = at;
        openLine = line;
      }
    }
  };

  const takeWhole = (): Buffer => {
    const whole = Buffer.concat([...pieces, work.subarray(done, recordStart)]);
    work.copyWithin(0, recordStart);
    work = work.subarray(0, work.length - recordStart);
    at -= recordStart;
    cellStart -= recordStart;
    open -= recordStart;
    close -= recordStart;
    recordStart = done = 0;
    pieces = [];
    return whole;
  };

  return {
    push(bytes) {
      const length = work.length + bytes.length;
      if (length > buffer.length) {
        buffer = Buffer.allocUnsafe(2 * length);
        work.copy(buffer);
      }
      buffer.set(bytes, work.length);
      work = buffer.subarray(0, length);
      // Whether a CR is a line end of its own shows in the byte after it, and a delimiter may be cut in two.
      scan(work.length - delimiterBytes.length);
      const whole = takeWhole();
      if (work.length > RECORD_MAX_BYTES) throw place === 'quoted' ? quoteOpen(openLine) : tooLong(recordLine);
      return whole;
    },
    end() {
      if (work.at(-1) === CTRL_Z) work = work.subarray(0, -1);
      scan(work.length);
      if (place === 'quoted') throw quoteOpen(openLine);
      if (recordStart < work.length) endRecord(work.length, work.length);
      return takeWhole();
    },
    rest: () => ({ bytes: work, line: recordLine }),
  };
}

/** A table that says 1 of these bytes. */
function bytesOf(...bytes: number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of bytes) table[byte] = 1;
  return table;
}

/** @returns the first place from `from` on with a byte that matters, or `limit` */
function skip(bytes: Uint8Array, from: number, limit: number, matters: Uint8Array): number {
  let at = from;
  while (at < limit && matters[bytes[at]!] === 0) at++;
  return at;
}

function malformed(
  variant: 'long' | 'nul' | 'quote' | 'text' | 'wide',
  line: number,
  message: string,
  suggestion: string,
): FileRejected {
  return new FileRejected({ code: 'file-malformed', variant, message, suggestion, facts: { line } });
}

function quoteOpen(line: number): FileRejected {
  return malformed(
    'quote',
    line,
    `A quote (") is opened on line ${line} and not closed.`,
    `Close the quote on line ${line} or remove it; a quote that belongs to the text is written twice ("").`,
  );
}

function tooLong(line: number): FileRejected {
  return malformed(
    'long',
    line,
    `The record on line ${line} is longer than ${RECORD_MAX_BYTES / 1024 / 1024} MB.`,
    'Is this a CSV file with one record on a line? Export it again as CSV.',
  );
}

function tooWide(line: number, delimiter: string): FileRejected {
  return malformed(
    'wide',
    line,
    `The record on line ${line} has more than ${RECORD_MAX_COLUMNS} columns, which is the most that can be read.`,
    `Is ${JSON.stringify(delimiter)} the delimiter of this file? The job can name another (file.delimiter).`,
  );
}

function nulFound(line: number): FileRejected {
  return malformed(
    'nul',
    line,
    `Line ${line} holds a NUL byte, which text never has: the file is damaged, or is not text.`,
    'Export the file again; if it was copied or unpacked, do that again.',
  );
}

/** A quoted cell that goes over several lines: where its quotes stand in its record, in bytes, and the lines of them. */
interface OverLines {
  readonly open: number;
  readonly close: number;
  readonly openLine: number;
  readonly closeLine: number;
}

/** Cells that a line has at least that may be a row: fewer are a list that somebody wrote. */
const ROW_CELLS = 3;
/** So many columns that are numbers in both lines show that both are rows; most have a date and an amount. */
const ALIKE_NUMBERS = 2;
/** So many columns that both fill show it too, unless a space stands before one of them, as behind the commas of a text. */
const ALIKE_FILLED = 5;

/** Whether the lines of the cell would be rows like each other if its quotes were not there. */
function holdsRows(
  record: Buffer,
  { open, close }: OverLines,
  { delimiter, usual }: { readonly delimiter: string; readonly usual: number },
): boolean {
  const before = record.toString('utf8', 0, open).split(LINE_END).at(-1)!;
  const behind = record.toString('utf8', close + 1).split(LINE_END)[0]!;
  const text = record.toString('utf8', open + 1, close);
  if (!text.includes(delimiter)) return false;
  const [top, ...below] = text.split(LINE_END);
  const first = `${before}${top}`.split(delimiter);
  const column = before.split(delimiter).length;
  return below.some((line, at) => {
    const whole = at === below.length - 1 ? `${line}${behind}` : line;
    const cells = whole.split(delimiter);
    return beginsAlike(line.split(delimiter), first, column) || (cells.length >= usual && isAlike(cells, first));
  });
}

/** @param column of the quoted cell, counted from 1: the line reaches as far */
function beginsAlike(cells: readonly string[], first: readonly string[], column: number): boolean {
  const shape = shapeOf(first[0]!);
  return (
    cells.length >= Math.max(column, ROW_CELLS) && column > 1 && shape.includes('9') && shapeOf(cells[0]!) === shape
  );
}

/** Both have as many cells, with numbers in the same columns. */
function isAlike(cells: readonly string[], first: readonly string[]): boolean {
  if (cells.length !== first.length || cells.length < ROW_CELLS) return false;
  let filled = 0;
  let numbers = 0;
  let isPlain = true;
  for (const [at, cell] of cells.entries()) {
    const [one, other] = [cell.trim(), first[at]!.trim()];
    if (one === '' || other === '') continue;
    if (isNumeric(one) !== isNumeric(other)) return false;
    filled++;
    isPlain &&= !cell.startsWith(' ');
    if (isNumeric(one)) numbers++;
  }
  return numbers >= ALIKE_NUMBERS || (isPlain && filled >= ALIKE_FILLED);
}

const LINE_END = /\r\n|\r|\n/;

/** An amount, a date or another number: digits, and no letters. */
function isNumeric(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

/** `01.03.2026` and `1.3.2026` are `9.9.9`. */
function shapeOf(text: string): string {
  return text.trim().replace(/\d+/g, '9');
}

function rowsInQuotes(opened: number, closed: number): FileRejected {
  return malformed(
    'quote',
    opened,
    `A quote (") opened on line ${opened} is not closed before line ${closed}, and the lines between look like rows of the table.`,
    `Close the quote on line ${opened} or remove it; a quote that belongs to the text is written twice ("").`,
  );
}

function textAfterQuote(opened: number, closed: number): FileRejected {
  return malformed(
    'text',
    opened,
    `A quote (") opened on line ${opened} closes on line ${closed}, but text follows it there.`,
    `Look at line ${opened}: a quote that belongs to the text is written twice (""), in a cell that is quoted itself.`,
  );
}
