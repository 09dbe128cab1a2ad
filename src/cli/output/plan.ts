import { compareCodes } from '../../core/text.ts';
import type { PlanPreview, PreviewEntry } from '../../importing/plan-preview.ts';
import type { JobToday } from '../../kinds/ports.ts';
import type { PlanFacts } from '../../reading/plan-ports.ts';
import type { BooksCurrency } from '../../reading/row-currency.ts';
import type { ImportView } from '../import-view.ts';
import { balanceLines } from './balances.ts';
import { issueLines, remarkLines, warningLines } from './issues.ts';
import { nextSteps } from './next-steps.ts';
import { mismatchLines, RECEIPT_WIDTH } from './receipt.ts';
import { rowWords } from './row-words.ts';
import { headline } from './state-words.ts';
import {
  type ColumnLayout,
  counted,
  hiddenWords,
  readableAmount,
  readableCount,
  type Style,
  shorten,
  tableLines,
  unreadWords,
  wrap,
} from './text.ts';
import { unmatchedLines } from './unmatched.ts';

/** Totals that a plan lists. */
export const PLAN_TOTALS = 40;
/** Lines of an entry that a plan shows. */
const ENTRY_LINES = 6;
const NAME_CHARACTERS = 36;
const DESCRIPTION_CHARACTERS = 36;
const INDENT = '  ';
/** Lines that are written at a time where all entries are listed. */
const LINES_AT_A_TIME = 1_000;

/** How much of a plan is shown: what to do next, how many totals, and whether its first entries or none. */
const WHOLE_PLAN = { next: true, totals: PLAN_TOTALS };

/** A plan for people, in lines: how the file was read, what would be booked, and what would not. */
export function planLines(
  view: ImportView,
  preview: PlanPreview,
  job: JobToday | undefined,
  style: Style,
  options = WHOLE_PLAN,
): string[] {
  return [
    ...planHead(view, preview, job, style, options),
    ...indented(entryLines(preview, style)),
    ...planEnd(view, preview, style, options),
  ];
}

/** The same with every total, every entry with all its lines, and every duplicate, in pieces: a plan may be large. */
export async function* wholePlan(
  view: ImportView,
  preview: PlanPreview,
  entries: AsyncIterable<PreviewEntry>,
  job: JobToday | undefined,
  style: Style,
): AsyncGenerator<string[]> {
  const all = { next: true, totals: Number.POSITIVE_INFINITY };
  let lines = planHead(view, preview, job, style, all);
  if (preview.entries > 0) lines.push(...indented(['', style('bold', 'All vouchers')]));
  for await (const entry of entries) {
    lines.push(...indented(indented(oneEntry(entry, style, Number.POSITIVE_INFINITY))));
    if (lines.length < LINES_AT_A_TIME) continue;
    yield lines;
    lines = [];
  }
  yield [...lines, ...planEnd(view, preview, style, all)];
}

/** The lines of a plan that stand before its entries. */
function planHead(
  view: ImportView,
  preview: PlanPreview,
  job: JobToday | undefined,
  style: Style,
  options: Pick<typeof WHOLE_PLAN, 'totals'>,
): string[] {
  const { receipt, facts } = view;
  const body = [
    style('dim', `job ${receipt.job} · import ${receipt.import}`),
    ...warningLines(receipt.remarks ?? [], RECEIPT_WIDTH - INDENT.length, style),
    '',
    style('bold', 'How it was read'),
    ...readingLines(facts!, job).map((line) => INDENT + line),
    '',
    style('bold', 'What would be booked'),
    ...countLines(view, preview, style).map((line) => INDENT + line),
    ...(receipt.totals.accounts.length === 0
      ? []
      : ['', ...totalLines(view, preview, options.totals, style).map((line) => INDENT + line)]),
    ...balanceLines(receipt, style).map((line) => (line === '' ? '' : INDENT + line)),
  ];
  return [...mismatchLines(receipt, style), headline(receipt, style), ...indented(body)];
}

/** The lines of a plan that stand behind its entries. */
function planEnd(
  view: ImportView,
  preview: PlanPreview,
  style: Style,
  { next }: Pick<typeof WHOLE_PLAN, 'next'>,
): string[] {
  return indented([
    ...duplicateLines(preview, style),
    ...issueLines(view.receipt.issues, RECEIPT_WIDTH - INDENT.length, style),
    ...remarkLines(view.receipt.remarks ?? [], RECEIPT_WIDTH - INDENT.length, style),
    ...unmatchedLines(view.receipt, view.names, RECEIPT_WIDTH - INDENT.length, style),
    ...(next ? nextSteps(view, style) : []),
  ]);
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : INDENT + line));
}

/** Each finding with where it comes from: a person checks what was found before trusting the rest. */
export function readingLines(facts: PlanFacts, job: JobToday | undefined): string[] {
  const file = job?.job.file;
  const source = (said: boolean) => (file === undefined ? '' : said ? 'as the job says' : 'found in the file');
  const cells: string[][] = [];
  if (facts.kind === 'csv') {
    const guessed = facts.guessed === true ? 'guessed' : undefined;
    cells.push(['encoding', facts.encoding ?? '', guessed ?? source(file?.encoding !== 'auto')]);
    cells.push(['separator', separatorName(facts.delimiter ?? ''), source(file?.delimiter !== 'auto')]);
  } else {
    const { sheets, unread = [], sheet = '' } = facts;
    const read = sheets === undefined ? sheet : sheets.map(({ name }) => name).join(', ');
    const shown = unread.length === 0 ? read : `${read}; ${unreadWords(unread)}`;
    cells.push([
      sheets === undefined ? 'sheet' : 'sheets',
      shown,
      source(sheets !== undefined || file?.sheet !== undefined),
    ]);
    if (facts.hidden !== undefined) cells.push(['hidden rows', hiddenWords(facts.hidden), source(true)]);
    if (facts.hiddenColumns !== undefined)
      cells.push(['hidden columns', `${facts.hiddenColumns.join(', ')}, read all the same`, source(false)]);
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
  if (facts.currency !== undefined) {
    const { code, from } = facts.currency;
    cells.push(['currency', code, file === undefined ? '' : CURRENCY_SOURCES[from]]);
  }
  if (facts.rate !== undefined) cells.push(['rate', rateWords(facts), source(true)]);
  if (facts.dateOrder !== undefined) {
    const order = facts.dateOrder === 'dmy' ? 'day before month' : 'month before day';
    cells.push(['dates', order, source(file?.dates !== 'auto')]);
  }
  if (facts.amountColumns !== undefined) cells.push(['amount', amountWords(facts.amountColumns), source(true)]);
  if (facts.vatUnchecked !== undefined)
    cells.push([
      'VAT',
      `not checked for code ${facts.vatUnchecked.join(', ')}`,
      file === undefined ? '' : 'the service gives no rate',
    ]);
  if (facts.numbersRestart !== undefined) {
    const { numbers, entries } = facts.numbersRestart;
    cells.push([
      'numbers',
      `${counted(numbers, 'number restarts', 'numbers restart')}: ${counted(entries, 'voucher')} by date`,
      source(false),
    ]);
  }
  return tableLines(cells, [{ align: 'left' }, { align: 'left' }, { align: 'left' }]);
}

function amountWords({ gross, net, vat }: NonNullable<PlanFacts['amountColumns']>): string {
  if (gross === undefined) return `gross = ${net} + ${vat}`;
  if (net === undefined || vat === undefined) return `gross ${gross}, checked against ${net ?? vat}`;
  return `gross ${gross}, checked against ${net} and ${vat}`;
}

const CURRENCY_SOURCES: Readonly<Record<BooksCurrency['from'], string>> = {
  job: 'as the job says',
  service: 'as bilag.yaml says',
  header: 'found in the header',
  either: 'found in the header',
  column: 'found in the currency column',
  beside: 'found in the currency column',
  balance: 'found in the header of the balance',
  above: 'found above the header',
  cell: 'found in the amounts',
  format: 'found in the number formats',
  assumed: 'assumed: neither the job nor bilag.yaml says so',
};

/** `column Kurs / 100, as in 100.00 EUR × 1150 / 100 = 1 150.00 NOK (row 2)` */
function rateWords({ rate, currency }: PlanFacts): string {
  const { column, per, first } = rate!;
  const share = per === 1 ? '' : ` / ${per}`;
  if (first === undefined) return `column ${column}${share}; no amount was converted`;
  const from = `${readableAmount(first.amount)} ${first.currency}`.trim();
  const to = `${readableAmount(first.result)} ${currency?.code ?? ''}`.trim();
  return `column ${column}${share}, as in ${from} × ${first.rate}${share} = ${to} (row ${first.row})`;
}

function separatorName(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : delimiter;
}

function countLines({ receipt }: ImportView, { requests, lines }: PlanPreview, style: Style): string[] {
  const { rows, entries } = receipt;
  const rest: string[] = [];
  const add = (count: number, words: string) => {
    if (count > 0) rest.push(words);
  };
  add(entries.held, `${counted(entries.held, 'voucher')} on hold`);
  add(entries.duplicate, `${counted(entries.duplicate, 'voucher')} already booked`);
  add(rows.skipped, `${counted(rows.skipped, 'row')} skipped`);
  const pending = `${counted(entries.pending, 'voucher')} of ${readableCount(entries.planned)}, as ${counted(lines, 'line')} in ${counted(requests, 'request')}`;
  return [
    pending,
    `${counted(rows.read, 'row')} read${rest.length === 0 ? '' : `; ${style('yellow', rest.join(', '))}`}`,
  ];
}

/**
 * Per account what the file says beside what will be booked; where an account has several VAT codes, what the file says
 * stands on its first line.
 */
function totalLines(
  { receipt, names }: ImportView,
  { totals, debit, credit }: PlanPreview,
  most: number,
  style: Style,
) {
  const toBook = new Set(totals.map(({ account }) => account));
  const inFile = new Map(receipt.totals.accounts.map(({ account, file }) => [account, file]));
  const all = [
    ...totals,
    ...receipt.totals.accounts
      .filter(({ account }) => !toBook.has(account))
      .map(({ account }) => ({ account, name: names.get(account) ?? '', vatCode: '', lines: 0, amount: undefined })),
  ].sort((a, b) => compareCodes(a.account, b.account));
  const shown = all.slice(0, most);
  const more = all.length - shown.length;
  const { currency } = receipt.totals;
  const layout: ColumnLayout[] = [
    { align: 'left' },
    { align: 'left', max: NAME_CHARACTERS },
    { align: 'left' },
    { align: 'right' },
    { align: 'right' },
    { align: 'right' },
  ];
  const [header, ...lines] = tableLines(
    [
      [
        'account',
        '',
        'VAT',
        'lines',
        'in the file',
        currency === undefined ? 'will be booked' : `will be booked, ${currency}`,
      ],
      ...shown.map(({ account, name, vatCode, lines, amount }, at) => [
        account,
        name,
        vatCode,
        lines === 0 ? '' : readableCount(lines),
        shown[at - 1]?.account === account ? '' : readableAmount(inFile.get(account) ?? '0.00'),
        readableAmount(amount ?? '0.00'),
      ]),
      ['debit', '', '', '', readableAmount(receipt.totals.debit), readableAmount(debit)],
      ['credit', '', '', '', readableAmount(receipt.totals.credit), readableAmount(credit)],
    ],
    layout,
  );
  const sums = lines.splice(-2).map((line) => style('dim', line));
  return [
    style('dim', header!),
    ...lines,
    ...(more > 0 ? [`… and ${counted(more, 'more total', 'more totals')}: --all lists them`] : []),
    ...sums,
  ];
}

function entryLines({ first, entries }: PlanPreview, style: Style): string[] {
  if (first.length === 0) return [];
  const more = entries - first.length;
  return [
    '',
    style('bold', first.length === 1 ? 'The first voucher' : `The first ${first.length} vouchers`),
    ...first.flatMap((entry) => oneEntry(entry, style)).map((line) => INDENT + line),
    ...(more > 0
      ? [style('dim', `${INDENT}… and ${counted(more, 'more voucher')}: --all lists them, --out plan.xlsx writes them`)]
      : []),
  ];
}

/** An entry as it will be booked, line by line. @param most lines that are shown */
export function oneEntry({ key, rows, lines }: PreviewEntry, style: Style, most = ENTRY_LINES): string[] {
  const shown = lines.slice(0, most);
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
    style('cyan', `${key === '' ? 'Voucher' : shorten(key, NAME_CHARACTERS)}, ${rowWords(rows)}`),
    ...table.map((line) => INDENT + line),
    ...(more > 0 ? [`${INDENT}… and ${counted(more, 'more line')}`] : []),
  ];
}

function duplicateLines({ duplicates, moreDuplicates }: PlanPreview, style: Style): string[] {
  if (duplicates.length === 0) return [];
  return [
    '',
    style('bold', 'Already booked'),
    ...duplicates.flatMap((line) => wrap(line, RECEIPT_WIDTH - 2 * INDENT.length)).map((line) => INDENT + line),
    ...(moreDuplicates > 0 ? [`${INDENT}… and ${counted(moreDuplicates, 'more voucher')}`] : []),
  ];
}
