import { CellMemo, piece } from './cell-memo.ts';
import { withoutFormula } from './csv-formula.ts';
import { RECORD_MAX_BYTES, RECORD_MAX_COLUMNS } from './csv-repair.ts';

const NUL = 0;
const LF = 10;
const CR = 13;
const QUOTE = 34;
/** From here on a byte is a part of a character of several. */
const BEYOND_ASCII = 0x80;

/** What a byte means to a cell; 0 is its text. */
const ENDS_CELL = 1;
const ENDS_RECORD = 2;
const UNUSUAL = 3;

/** Columns whose texts are remembered; beyond them a record is hardly read for each of its cells. */
const MEMO_COLUMNS = 64;

/**
 * Cuts UTF-8 into records where they are plain, as those of nearly all files are: each cell is text without a quote, or stands in
 * quotes as a whole, on one line. What comes out is what csv-parse reads, as a test holds.
 *
 * A text that its column has had before is the same string again. A file has few dates and accounts, and each a thousand
 * times: whoever looks such a string up need not read it anew.
 */
export class PlainCutter {
  /** The physical line that the next record starts on. */
  line: number;
  /** Why `cut` stopped: the record there is not plain; else it is not whole. */
  isUnusual = false;
  /** Cells of the last record; 0 before the first. */
  width = 0;
  readonly #emit: (record: string[], line: number, bytes: number) => void;
  readonly #meaning = new Uint8Array(256);
  readonly #memos: CellMemo[] = [];

  /** @param delimiter one ASCII character */
  constructor(delimiter: string, firstLine: number, emit: (record: string[], line: number, bytes: number) => void) {
    this.line = firstLine;
    this.#emit = emit;
    this.#meaning[delimiter.charCodeAt(0)] = ENDS_CELL;
    this.#meaning[LF] = ENDS_RECORD;
    this.#meaning[CR] = ENDS_RECORD;
    this.#meaning[NUL] = UNUSUAL;
    this.#meaning[QUOTE] = UNUSUAL;
  }

  /**
   * Emits records up to the first that is not plain, or not whole.
   * @param bytes begin with a record
   * @returns how many of them these records take up
   */
  cut(bytes: Buffer): number {
    const meaning = this.#meaning;
    const { length } = bytes;
    // Each byte is a character of it: a cell of ASCII is a piece of this text.
    const text = bytes.toString('latin1', 0, length);
    this.isUnusual = false;
    let recordStart = 0;
    let at = 0;
    let record: string[] = [];
    let isBlank = true;
    while (at < length) {
      let cell = '';
      const start = at;
      if (bytes[at] === QUOTE) {
        const end = this.#closingQuote(bytes, at + 1);
        if (end < 0) return recordStart;
        cell = quotedCell(bytes, start + 1, end);
        at = end + 1;
      } else {
        let all = 0;
        for (; at < length; at++) {
          const byte = bytes[at]!;
          if (meaning[byte] !== 0) break;
          all |= byte;
        }
        if (at > start)
          cell =
            all < BEYOND_ASCII
              ? this.#plainText(record.length, bytes, text, start, at)
              : bytes.toString('utf8', start, at);
      }
      const end = at < length ? meaning[bytes[at]!]! : 0;
      if (end === 0 || end === UNUSUAL) {
        this.isUnusual = at < length;
        return recordStart;
      }
      record.push(cell);
      isBlank &&= cell === '' || cell.trim() === '';
      at++;
      if (end === ENDS_CELL) continue;
      const bytesOfRecord = at - 1 - recordStart;
      if (bytes[at - 1] === CR) {
        // Whether it is a line end of its own shows in the byte after it.
        if (at === length) return recordStart;
        if (bytes[at] === LF) at++;
      }
      if (bytesOfRecord > RECORD_MAX_BYTES || record.length > RECORD_MAX_COLUMNS) {
        this.isUnusual = true;
        return recordStart;
      }
      if (!isBlank) {
        this.width = record.length;
        this.#emit(record, this.line, bytesOfRecord);
      }
      this.line++;
      recordStart = at;
      record = [];
      isBlank = true;
    }
    return recordStart;
  }

  /** @returns where the cell's closing quote stands; -1 where it is not plain, or not whole */
  #closingQuote(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        if (bytes[at + 1] !== QUOTE) return at;
        at++;
      } else if (byte === LF || byte === CR || byte === NUL) {
        this.isUnusual = true;
        return -1;
      }
    }
    return -1;
  }

  #plainText(column: number, bytes: Buffer, text: string, start: number, end: number): string {
    if (column >= MEMO_COLUMNS) return piece(bytes, text, start, end);
    const memo = (this.#memos[column] ??= new CellMemo());
    return memo.text(bytes, text, start, end);
  }
}

/** A quote inside is written twice. */
function quotedCell(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('"') ? withoutFormula(text.replaceAll('""', '"')) : text;
}
