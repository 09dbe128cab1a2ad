import { cellText } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import type { FileIssueCode, Issue } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { nearest } from '../core/nearest.ts';
import { visibleText } from '../core/text.ts';
import { isLikelier, misreadWords } from '../tabular/misread-letters.ts';
import type { Chunk } from '../tabular/table.ts';
import { type MappedColumn, mappedColumns } from './mapped-columns.ts';

/** Headers of a file that a message shows, and characters of each. */
const SHOWN_HEADERS = 30;
const SHOWN_CHARACTERS = 40;
/** A header that is longer is no misspelling of another. */
const COMPARED_CHARACTERS = 100;

type FileIssue = Issue & { readonly code: FileIssueCode };

/** Mapped columns that the row which names the columns has not; `line` 0: the file has no header. */
export function describeMissing(missing: readonly MappedColumn[], headers: readonly string[], line: number): FileIssue {
  const [first] = missing;
  const column = first?.headers[0] ?? '';
  if (line === 0)
    return {
      code: 'column-missing',
      column,
      variant: 'number',
      facts: { columns: headers.length },
      message: `The file has ${counted(headers.length, 'column')}, but the job reads ${list(missing.map(numbered), 'and')}.`,
      suggestion: 'Is this the job for this file? Columns count from 1; correct the numbers in the job.',
    };
  const misread = misreadHeader(missing, headers);
  const near: string[] = [];
  const hints = missing.flatMap((mapped) => {
    const meant = mapped.headers
      .map((header) =>
        nearest(
          header,
          headers.filter((other) => other !== '' && other.length <= COMPARED_CHARACTERS),
        ),
      )
      .find((other) => other !== undefined);
    if (meant !== undefined) near.push(clipped(meant));
    return meant === undefined ? [] : [`Did you mean "${clipped(meant)}"? Then add it to ${place(mapped)} of the job.`];
  });
  return {
    code: 'column-missing',
    column,
    ...(misread === undefined ? {} : { variant: 'misread' as const }),
    facts: {
      missing: missing.map((each) => each.headers[0] ?? ''),
      row: line,
      names: shownNames(headers),
      ...(near.length === 0 ? {} : { near }),
    },
    message: `The file has no column ${list(missing.map(named), 'and no column')}. Row ${line} names ${shown(headers)}.`,
    suggestion:
      misread !== undefined
        ? misread
        : hints.length > 0
          ? hints.join(' ')
          : `Is this the job for this file? If it is, correct ${list(missing.map(place), 'and')} in the job.`,
  };
}

/**
 * What to do where a header of the file is one of the job's but for letters beyond ASCII that nobody writes: it was read in
 * the wrong encoding. To add it to the job would keep the wrong letters for good.
 */
function misreadHeader(missing: readonly MappedColumn[], headers: readonly string[]): string | undefined {
  const wanted = missing.flatMap((mapped) => mapped.headers).filter((header) => BEYOND_ASCII.test(header));
  for (const header of headers) {
    if (header.length > COMPARED_CHARACTERS || !BEYOND_ASCII.test(header)) continue;
    const meant = wanted.find((each) => plain(each) === plain(header));
    const isMisread = header
      .split(/\s+/)
      .some((word) => misreadWords([word]).size > 0 || isLikelier(word, meant ?? ''));
    if (meant === undefined || !isMisread) continue;
    return `"${clipped(header)}" seems to be "${meant}" read in the wrong encoding: set file.encoding in the job to the one that the file is written in (windows-1252, cp850, macintosh, say), or save it as UTF-8.`;
  }
  return undefined;
}

const BEYOND_ASCII = /\P{ASCII}/u;

/** A header without its letters beyond ASCII, of which several may stand for one. */
function plain(header: string): string {
  return header
    .toLowerCase()
    .replace(/\P{ASCII}+/gu, '*')
    .trim();
}

export function describeDuplicate(
  column: MappedColumn,
  indexes: readonly number[],
  headers: readonly string[],
  line: number,
): FileIssue {
  const places = indexes.map((index) => `"${clipped(headers[index] ?? '')}" (column ${index + 1})`);
  return {
    code: 'column-duplicate',
    column: headers[indexes[0] ?? 0] ?? '',
    facts: { columns: indexes.map((index) => String(index + 1)), row: line, field: column.use },
    message: `Row ${line} has ${counted(indexes.length, 'column')} for ${column.use}: ${list(places, 'and')}.`,
    suggestion: `Which of them counts can't be known. Leave only that one in the file, or name it alone in ${place(column)} of the job.`,
  };
}

/** No row names any of the mapped columns, or the row that the job gives is not there. */
export function describeNoHeader(chunk: Chunk, job: Job, line?: number): FileIssue {
  const wanted = list(
    mappedColumns(job)
      .filter(({ path }) => path[0] === 'columns')
      .map(named),
    'and',
  );
  const firstRow = (chunk.records[0] ?? []).map(cellText);
  const remedy =
    'Is this the job for this file? If it has no row that names the columns, set file.header to none and give columns by number.';
  if (chunk.records.length === 0)
    return {
      code: 'file-empty',
      message: 'There is nothing but empty rows.',
      suggestion: 'Is it the right file? Export it again.',
    };
  if (line !== undefined)
    return {
      code: 'header-missing',
      value: String(line),
      variant: 'line',
      facts: { row: line },
      message: `Row ${line} should name the columns, but it is empty, or the file ends before it.`,
      suggestion: 'Correct file.header in the job, or remove it: the row is then found by its headers.',
    };
  const searched =
    chunk.records.length === 1 ? 'The only row does not name' : `None of the first ${chunk.records.length} rows names`;
  const misread = misreadHeader(
    mappedColumns(job),
    chunk.records.flatMap((record) => record.map(cellText)),
  );
  return {
    code: 'header-missing',
    ...(misread === undefined ? {} : { variant: 'misread' as const }),
    facts: {
      rows: chunk.records.length,
      columns: mappedColumns(job)
        .filter(({ path }) => path[0] === 'columns')
        .map(({ headers }) => headers[0] ?? ''),
      names: shownNames(firstRow),
    },
    message: `${searched} the columns of the job: ${wanted}. Row ${chunk.lines[0]} is ${shown(firstRow)}.`,
    suggestion: misread ?? remedy,
  };
}

/** `"Konto" or "Kontonr" (account)` */
function named({ headers, use }: MappedColumn): string {
  return `${list(
    headers.map((header) => `"${header}"`),
    'or',
  )} (${use})`;
}

function numbered({ headers, use }: MappedColumn): string {
  return `column ${list(headers, 'or')} (${use})`;
}

function place(column: MappedColumn | undefined): string {
  return column === undefined ? 'columns' : column.path[0] === 'columns' ? column.path.join('.') : column.use;
}

function shown(headers: readonly string[]): string {
  const filled = headers.map((header) => clipped(header)).filter((header) => header !== '');
  const more = filled.length - SHOWN_HEADERS;
  return `${filled
    .slice(0, SHOWN_HEADERS)
    .map((header) => `"${header}"`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The first of them, as many as a message shows. */
function shownNames(headers: readonly string[]): string[] {
  const filled = headers.map((header) => clipped(header)).filter((header) => header !== '');
  return filled.slice(0, SHOWN_HEADERS);
}

function clipped(header: string): string {
  const line = visibleText(header.replace(/\s+/gu, ' ').trim());
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

function list(items: readonly string[], word: string): string {
  if (items.length < 2) return items[0] ?? '';
  if (word === 'and no column') return items.join(` ${word} `);
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}
