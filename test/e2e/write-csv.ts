import iconv from 'iconv-lite';
import type { CsvDialect } from './dialect.ts';
import type { Entry } from './entries.ts';
import { cellOf, columnsOf, layOut } from './lay-out.ts';
import { finish, headerOf, preambleOf, type Written } from './written.ts';

export function writeCsv(entries: readonly Entry[], given: CsvDialect): Written {
  let dialect = given;
  const text = (one: CsvDialect) => csvText(entries, one);
  let made = text(dialect);
  if (encoded(made.text, dialect.encoding) === undefined) {
    dialect = { ...dialect, encoding: 'utf-8' };
    made = text(dialect);
  }
  const { bytes, named } = encoded(made.text, dialect.encoding)!;
  const file = { ...made.file, ...(named ? { encoding: dialect.encoding } : {}) };
  return finish('file.csv', bytes, dialect, made.laid, file, made.columns);
}

function csvText(entries: readonly Entry[], dialect: CsvDialect) {
  const laid = layOut(entries, dialect);
  const { fields, header } = columnsOf(dialect, laid.rows);
  const quoted = (value: string) =>
    dialect.quote === 'all' || /["\r\n]/.test(value) || value.includes(dialect.delimiter)
      ? `"${value.replaceAll('"', '""')}"`
      : value;
  const record = (cells: readonly string[]) => cells.map(quoted).join(dialect.delimiter);
  const lines: string[] = dialect.sepLine ? [`sep=${dialect.delimiter}`] : [];
  const preamble = preambleOf(dialect);
  lines.push(...preamble);
  const headerLine = lines.length + 1;
  if (dialect.headerRow !== 'none') lines.push(record(header));
  for (const [at, row] of laid.rows.entries()) {
    const cells = fields.map((field) => (field === undefined ? '' : cellOf(row[field], dialect, false).toString()));
    while (dialect.shortRows && cells.length > 1 && cells.at(-1) === '') cells.pop();
    lines.push(record(cells));
    if (dialect.blankRows && at % 7 === 3) lines.push(at % 2 === 0 ? '' : dialect.delimiter.repeat(fields.length - 1));
  }
  // A short last row without a line end seems to be cut off.
  const lastLineEnd = dialect.lastLineEnd || dialect.shortRows;
  const text = lines.join(dialect.lineEnd) + (lastLineEnd ? dialect.lineEnd : '');
  // Lines of prose, or of a long cell, can outnumber a small table whose rows differ; and nobody looks for a tilde.
  const sayDelimiter = dialect.says.delimiter || dialect.shortRows || preamble.length > 0 || dialect.delimiter === '~';
  const file = {
    ...(sayDelimiter && !dialect.sepLine ? { delimiter: dialect.delimiter === '\t' ? 'tab' : dialect.delimiter } : {}),
    ...headerOf(dialect, headerLine),
  };
  return { text, laid, file, columns: fields };
}

/** No word has ß or € there: bilag asks whether it stands for a letter of another encoding (á or Ç, say). */
const LIKE_OTHER_LETTERS = /(?<![aeiouyäöü\p{Lu}])ß|€\p{L}|\p{L}€/u;

/** The bytes, and whether the job must name the encoding; undefined where the encoding can't hold the text, or hides it. */
function encoded(text: string, encoding: CsvDialect['encoding']): { bytes: Buffer; named: boolean } | undefined {
  if (encoding === 'utf-8') return { bytes: Buffer.from(text), named: false };
  if (encoding === 'utf-8-bom') return { bytes: Buffer.from(`\ufeff${text}`), named: false };
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return { bytes: iconv.encode(`\ufeff${text}`, encoding), named: false };
  const bytes = iconv.encode(text, encoding);
  if (iconv.decode(bytes, encoding) !== text) return undefined;
  const ascii = bytes.every((byte) => byte < 0x80);
  // Bytes that are UTF-8 by chance: no reader could know.
  const likeUtf8 = bytes.some((byte, at) => byte >= 0xc2 && ((bytes[at + 1] ?? 0) & 0xc0) === 0x80);
  if (likeUtf8) return undefined;
  return { bytes, named: !ascii && (encoding !== 'windows-1252' || LIKE_OTHER_LETTERS.test(text)) };
}
