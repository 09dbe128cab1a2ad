import type { PlanFacts } from '../pipeline/plan-ports.ts';
import type { PlanPreview, PreviewEntry } from '../pipeline/plan-preview.ts';
import type { JobToday } from '../pipeline/ports.ts';
import { counted, readableAmount, readableCount } from './figures.ts';
import { issueLines } from './format-issues.ts';
import { mismatchLines, RECEIPT_WIDTH } from './format-receipt.ts';
import type { ImportView } from './import-view.ts';
import { type ColumnLayout, shorten, tableLines, wrap } from './layout.ts';
import { nextSteps } from './next-steps.ts';
import { stateSign, stateTone, stateWords } from './state-words.ts';
import type { Style } from './style.ts';

/** Totals that a plan lists. */
export const PLAN_TOTALS = 40;
/** Lines of an entry that a plan shows. */
const ENTRY_LINES = 6;
const NAME_CHARACTERS = 36;
const DESCRIPTION_CHARACTERS = 36;
const INDENT = '  ';

/** How much of a plan is shown: what to do next, and how many totals. */
const WHOLE_PLAN = { next: true, totals: PLAN_TOTALS };

/** A plan for people, in lines: how the file was read, what would be booked, and what would not. */
export function planLines(
  view: ImportView,
  preview: PlanPreview,
  job: JobToday | undefined,
  style: Style,
  options = WHOLE_PLAN,
): string[] {
  const { receipt, facts } = view;
  const body = [
    style('dim', `job ${receipt.job} · import ${receipt.import}`),
    '',
    style('bold', 'How it was read'),
    ...readingLines(facts!, job).map((line) => INDENT + line),
    '',
    style('bold', 'What would be booked'),
    ...countLines(view, preview, style).map((line) => INDENT + line),
    ...(preview.totals.length === 0
      ? []
      : ['', ...totalLines(view, preview, options.totals, style).map((line) => INDENT + line)]),
    ...entryLines(preview, style),
    ...duplicateLines(preview, style),
    ...issueLines(receipt.issues, RECEIPT_WIDTH - INDENT.length, style),
    ...(options.next ? nextSteps(view, style) : []),
  ];
  return [
    ...mismatchLines(receipt, style),
    `${stateSign(receipt.state, style)} ${style('bold', receipt.file)}: ${style(stateTone(receipt.state), stateWords(receipt.state))}`,
    ...body.map((line) => (line === '' ? '' : INDENT + line)),
  ];
}

/** Each finding with where it comes from: a person checks what was found before trusting the rest. */
export function readingLines(facts: PlanFacts, job: JobToday | undefined): string[] {
  const file = job?.job.file;
  const source = (said: boolean) => (file === undefined ? '' : said ? 'as the job says' : 'found in the file');
  const cells: string[][] = [];
  if (facts.kind === 'csv') {
    cells.push(['encoding', facts.encoding ?? '', source(file?.encoding !== 'auto')]);
    cells.push(['separator', separatorName(facts.delimiter ?? ''), source(file?.delimiter !== 'auto')]);
  } else {
    cells.push(['sheet', facts.sheet ?? '', source(file?.sheet !== undefined)]);
  }
  const place = facts.kind === 'csv' ? 'line' : 'row';
  cells.push([
    'header',
    facts.headerLine === 0 ? 'none' : `${place} ${facts.headerLine}`,
    source(file?.header !== 'auto'),
  ]);
  if (facts.decimal !== undefined) {
    const example = facts.decimal === ',' ? '1 234,50' : '1,234.50';
    cells.push(['decimal mark', `${facts.decimal}  as in ${example}`, source(file?.decimal !== 'auto')]);
  }
  if (facts.dateOrder !== undefined) {
    const order = facts.dateOrder === 'dmy' ? 'day before month' : 'month before day';
    cells.push(['dates', order, source(file?.dates !== 'auto')]);
  }
  if (facts.numbersRestart !== undefined) {
    const { numbers, entries } = facts.numbersRestart;
    cells.push(['numbers', `${counted(numbers, 'number')} restart: ${entries} vouchers by their dates`, source(false)]);
  }
  return tableLines(cells, [{ align: 'left' }, { align: 'left' }, { align: 'left' }]);
}

function separatorName(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : delimiter;
}

function countLines({ receipt }: ImportView, { requests, lines }: PlanPreview, style: Style): string[] {
  const { rows, entries } = receipt;
  const rest: string[] = [];
  const add = (count: number, words: string) => {
    if (count > 0) rest.push(`${readableCount(count)} ${words}`);
  };
  add(entries.held, 'held');
  add(entries.duplicate, 'booked before');
  add(rows.skipped, rows.skipped === 1 ? 'row skipped' : 'rows skipped');
  const pending = `${counted(entries.pending, 'entry', 'entries')} of ${readableCount(entries.planned)}, as ${counted(lines, 'line')} in ${counted(requests, 'request')}`;
  return [
    pending,
    `${counted(rows.read, 'row')} read${rest.length === 0 ? '' : `; ${style('yellow', rest.join(', '))}`}`,
  ];
}

function totalLines({ receipt }: ImportView, { totals }: PlanPreview, most: number, style: Style): string[] {
  const shown = totals.slice(0, most);
  const more = totals.length - shown.length;
  const layout: ColumnLayout[] = [
    { align: 'left' },
    { align: 'left', max: NAME_CHARACTERS },
    { align: 'left' },
    { align: 'right' },
    { align: 'right' },
  ];
  const [header, ...lines] = tableLines(
    [
      ['account', '', 'VAT', 'lines', 'amount'],
      ...shown.map(({ account, name, vatCode, lines, amount }) => [
        account,
        name,
        vatCode,
        readableCount(lines),
        readableAmount(amount),
      ]),
    ],
    layout,
  );
  return [
    style('dim', header!),
    ...lines,
    ...(more > 0
      ? [`… and ${counted(more, 'more total', 'more totals')}: bilag show ${receipt.import} --out plan.xlsx`]
      : []),
  ];
}

function entryLines({ first, entries }: PlanPreview, style: Style): string[] {
  if (first.length === 0) return [];
  const more = entries - first.length;
  return [
    '',
    style('bold', first.length === 1 ? 'The first entry' : `The first ${first.length} entries`),
    ...first.flatMap((entry) => oneEntry(entry, style)).map((line) => INDENT + line),
    ...(more > 0 ? [style('dim', `${INDENT}… and ${counted(more, 'more entry', 'more entries')}`)] : []),
  ];
}

/** An entry as it will be booked, line by line. */
export function oneEntry({ key, rows, lines }: PreviewEntry, style: Style): string[] {
  const shown = lines.slice(0, ENTRY_LINES);
  const more = lines.length - shown.length;
  const layout: ColumnLayout[] = [
    { align: 'left' },
    { align: 'left' },
    { align: 'left', max: NAME_CHARACTERS },
    { align: 'right' },
    { align: 'left' },
    { align: 'left', max: DESCRIPTION_CHARACTERS },
  ];
  const table = tableLines(
    shown.map(({ date, account, name, amount, vatCode, description }) => [
      date,
      account,
      name,
      readableAmount(amount),
      vatCode === '' ? '' : `VAT ${vatCode}`,
      description,
    ]),
    layout,
  );
  return [
    style(
      'cyan',
      `${key === '' ? 'Entry' : shorten(key, NAME_CHARACTERS)}, ${/[-,]/.test(rows) ? 'rows' : 'row'} ${rows}`,
    ),
    ...table.map((line) => INDENT + line),
    ...(more > 0 ? [`${INDENT}… and ${counted(more, 'more line')}`] : []),
  ];
}

function duplicateLines({ duplicates, moreDuplicates }: PlanPreview, style: Style): string[] {
  if (duplicates.length === 0) return [];
  return [
    '',
    style('bold', 'Booked before'),
    ...duplicates.flatMap((line) => wrap(line, RECEIPT_WIDTH - 2 * INDENT.length)).map((line) => INDENT + line),
    ...(moreDuplicates > 0 ? [`${INDENT}… and ${counted(moreDuplicates, 'more entry', 'more entries')}`] : []),
  ];
}
