import { FileRejected } from '../core/issue.ts';

const TAB = 9;
const SPACE = 32;
const QUOTE = 34;

/**
 * Splits one record that holds quotes. Cells are quoted as RFC 4180 has it, and real exports beyond it are read
 * without losing anything: spaces and tabs around a quoted cell are dropped (`"1,5" ,2`); a quote inside an unquoted
 * cell is text (`12" skjerm`); where text follows a closing quote, the cell is kept as written, quotes and all. A
 * backslash is a backslash. `="0555"`, by which programs keep a spreadsheet from taking the zeros off, is the text 0555.
 *
 * @param line the physical line that the record starts on
 * @param maxCells of a record that has more, one more is given
 * @throws FileRejected `file-malformed` where a cell runs over several lines and text follows its closing quote: that
 * quote was hardly meant to open a cell, and the rows it swallowed would be lost
 */
export function splitQuoted(record: string, delimiter: string, line: number, maxCells: number): string[] {
  const cells: string[] = [];
  let start = 0;
  while (true) {
    const open = skipPadding(record, start, delimiter);
    const close = record.charCodeAt(open) === QUOTE ? closingQuote(record, open) : -1;
    let end: number;
    if (close < 0) {
      end = record.indexOf(delimiter, start);
      if (end < 0) end = record.length;
      cells.push(withoutFormula(record.slice(start, end)));
    } else {
      end = skipPadding(record, close + 1, delimiter);
      if (end === record.length || record.startsWith(delimiter, end)) {
        cells.push(withoutFormula(unquoted(record, open + 1, close)));
      } else {
        end = record.indexOf(delimiter, end);
        if (end < 0) end = record.length;
        if (lineEnds(record, open, close) > 0) throw textAfterQuote(record, open, close, line);
        cells.push(record.slice(start, end));
      }
    }
    if (end >= record.length || cells.length > maxCells) return cells;
    start = end + delimiter.length;
  }
}

/** Where the quote stands that closes the one at `open`; a doubled quote is text. -1: nowhere. */
function closingQuote(record: string, open: number): number {
  let close = record.indexOf('"', open + 1);
  while (close >= 0 && record.charCodeAt(close + 1) === QUOTE) close = record.indexOf('"', close + 2);
  return close;
}

function unquoted(record: string, from: number, to: number): string {
  const text = record.slice(from, to);
  return text.includes('"') ? text.replaceAll('""', '"') : text;
}

/** A formula that is one text and nothing else. */
const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

function withoutFormula(cell: string): string {
  const text = cell.includes('="') ? TEXT_FORMULA.exec(cell)?.[1] : undefined;
  return text === undefined ? cell : text.replaceAll('""', '"');
}

function skipPadding(record: string, from: number, delimiter: string): number {
  let at = from;
  for (let code = record.charCodeAt(at); code === SPACE || code === TAB; code = record.charCodeAt(++at)) {
    if (record.startsWith(delimiter, at)) break;
  }
  return at;
}

function lineEnds(record: string, from: number, to: number): number {
  return record.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
}

function textAfterQuote(record: string, open: number, close: number, line: number): FileRejected {
  const opened = line + lineEnds(record, 0, open);
  const closed = opened + lineEnds(record, open, close);
  return new FileRejected({
    code: 'file-malformed',
    message: `A quote (") opened on line ${opened} closes on line ${closed}, but text follows it there.`,
    suggestion: `Look at line ${opened}: a quote that belongs to the text is written twice (""), in a cell that is quoted itself.`,
  });
}
