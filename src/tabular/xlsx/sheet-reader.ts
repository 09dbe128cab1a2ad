import type { Cell } from '../../core/cell.ts';
import type { Chunk } from '../table.ts';
import {
  BOOLEAN,
  type CellContext,
  cellFromText,
  ERROR,
  errorCell,
  FORMULA_TEXT,
  INLINE,
  ISO_DATE,
  isZero,
  NO_STORED_VALUE,
  NUMBER,
  numberCell,
  plainNumber,
  SHARED,
  sharedCell,
} from './cell-value.ts';
import {
  CHUNK_MAX_WEIGHT,
  CHUNK_RECORDS,
  LONG_TEXT_CHARACTERS,
  ROW_MAX_CHARACTERS,
  SHEET_MAX_CELLS,
  SHEET_MAX_CHARACTERS,
  SHEET_MAX_COLUMNS,
  SHEET_MAX_ROWS,
  tooLarge,
} from './limits.ts';
import { keepsSpace, MAX_ESCAPED_CHARACTERS, StringItem, textTooLong } from './strings.ts';
import { CLOSE, MORE, nameCode, OPEN, XmlScanner } from './xml-scanner.ts';

const WORKSHEET = nameCode('worksheet');
const SHEET_DATA = nameCode('sheetData');
const ROW = nameCode('row');
const CELL = nameCode('c');
const VALUE = nameCode('v');
const FORMULA = nameCode('f');
const INLINE_STRING = nameCode('is');
const EXTENSIONS = nameCode('extLst');
const COLUMN = nameCode('col');
const HIDDEN = nameCode('hidden');
const FIRST = nameCode('min');
const LAST = nameCode('max');
const R = nameCode('r');
const S = nameCode('s');
const T = nameCode('t');

/** Depths of the elements: worksheet 1, sheetData 2, row 3, c 4, and v, f and is 5. */
const ROW_DEPTH = 3;
const CELL_DEPTH = 4;
const CONTENT_DEPTH = 5;

/**
 * Reads the rows of a worksheet from its XML as it comes. Rows and cells stand where their references say, or, without
 * references, one behind the other. The sheet's own word on its size (`dimension`) is not asked.
 */
export class SheetReader {
  /** All rows have been read; what follows in the sheet (merged cells, links, drawings) is not wanted. */
  done = false;
  readonly #xml: XmlScanner;
  readonly #context: CellContext;
  readonly #item = new StringItem();
  #chunks: Chunk[] = [];
  #lines: number[] = [];
  #records: Cell[][] = [];
  /** Of the chunk that is being read. */
  #hidden: number[] = [];
  #rowHidden = false;
  readonly #hiddenColumns: [number, number][] = [];
  #weight = 0;
  /** Characters of long texts, in the row and in the sheet, and cells of the sheet. */
  #rowCharacters = 0;
  #characters = 0;
  #cells = 0;
  #inData = false;
  #keepsSpace = false;
  /** Of the row being read; 0 until it is known. */
  #row = 0;
  #lastRow = 0;
  #record: Cell[] = [];
  #column = -1;
  #type = NUMBER;
  #style = 0;
  #cell: Cell | undefined = '';
  #formula = false;
  /** Whether the sheet has a formula with another result than zero. */
  #isCalculated = false;
  /** The element of depth 5 that is being read, as far as it matters. */
  #content = 0;
  #text: string | undefined;

  constructor(context: CellContext) {
    this.#xml = new XmlScanner(context.part);
    this.#context = context;
  }

  /** Adds bytes of the sheet. */
  feed(bytes: Buffer): void {
    this.#xml.feed(bytes);
  }

  /**
   * Reads on until a chunk is full: a few bytes can stand for megabytes of cells.
   * @returns false where the bytes so far hold no more
   * @throws FileRejected
   */
  read(): boolean {
    const xml = this.#xml;
    while (!this.done) {
      if (this.#chunks.length > 0) return true;
      const token = xml.next();
      if (token === MORE) return false;
      if (token === OPEN) {
        if (this.#inData) this.#opened(xml);
        else this.#openedOutsideData(xml);
      } else if (token === CLOSE) this.#closed(xml);
      else if (this.#content === INLINE_STRING) this.#item.read(xml);
      else if (this.#content === VALUE) this.#readValue(xml);
    }
    return false;
  }

  /** The chunks that are full. */
  take(): Chunk[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  /** The rest, when the part has ended. @throws FileRejected */
  finish(): Chunk[] {
    if (!this.done) this.#xml.finish();
    this.#flush();
    return this.take();
  }

  #opened(xml: XmlScanner): void {
    const { depth, name } = xml;
    if (depth === CONTENT_DEPTH) {
      this.#content = name === VALUE || name === INLINE_STRING ? name : 0;
      if (name === FORMULA) this.#formula = true;
      else if (name === VALUE) this.#text = undefined;
      else if (name === INLINE_STRING) this.#item.begin(xml, this.#keepsSpace);
    } else if (depth === CELL_DEPTH && name === CELL) this.#openCell(xml);
    else if (depth === ROW_DEPTH && name === ROW) this.#openRow(xml);
    else if (depth > CONTENT_DEPTH) {
      if (this.#content === INLINE_STRING) this.#item.opened(xml);
    } else if (name !== EXTENSIONS) {
      // Passing over it could pass over rows.
      throw xml.error('holds elements among its rows and cells that are not known');
    }
  }

  #openedOutsideData(xml: XmlScanner): void {
    if (xml.depth === 1) {
      if (xml.name !== WORKSHEET) throw xml.error('is not a worksheet');
      this.#keepsSpace = keepsSpace(xml, false);
    } else if (xml.depth === 2 && xml.name === SHEET_DATA) this.#inData = true;
    else if (xml.depth === 3 && xml.name === COLUMN && isTrue(xml, HIDDEN)) {
      this.#hiddenColumns.push([Number(xml.attribute(FIRST)) - 1, Number(xml.attribute(LAST)) - 1]);
    }
  }

  #closed(xml: XmlScanner): void {
    if (!this.#inData) return;
    const level = xml.depth + 1;
    if (level === CONTENT_DEPTH) this.#closeContent();
    else if (level === CELL_DEPTH) {
      if (xml.name === CELL) this.#closeCell();
    } else if (level === ROW_DEPTH) this.#closeRow();
    else if (level === 2) this.done = true;
    else if (this.#content === INLINE_STRING) this.#item.closed(xml);
  }

  #readValue(xml: XmlScanner): void {
    if (xml.depth !== CONTENT_DEPTH) return;
    if (this.#text === undefined && xml.textIsWhole() && (this.#type === NUMBER || this.#type === SHARED)) {
      const value = plainNumber(xml.bytes, xml.from, xml.to);
      if (!Number.isNaN(value)) {
        const shared = this.#type === SHARED;
        this.#cell = shared ? sharedCell(value, this.#context) : numberCell(value, this.#style, this.#context);
        return;
      }
    }
    this.#text = this.#text === undefined ? xml.text() : this.#text + xml.text();
    if (this.#text.length > MAX_ESCAPED_CHARACTERS) throw textTooLong(xml);
  }

  #openRow(xml: XmlScanner): void {
    this.#record = [];
    this.#rowCharacters = 0;
    this.#column = -1;
    this.#row = 0;
    this.#rowHidden = isTrue(xml, HIDDEN);
    if (xml.findAttribute(R)) this.#setRow(plainNumber(xml.bytes, xml.from, xml.to));
  }

  #setRow(row: number): void {
    if (!Number.isInteger(row) || row < 1 || row > SHEET_MAX_ROWS) throw this.#xml.error(`has a row numbered ${row}`);
    if (row <= this.#lastRow) throw this.#xml.error(`has row ${row} behind row ${this.#lastRow}`);
    this.#row = row;
  }

  #openCell(xml: XmlScanner): void {
    if (xml.findAttribute(R)) this.#place(xml.bytes, xml.from, xml.to);
    else {
      if (this.#row === 0) this.#setRow(this.#lastRow + 1);
      this.#column++;
    }
    if (this.#column >= SHEET_MAX_COLUMNS) {
      throw xml.error(`has more than ${SHEET_MAX_COLUMNS} columns in row ${this.#row}`);
    }
    this.#type = xml.findAttribute(T) ? typeCode(xml) : NUMBER;
    this.#style = xml.findAttribute(S) ? plainNumber(xml.bytes, xml.from, xml.to) : 0;
    this.#cell = undefined;
    this.#formula = false;
    this.#content = 0;
  }

  /** Takes the cell's place from its reference (`AB12`). */
  #place(bytes: Uint8Array, from: number, to: number): void {
    let column = 0;
    let i = from;
    for (; i < to && i < from + 3; i++) {
      const letter = (bytes[i] as number) & 0xdf;
      if (letter < 65 || letter > 90) break;
      column = column * 26 + letter - 64;
    }
    const row = plainNumber(bytes, i, to);
    if (column === 0 || Number.isNaN(row)) throw this.#xml.error(`has a cell without a place in row ${this.#row}`);
    if (this.#row === 0) this.#setRow(row);
    else if (row !== this.#row) throw this.#xml.error(`has a cell of row ${row} in row ${this.#row}`);
    this.#column = column - 1;
  }

  #closeContent(): void {
    if (this.#content === VALUE) {
      if (this.#text !== undefined) this.#cell = cellFromText(this.#type, this.#text, this.#style, this.#context);
      // An empty result is the result of a formula that gives text; any other formula gives at least a zero.
      else if (this.#cell === undefined && (!this.#formula || this.#type === FORMULA_TEXT)) this.#cell = '';
      this.#text = undefined;
    } else if (this.#content === INLINE_STRING) this.#cell = this.#item.text;
    this.#content = 0;
  }

  #closeCell(): void {
    if (this.#formula && this.#context.isUncalculated && this.#type === NUMBER) {
      // Another result than zero shows that somebody has calculated.
      if (!isZero(this.#cell)) this.#isCalculated = true;
      else if (!this.#isCalculated) this.#cell = NO_STORED_VALUE;
    }
    const cell =
      this.#cell ?? (this.#formula ? NO_STORED_VALUE : this.#type === ERROR ? errorCell('error without a name') : '');
    if (cell === '') return;
    const record = this.#record;
    const column = this.#column;
    if (column < record.length && record[column] !== '') {
      throw this.#xml.error(`has two cells in column ${column + 1} of row ${this.#row}`);
    }
    this.#cells += column + 1 - record.length;
    if (this.#cells > SHEET_MAX_CELLS) throw tooLarge(this.#context.part, `has more than ${SHEET_MAX_CELLS} cells`);
    while (record.length < column) record.push('');
    record[column] = cell;
    if (typeof cell === 'string' && cell.length >= LONG_TEXT_CHARACTERS) this.#weigh(cell.length);
  }

  #weigh(characters: number): void {
    const { part } = this.#context;
    this.#weight += characters;
    this.#rowCharacters += characters;
    this.#characters += characters;
    if (this.#rowCharacters > ROW_MAX_CHARACTERS) {
      throw tooLarge(part, `has more than ${ROW_MAX_CHARACTERS} characters in row ${this.#row || this.#lastRow + 1}`);
    }
    if (this.#characters > SHEET_MAX_CHARACTERS) {
      throw tooLarge(part, `has cells of more than ${SHEET_MAX_CHARACTERS} characters together`);
    }
  }

  #closeRow(): void {
    if (this.#row === 0) this.#setRow(this.#lastRow + 1);
    this.#lastRow = this.#row;
    if (this.#record.length === 0) return;
    this.#lines.push(this.#row);
    this.#records.push(this.#record);
    if (this.#rowHidden) this.#hidden.push(this.#row);
    this.#weight += this.#record.length;
    if (this.#records.length >= CHUNK_RECORDS || this.#weight >= CHUNK_MAX_WEIGHT) this.#flush();
  }

  #flush(): void {
    if (this.#records.length === 0) return;
    this.#chunks.push({
      lines: this.#lines,
      records: this.#records,
      ...(this.#hidden.length === 0 ? {} : { hidden: this.#hidden }),
      ...(this.#hiddenColumns.length === 0 ? {} : { hiddenColumns: this.#hiddenColumns }),
    });
    this.#hidden = [];
    this.#lines = [];
    this.#records = [];
    this.#weight = 0;
  }
}

const TYPES: ReadonlySet<number> = new Set([NUMBER, SHARED, BOOLEAN, ERROR, FORMULA_TEXT, INLINE, ISO_DATE]);

/** The value of the attribute just found, as one of the cell types. */
function typeCode(xml: XmlScanner): number {
  const type = xml.valueCode();
  if (!TYPES.has(type)) throw xml.error('has a cell of a type that is not known');
  return type;
}

/** Whether an element says so of itself. */
function isTrue(xml: XmlScanner, attribute: number): boolean {
  if (!xml.findAttribute(attribute)) return false;
  return TRUE.has(xml.valueCode());
}

const TRUE: ReadonlySet<number> = new Set(['1', 'true', 'on'].map(nameCode));
