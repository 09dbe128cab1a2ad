import { type Cell, cellText } from '../../core/cell.ts';
import { CORRECTION_COLUMNS } from '../../core/correction-columns.ts';
import { FileRejected, UsageError } from '../../core/issue.ts';
import type { Job } from '../../core/job.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../../core/records.ts';
import { HEADER_MAX_CHARACTERS } from '../../core/text.ts';
import { watchdogOf } from '../../core/watchdog.ts';
import { kindOf } from '../../kinds/kinds.ts';
import { findFigures } from '../../reading/find-figures.ts';
import { mappedColumns } from '../../reading/mapped-columns.ts';
import { HEADER_SEARCH_RECORDS } from '../../reading/match-header.ts';
import { openTable } from '../../reading/open-table.ts';
import { whyEncoding } from '../../tabular/encoding.ts';
import { openSource } from '../../tabular/open-source.ts';
import { type Chunk, ReadAgain, type Source } from '../../tabular/table.ts';
import type { TaskTools } from '../../threads/thread-messages.ts';
import { findFormats } from './find-formats.ts';
import { guessHeader } from './guess-header.ts';
import { type ColumnLook, lookAtColumn } from './profile-column.ts';
import type { FileLook, JobFit, LookOptions, LookQuestion } from './profile-thread.ts';
import type { Proposal } from './proposal.ts';
import { proposeJob } from './propose-job.ts';

/** Records that are looked at. */
const LOOK_RECORDS = 1_000;
/** Times that the file is read again, knowing more. */
const MAX_READS = 4;
/** Columns that are told. */
const COLUMNS_MAX = 200;

type Hint = Readonly<Record<string, string>>;

/** Looks at a file, in the thread that may open it. @throws FileRejected, UsageError */
export async function lookTask(question: LookQuestion, { watchdog }: TaskTools): Promise<FileLook> {
  let hint: Hint = {};
  for (let reads = 1; ; reads++) {
    try {
      return await lookAt(question, hint, watchdogOf(watchdog));
    } catch (error) {
      if (!(error instanceof ReadAgain) || reads === MAX_READS) throw error;
      hint = { ...hint, ...error.hint };
    }
  }
}

/** @throws FileRejected, UsageError, ReadAgain */
async function lookAt(question: LookQuestion, hint: Hint, watchdog: ReturnType<typeof watchdogOf>): Promise<FileLook> {
  const { path, file, jobs, as } = question;
  const sources = openOnce(path, file, hint);
  try {
    const fits: JobFit[] = [];
    for (const job of jobs) fits.push(await fitJob(job, { path, file, open: sources.open }));
    fits.sort((a, b) => Number(b.fits) - Number(a.fits) || b.columns.length - a.columns.length);
    const job = jobs.find(({ name }) => name === as)?.job;
    const fit = fits.find(({ name }) => name === as);
    const options: LookOptions =
      job === undefined ? question.options : { ...job.file, ...(fit?.sheet === undefined ? {} : { sheet: fit.sheet }) };
    const source = await sources.open(options);
    const table = await chooseSheet(source, options.sheet);
    const chunk = await source.head(table, LOOK_RECORDS);
    const named = namedHeader(
      chunk,
      options.header,
      fit?.columns.map(({ header }) => header),
    );
    const { at, names: ofTwo, ...header } = named ?? guessHeader(first(chunk, HEADER_SEARCH_RECORDS));
    const rows = { lines: chunk.lines.slice(at + 1), records: chunk.records.slice(at + 1) };
    const names = headersOf(chunk, at, ofTwo);
    const columns = names.slice(0, COLUMNS_MAX).map((name, index) => {
      watchdog.at(chunk.lines[0] ?? 1);
      return lookAtColumn(
        index,
        name,
        rows.records.map((record) => record[index]),
      );
    });
    watchdog.rest();
    const corrects = correctedBy(names, rows.records);
    const proposal = proposeJob(columns, findFigures(columns, rows.records), rows.records);
    const place = source.facts.kind === 'csv' ? 'line' : 'row';
    const formats = {
      ...options,
      ...valueColumns(columns, proposal, fit),
      place,
      epoch1904: source.facts.epoch1904,
    } as const;
    return {
      kind: source.facts.kind,
      ...(await written(source, options, chunk, path)),
      sheets: source.facts.kind === 'csv' ? [] : source.tables,
      ...(source.facts.kind === 'csv' ? {} : { sheet: source.tables[table]!.name }),
      header,
      columns,
      moreColumns: names.length - columns.length,
      formats: findFormats(columns, rows, formats),
      rows: rows.records.length,
      whole: chunk.records.length < LOOK_RECORDS,
      proposal,
      jobs: fits,
      ...(corrects === undefined ? {} : { corrects }),
    };
  } finally {
    await sources.close();
  }
}

/** Opens the file once for each way of reading it, and reads its first records once. */
function openOnce(path: string, file: string, hint: Hint) {
  const opened = new Map<string, Promise<Source>>();
  const open = ({ delimiter, encoding }: Pick<LookOptions, 'delimiter' | 'encoding'>): Promise<Source> => {
    const key = JSON.stringify([delimiter, encoding]);
    let source = opened.get(key);
    if (source === undefined) {
      source = openSource(path, file, { delimiter, encoding, hint }).then(withHeads);
      opened.set(key, source);
    }
    return source;
  };
  return {
    open,
    async close() {
      for (const source of opened.values()) await source.then((each) => each.close()).catch(() => undefined);
    },
  };
}

function withHeads(source: Source): Source {
  const heads = new Map<number, Promise<Chunk>>();
  return {
    ...source,
    head(table, count) {
      if (count > LOOK_RECORDS) return source.head(table, count);
      let head = heads.get(table);
      if (head === undefined) {
        head = source.head(table, LOOK_RECORDS);
        heads.set(table, head);
      }
      return head.then((chunk) => first(chunk, count));
    },
  };
}

function first({ lines, records }: Chunk, count: number): Chunk {
  return { lines: lines.slice(0, count), records: records.slice(0, count) };
}

/** The sheet that was asked for, else the visible one whose header is known best, else the first with anything in it. */
async function chooseSheet(source: Source, wanted: string | undefined): Promise<number> {
  const { tables } = source;
  if (wanted !== undefined && source.facts.kind === 'xlsx') {
    const table = tables.findIndex(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
    if (table >= 0) return table;
    throw new FileRejected({
      code: 'sheet-missing',
      value: wanted,
      facts: { sheets: tables.map(({ name }) => name) },
      message: `The workbook has no sheet "${wanted}".`,
      suggestion: 'Choose one of its sheets.',
    });
  }
  let best = { table: 0, known: -1 };
  for (const [table, { visible }] of tables.entries()) {
    if (!visible && tables.length > 1) continue;
    const chunk = await source.head(table, HEADER_SEARCH_RECORDS);
    const known = chunk.records.length === 0 ? -1 : guessHeader(chunk).known;
    if (known > best.known) best = { table, known };
  }
  return best.table;
}

/** The row that a person, or the job, says names the columns. */
function namedHeader(chunk: Chunk, wanted: LookOptions['header'], ofJob: readonly string[] | undefined) {
  const named = (at: number, why: 'named' | 'job') => {
    return { at, line: chunk.lines[at] ?? 0, why, known: 0, names: undefined };
  };
  if (wanted === 'none') return named(-1, 'named');
  if (wanted !== 'auto') {
    const at = chunk.lines.indexOf(wanted);
    if (at >= 0) return named(at, 'named');
    throw new FileRejected({
      code: 'header-missing',
      value: String(wanted),
      variant: 'line',
      facts: { row: wanted },
      message: `Row ${wanted} should name the columns, but it is empty, or further down than the ${LOOK_RECORDS} rows that are looked at.`,
      suggestion: 'Give the number of the row that names the columns, or auto.',
    });
  }
  if (ofJob === undefined || ofJob.length === 0) return undefined;
  const at = chunk.records.findIndex((record) => {
    const texts = new Set(record.map((cell) => cellText(cell).trim()));
    return ofJob.every((header) => texts.has(header));
  });
  return at < 0 ? undefined : named(at, 'job');
}

function headersOf({ records }: Chunk, at: number, named = records[at]): string[] {
  const rows = records.slice(Math.max(at, 0));
  const width = rows.reduce((widest, record) => Math.max(widest, record.length), named?.length ?? 0);
  return Array.from({ length: width }, (_, index) => {
    if (at < 0) return String(index + 1);
    return cellText(named![index]).trim().slice(0, HEADER_MAX_CHARACTERS);
  });
}

const AMOUNTS = ['amount', 'net', 'vatAmount', 'debit', 'credit', 'balance'];

/** The columns that hold amounts and dates: those of the job, or of the proposal; else those that look so. */
function valueColumns(columns: readonly ColumnLook[], { columns: proposed }: Proposal, fit: JobFit | undefined) {
  const mapped =
    fit !== undefined && fit.columns.length > 0
      ? fit.columns.map(({ use, header }) => ({
          field: use,
          column: columns.findIndex((each) => each.header === header),
        }))
      : proposed;
  const amounts = mapped.filter(({ field }) => AMOUNTS.includes(field)).map(({ column }) => column);
  const looking = columns.filter(({ look }) => look === 'amount').map(({ index }) => index);
  const date =
    mapped.find(({ field }) => field === 'date')?.column ?? columns.find(({ look }) => look === 'date')?.index;
  return { amounts: amounts.length > 0 ? amounts : looking, date };
}

/** How a CSV file is written, and what speaks for it. */
async function written(
  source: Source,
  { delimiter, encoding }: LookOptions,
  { records }: Chunk,
  path: string,
): Promise<Pick<FileLook, 'encoding' | 'delimiter'>> {
  const { facts } = source;
  if (facts.kind !== 'csv') return {};
  const widths = new Map<number, number>();
  for (const { length } of records) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [columns, agreeing] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return {
    encoding: { value: facts.encoding!, why: await whyEncoding(path, facts.encoding!, encoding) },
    delimiter: { value: facts.delimiter!, why: delimiter === 'auto' ? 'columns' : 'named', columns, agreeing },
  };
}

/** The import whose failed rows these are. */
function correctedBy(headers: readonly string[], records: readonly (readonly Cell[])[]): string | undefined {
  const column = headers.indexOf(CORRECTION_COLUMNS.import);
  if (column < 0 || !headers.includes(CORRECTION_COLUMNS.row)) return undefined;
  return records.map((record) => cellText(record[column]).trim()).find((id) => id !== '');
}

interface FitPorts {
  readonly path: string;
  readonly file: string;
  /** Whoever opens it closes it. */
  open(options: { readonly delimiter: string; readonly encoding: string }): Promise<Source>;
}

/** Whether a job's columns stand in a file: by the code that opens it for a plan. */
async function fitJob(
  { name, job }: { readonly name: string; readonly job: Job },
  { path, file, open }: FitPorts,
): Promise<JobFit> {
  const { name: kind, words } = kindOf(job.kind);
  const of = { name, kind, service: job.service };
  const kept = async (options: { delimiter: string; encoding: string }) => ({
    ...(await open(options)),
    close: async () => undefined,
  });
  const nobody = { num: 0, importId: '', jobName: name, job, words, company: '', home: '' };
  const order = { ...nobody, path, file, marker: '', descriptionMax: DESCRIPTION_MAX_CHARACTERS, customFields: [] };
  try {
    const { facts, header } = await openTable(order, { open: (_path, _file, options) => kept(options) }, {});
    const columns = mappedColumns(job).map(({ use, headers }) => ({
      use,
      header: facts.headers[header.columnOf(headers)] ?? headers[0]!,
    }));
    return { ...of, fits: true, columns, ...(facts.sheet === undefined ? {} : { sheet: facts.sheet }) };
  } catch (error) {
    if (error instanceof FileRejected) return { ...of, fits: false, columns: [], reason: error.issue };
    if (error instanceof UsageError) {
      const reason = {
        code: 'encoding-invalid',
        message: error.message,
        ...(error.suggestion === undefined ? {} : { suggestion: error.suggestion }),
      } as const;
      return { ...of, fits: false, columns: [], reason };
    }
    throw error;
  }
}
