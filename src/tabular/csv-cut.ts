import { Parser } from 'csv-parse';
import { withoutFormula } from './csv-formula.ts';
import { PlainCutter } from './csv-plain.ts';
import { createCsvRepairer, type FoundRecord } from './csv-repair.ts';

const NOTHING = Buffer.alloc(0);
/** Bytes that csv-parse gets at once where a record is not plain: what follows it mostly is. */
const GENERAL_BYTES = 8 * 1024;
/** A record that is longer, and not whole, is read by csv-parse to its end: it is not looked through again with each block. */
const REST_MAX_BYTES = 64 * 1024;
const LAST_ASCII = '\x7f';

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
 * by which programs keep a spreadsheet from taking the zeros off, is the text 0555. csv-parse reads all that is not plain; the
 * plain records around it are cut to the same cells at a fifth of the cost (`PlainCutter`).
 *
 * @param firstLine the physical line that the text starts on
 * @throws FileRejected `file-malformed`, as `createCsvRepairer` does
 */
export function createCsvCutter(
  delimiter: string,
  firstLine: number,
  emit: (record: string[], line: number, bytes: number) => void,
): CsvCutter {
  const isPlain = delimiter.length === 1 && delimiter <= LAST_ASCII;
  const plain = new PlainCutter(delimiter, firstLine, emit);
  /** Of a record that is not whole yet. */
  let rest = NOTHING;
  /** Reads where a record is not plain. */
  let general = isPlain ? undefined : generalCutter(delimiter, plain, emit);

  return {
    push(bytes) {
      let work =
        rest.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.concat([rest, bytes]);
      while (true) {
        if (general === undefined) {
          work = work.subarray(plain.cut(work));
          if (!plain.isUnusual && work.length <= REST_MAX_BYTES) break;
          general = generalCutter(delimiter, plain, emit);
        }
        const { line } = general.rest();
        const some = isPlain ? GENERAL_BYTES : work.length;
        general.push(work.subarray(0, some));
        work = work.subarray(some);
        const left = general.rest();
        const hasMoved = left.line > line;
        if (isPlain && hasMoved && left.bytes.length <= REST_MAX_BYTES) {
          plain.line = left.line;
          work = Buffer.concat([left.bytes, work]);
          general = undefined;
        } else if (work.length === 0) break;
      }
      rest = Buffer.from(work);
    },
    end() {
      general ??= generalCutter(delimiter, plain, emit);
      general.push(rest);
      general.end();
    },
  };
}

/** Cuts whatever there is, by csv-parse. */
function generalCutter(
  delimiter: string,
  { line: firstLine, width }: Pick<PlainCutter, 'line' | 'width'>,
  emit: (record: string[], line: number, bytes: number) => void,
) {
  let found: FoundRecord[] = [];
  const repairer = createCsvRepairer(delimiter, firstLine, (record) => found.push(record), width);
  const read = (text: Buffer): void => {
    const records = text.length === 0 ? [] : parse(text, delimiter);
    for (const [index, { line, bytes }] of found.entries()) {
      const record = records[index]!;
      if (!isBlank(record)) emit(record, line, bytes);
    }
    found = [];
  };
  return {
    push: (bytes: Uint8Array) => read(repairer.push(bytes)),
    end: () => read(repairer.end()),
    rest: repairer.rest,
  };
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
