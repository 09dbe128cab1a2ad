import { Parser } from 'csv-parse';
import { ownText } from '../core/text.ts';
import { createCsvRepairer, type FoundRecord } from './csv-repair.ts';

const QUOTE = '"';
/** Cells of a record from this length on are copied out of it. */
const LONG_RECORD_CHARACTERS = 4 * 1024;

export interface CsvCutter {
  /** Takes the next bytes of the text (UTF-8, no byte order mark). They are copied. */
  push(bytes: Uint8Array): void;
  /** The text has ended: the last record need not have a line end. */
  end(): void;
}

/**
 * Cuts UTF-8 text into records, handing each that is not blank to `emit` with the physical line it starts on and
 * its size in bytes. Cells are quoted as RFC 4180 has it, and what real exports have beyond it is repaired before
 * (`createCsvRepairer`); a quote inside an unquoted cell is text (`12" skjerm`), a backslash is a backslash, and `="0555"`,
 * by which programs keep a spreadsheet from taking the zeros off, is the text 0555. csv-parse reads each record in which a
 * quote stands inside a cell. Without such a quote a record is cut at its delimiters, to the same cells at a fifth of the cost.
 *
 * @param firstLine the physical line that the text starts on
 * @throws FileRejected `file-malformed`, as `createCsvRepairer` does
 */
export function createCsvCutter(
  delimiter: string,
  firstLine: number,
  emit: (record: string[], line: number, bytes: number) => void,
): CsvCutter {
  /** The records of the text that is read next. */
  let found: FoundRecord[] = [];
  const repairer = createCsvRepairer(delimiter, firstLine, (record) => found.push(record));

  /** @param text whole records */
  const read = (text: Buffer): void => {
    const records: (string[] | undefined)[] = [];
    const left: Buffer[] = [];
    let quote = text.indexOf(QUOTE);
    let at = 0;
    for (const { repaired, repairedWithEnd } of found) {
      if (quote >= 0 && quote < at) quote = text.indexOf(QUOTE, at);
      const hasQuote = quote >= 0 && quote < at + repaired;
      // A string for each record: its cells share that memory and no more, however long they are kept.
      const whole = text.toString('utf8', at, at + repaired);
      const record = hasQuote ? cutQuoted(whole, delimiter) : whole.split(delimiter);
      if (record === undefined) left.push(text.subarray(at, at + repairedWithEnd));
      records.push(whole.length < LONG_RECORD_CHARACTERS ? record : record?.map(ownText));
      at += repairedWithEnd;
    }
    const parsed = left.length === 0 ? [] : parse(Buffer.concat(left), delimiter);
    let taken = 0;
    for (let index = 0; index < found.length; index++) {
      const { line, bytes } = found[index]!;
      const record = records[index] ?? parsed[taken++]!;
      if (!isBlank(record)) emit(record, line, bytes);
    }
    found = [];
  };
  return { push: (bytes) => read(repairer.push(bytes)), end: () => read(repairer.end()) };
}

/**
 * The cells of a record with quotes, where each cell stands in quotes as a whole or holds none.
 * @returns undefined where a quote stands anywhere else
 */
function cutQuoted(record: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; ; at += delimiter.length) {
    const isQuoted = record.startsWith(QUOTE, at);
    const start = isQuoted ? at + 1 : at;
    const found = record.indexOf(isQuoted ? QUOTE : delimiter, start);
    const end = found < 0 ? record.length : found;
    const cell = record.slice(start, end);
    if (!isQuoted && cell.includes(QUOTE)) return undefined;
    cells.push(cell);
    at = isQuoted ? end + 1 : end;
    if (at >= record.length) return cells;
    if (!record.startsWith(delimiter, at)) return undefined;
  }
}

/** @param text whole records, each of which has a cell that is not blank */
function parse(text: Buffer, delimiter: string): string[][] {
  const records: string[][] = [];
  const mayHoldFormulas = text.includes('="');
  const parser = new Parser({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
  // csv-parse calls this for each record while it reads. Taken here, no record waits in the queue of a stream.
  parser.push = (cells: string[]): boolean => {
    records.push(mayHoldFormulas ? cells.map(withoutFormula) : cells);
    // csv-parse makes an Error of each record that has more or fewer cells than its first one, which takes ten times as long
    // as the record. At a count of 0 it takes the next record for its first.
    (parser.info as { records: number }).records = 0;
    return true;
  };
  parser._transform(text, 'utf8', rethrow);
  parser._flush(rethrow);
  return records;
}

function rethrow(error?: Error | null): void {
  if (error) throw error;
}

function isBlank(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}

/** A formula that is one text and nothing else. */
const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

function withoutFormula(cell: string): string {
  const text = cell.includes('="') ? TEXT_FORMULA.exec(cell)?.[1] : undefined;
  return text === undefined ? cell : text.replaceAll('""', '"');
}
