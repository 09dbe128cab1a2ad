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
 * by which programs keep a spreadsheet from taking the zeros off, is the text 0555. csv-parse reads whatever has a quote;
 * text without one, as most files are, is split at its delimiters, to the same cells at a fifth of the cost.
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

  /** Without quotes nothing is repaired, and a delimiter is a delimiter wherever it stands. */
  const split = (text: Buffer): void => {
    let at = 0;
    for (const { line, bytes, bytesWithEnd } of found) {
      // A string for each record: its cells share that memory and no more, however long they are kept.
      const whole = text.toString('utf8', at, at + bytes);
      const record = whole.split(delimiter);
      at += bytesWithEnd;
      if (!isBlank(record)) emit(whole.length < LONG_RECORD_CHARACTERS ? record : record.map(ownText), line, bytes);
    }
  };

  const parse = (text: Buffer): void => {
    const mayHoldFormulas = text.includes('="');
    let records = 0;
    const parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
    // csv-parse calls this for each record while it reads. Taken here, no record waits in the queue of a stream.
    parser.push = (cells: string[]): boolean => {
      const record = mayHoldFormulas ? cells.map(withoutFormula) : cells;
      const { line, bytes } = found[records]!;
      if (!isBlank(record)) emit(record, line, bytes);
      records++;
      // csv-parse makes an Error of each record that has more or fewer cells than its first one, which takes ten times as long
      // as the record. At a count of 0 it takes the next record for its first.
      (parser.info as { records: number }).records = 0;
      return true;
    };
    parser._transform(text, 'utf8', rethrow);
    parser._flush(rethrow);
  };

  /** @param text whole records */
  const read = (text: Buffer): void => {
    if (text.includes(QUOTE)) parse(text);
    else split(text);
    found = [];
  };
  return { push: (bytes) => read(repairer.push(bytes)), end: () => read(repairer.end()) };
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
