import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FileRejected, UsageError } from '../core/issue.ts';
import { createCsvCutter } from './csv-cut.ts';
import { createDecoder, EncodingFault } from './decode.ts';
import { scoreDelimiter } from './delimiter.ts';
import { type LetterWatch, watchLetters } from './doubtful-letters.ts';
import { type FoundEncoding, findEncoding } from './encoding.ts';
import { encodingRejection } from './encoding-rejection.ts';
import type { Chunk, Source } from './table.ts';

/** Encoding and delimiter are inferred from so many bytes; every later byte is checked against the encoding. */
const HEAD_BYTES = 64 * 1024;
/** Bytes read at once: few enough that the records of a block die young. */
const BLOCK_BYTES = 64 * 1024;
/** Most records in a chunk. */
const CHUNK_RECORDS = 250;
/** Bytes of records after which a chunk is full all the same. */
const CHUNK_BYTES = 1024 * 1024;
const LAST_BYTES = [0x0a, 0x0d, 0x1a];
/** Bytes of the file in which its first records are looked for: blank lines may go on for ever. */
const HEAD_SEARCH_BYTES = 16 * 1024 * 1024;

export interface CsvOptions {
  /** `auto`, or the delimiter itself. */
  readonly delimiter: string;
  /** `auto`, or a name. */
  readonly encoding: string;
  /** Where letters that look misread are asked about; default: they are taken as they are. */
  readonly doubts?: 'ask';
  /** From a `ReadAgain`: what an earlier reading found out. */
  readonly hint?: Readonly<Record<string, string>> | undefined;
}

/** Where the text starts and how it is written. */
interface Dialect {
  readonly found: FoundEncoding;
  readonly delimiter: string;
  /** Bytes of a `sep=` line, as UTF-8, before the first record. */
  readonly skipText: number;
  /** The physical line that the first record can start on. */
  readonly firstLine: number;
}

/**
 * Opens a CSV file (design, section 5: `file.delimiter`, `file.encoding`).
 *
 * @throws FileRejected `file-empty`, `encoding-invalid`
 * @throws UsageError where the encoding or the delimiter of the job can't be
 */
export async function openCsv(path: string, options: CsvOptions): Promise<Source> {
  checkDelimiter(options.delimiter);
  const file = await open(path);
  try {
    const dialect = await findDialect(file, options);
    const { found, delimiter } = dialect;
    const chunks = (limit?: number): AsyncGenerator<Chunk> => readChunks(file, dialect, options, limit);
    return {
      facts: {
        kind: 'csv',
        encoding: found.encoding,
        delimiter,
        ...(isGuessed(found, options) ? { guessed: true } : {}),
      },
      tables: [{ name: '', visible: true }],
      head: async (_table, count) => takeHead(chunks(HEAD_SEARCH_BYTES), count),
      chunks: () => chunks(),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function findDialect(file: FileHandle, options: CsvOptions): Promise<Dialect> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), 0, null, 0);
  const head = buffer.subarray(0, bytesRead);
  const whole = bytesRead >= size;
  const found = findEncoding(head, whole, options.hint?.['encoding'] ?? options.encoding, options.hint !== undefined);
  const letters = watched(found, options);
  let text: string;
  try {
    text = createDecoder(found).decode(head.subarray(found.skip), whole).toString('utf8');
    letters?.note(head);
    letters?.judge();
  } catch (error) {
    throw await explained(error, file, found, options);
  }
  if (whole && text.trim() === '') {
    throw new FileRejected({ code: 'file-empty', message: 'The file holds no text.', suggestion: 'Export it again.' });
  }
  // Excel's own way to name a delimiter: it is an instruction, not a record.
  const separator = /^"?sep=([^\r\n"])"?\1*(\r\n|\r|\n|$)/i.exec(text);
  const rest = separator === null ? text : text.slice(separator[0].length);
  const lastLineEnd = Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r'));
  const lines = whole || lastLineEnd < 0 ? rest : rest.slice(0, lastLineEnd + 1);
  return {
    found,
    delimiter: options.delimiter !== 'auto' ? options.delimiter : (separator?.[1] ?? scoreDelimiter(lines)),
    skipText: separator === null ? 0 : Buffer.byteLength(separator[0]),
    firstLine: separator === null ? 1 : 2,
  };
}

async function* readChunks(
  file: FileHandle,
  dialect: Dialect,
  options: CsvOptions,
  limit = Infinity,
): AsyncGenerator<Chunk> {
  let lines: number[] = [];
  let records: string[][] = [];
  let weight = 0;
  let full: Chunk[] = [];
  let read = 0;
  const cutter = createCsvCutter(dialect.delimiter, dialect.firstLine, (record, line, bytes) => {
    read++;
    records.push(record);
    lines.push(line);
    weight += bytes;
    if (records.length < CHUNK_RECORDS && weight < CHUNK_BYTES) return;
    full.push({ lines, records });
    weight = 0;
    lines = [];
    records = [];
  });
  const decoder = createDecoder(dialect.found);
  const letters = limit === Infinity ? watched(dialect.found, options) : undefined;
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let position = dialect.found.skip;
  let skipText = dialect.skipText;
  /** The last byte so far ends a line, or a file, as DOS programs have it. */
  let endsLine = false;
  try {
    while (true) {
      // Files are read in threads of their own, which have nothing else to do.
      const bytesRead = readSync(file.fd, block, 0, BLOCK_BYTES, position);
      position += bytesRead;
      const text = decoder.decode(block.subarray(0, bytesRead), bytesRead === 0);
      letters?.note(block.subarray(0, bytesRead));
      cutter.push(text.subarray(skipText));
      if (text.length > 0) endsLine = LAST_BYTES.includes(text.at(-1)!);
      skipText -= Math.min(skipText, text.length);
      if (bytesRead === 0) break;
      if (position > limit) {
        yield* full;
        if (records.length > 0) yield { lines, records };
        return;
      }
      const ready = full;
      full = [];
      yield* ready;
    }
  } catch (error) {
    throw await explained(error, file, dialect.found, options);
  }
  letters?.judge();
  const before = read;
  cutter.end();
  if (records.length > 0) full.push({ lines, records });
  const last = full.pop();
  yield* full;
  if (last !== undefined) yield read > before && !endsLine ? { ...last, endsOpen: true } : last;
}

/** Nothing says that it is Windows-1252: it is no UTF-8, and most other files are. */
function isGuessed({ encoding }: FoundEncoding, options: CsvOptions): boolean {
  return encoding === 'windows-1252' && options.encoding === 'auto';
}

function watched({ encoding }: FoundEncoding, options: CsvOptions): LetterWatch | undefined {
  const isJudged = options.doubts === 'ask' && options.encoding === 'auto';
  return isJudged && (encoding === 'windows-1252' || encoding === 'utf-8') ? watchLetters(encoding) : undefined;
}

async function takeHead(chunks: AsyncGenerator<Chunk>, count: number): Promise<Chunk> {
  const lines: number[] = [];
  const records: (readonly string[])[] = [];
  for await (const chunk of chunks) {
    lines.push(...chunk.lines.slice(0, count - lines.length));
    records.push(...(chunk.records.slice(0, count - records.length) as string[][]));
    if (records.length >= count) break;
  }
  return { lines, records };
}

async function explained(
  error: unknown,
  file: FileHandle,
  found: FoundEncoding,
  options: CsvOptions,
): Promise<unknown> {
  if (!(error instanceof EncodingFault)) return error;
  const inferred = options.encoding === 'auto';
  return encodingRejection(file, found, { offset: found.skip + error.offset, byte: error.byte }, inferred);
}

function checkDelimiter(delimiter: string): void {
  if (delimiter !== '' && !['"', '\r', '\n', '\0'].some((never) => delimiter.includes(never))) return;
  throw new UsageError(
    `${JSON.stringify(delimiter)} can't be a delimiter (file.delimiter).`,
    'Use auto, ";", ",", "\\t" or "|".',
  );
}
