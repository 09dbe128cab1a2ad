import { kindOf, kindWords } from '../../kinds/kinds.ts';
import { waitWords } from '../../reading/duplicate-issue.ts';
import type { Receipt } from '../../reporting/receipt.ts';
import { balanceLines } from './balances.ts';
import { countWords } from './created.ts';
import { issueLines, remarkLines, settledLines, warningLines } from './issues.ts';
import { nextSteps } from './next-steps.ts';
import { headline } from './state-words.ts';
import {
  type ColumnLayout,
  counted,
  hiddenWords,
  readableAmount,
  readableCount,
  readableSeconds,
  type Style,
  tableLines,
  unreadWords,
  wrap,
} from './text.ts';
import { unmatchedLines } from './unmatched.ts';

/** Accounts that a receipt lists; the audit trail has them all. */
export const RECEIPT_ACCOUNTS = 20;
const NAME_CHARACTERS = 40;
/** Columns of amounts that leave room for long names; beside more of them, names are cut. */
const COLUMNS_BESIDE_NAMES = 3;
const SHORT_NAME_CHARACTERS = 20;
/** Characters of a line of a receipt, its indent included. */
export const RECEIPT_WIDTH = 96;
const INDENT = '  ';

export interface ReceiptView {
  readonly receipt: Receipt;
  /** Duplicates that wait for a person. */
  readonly heldDuplicates: number;
  /** Rows of the file are among what waits; default: they are. Custom fields that a job asks for stand in none. */
  readonly correctable?: boolean;
  /** Account number → name, where the service told one. */
  readonly names: ReadonlyMap<string, string>;
}

/** A receipt for people, in lines. What does not add up comes first. */
export function receiptLines(view: ReceiptView, style: Style): string[] {
  const { receipt } = view;
  const { state, kind, remarks = [] } = receipt;
  const { records } = kindOf(kind);
  const width = RECEIPT_WIDTH - INDENT.length;
  const issues = isWhole(state) ? [] : receipt.issues;
  const body = [
    style('dim', `job ${receipt.job} · import ${receipt.import === '' ? 'none' : receipt.import}${worked(receipt)}`),
    ...warningLines(remarks, width, style),
    ...reasonLines(receipt, style),
    ...(isWhole(state) || state === 'planning'
      ? []
      : ['', ...(records === undefined ? countLines(receipt, style) : createdCountLines(view, style))]),
    ...(receipt.unread === undefined
      ? []
      : wrap(`sheets ${unreadWords(receipt.unread)}`, width).map((line) => style('yellow', line))),
    ...(receipt.hidden === undefined ? [] : [style('yellow', hiddenWords(receipt.hidden))]),
    ...waitingLines(receipt, style),
    ...(receipt.totals.accounts.length === 0 || state === 'planning' ? [] : ['', ...accountLines(view, style)]),
    ...(state === 'planning' ? [] : balanceLines(receipt, style)),
    ...settledLines(issues, width, style),
    ...issueLines(issues, width, style, kind),
    ...remarkLines(remarks, width, style),
    ...(state === 'planning' ? [] : unmatchedLines(receipt, view.names, width, style)),
    ...nextSteps(view, style),
  ];
  return [
    ...mismatchLines(receipt, style),
    headline(receipt, style),
    ...body.map((line) => (line === '' ? '' : INDENT + line)),
  ];
}

/** The reason is the whole file's; there are no rows to tell of. */
function isWhole(state: Receipt['state']): boolean {
  return state === 'rejected' || state === 'cancelled';
}

function worked({ duration }: Receipt): string {
  return duration > 0 ? ` · ${readableSeconds(duration)}` : '';
}

/** What does not add up, as loud as it is grave. */
export function mismatchLines({ mismatches, file, import: id }: Receipt, style: Style): string[] {
  if (mismatches.length === 0) return [];
  return [
    style('red', style('bold', `THE RECEIPT OF ${file} DOES NOT ADD UP`)),
    ...mismatches.map((mismatch) => style('red', `${INDENT}${mismatch}`)),
    style('red', `${INDENT}Compare the service with: bilag show ${id} --out trail.xlsx`),
    '',
  ];
}

function reasonLines({ reason, state }: Receipt, style: Style): string[] {
  if (reason === undefined) return [];
  const width = RECEIPT_WIDTH - INDENT.length;
  const message = isWhole(state) ? reason.message : `The last correction could not be used: ${reason.message}`;
  return [
    '',
    ...wrap(message, width).map((line) => style('red', line)),
    ...(reason.suggestion === undefined ? [] : wrap(reason.suggestion, width)),
  ];
}

/** Entries that wait for what becomes of the same entries in other imports. */
function waitingLines({ waiting = [], kind }: Receipt, style: Style): string[] {
  if (waiting.length === 0) return [];
  const { one, many } = kindWords(kind);
  return [
    '',
    ...waiting.flatMap(({ import: id, file, entries, state }) =>
      wrap(
        `${counted(entries, one, many)} ${entries === 1 ? 'waits' : 'wait'} for import ${id}: ${waitWords(file, state)}`,
        RECEIPT_WIDTH - INDENT.length,
      ).map((line) => style('yellow', line)),
    ),
  ];
}

const PLACES = [
  ['booked', 'booked'],
  ['duplicate', 'already booked'],
  ['held', 'on hold'],
  ['rejected', 'rejected by the service'],
  ['skipped', 'skipped'],
  ['inDoubt', 'in doubt'],
  ['pending', 'still to be booked'],
] as const;
const TONES = { booked: 'green', held: 'yellow', rejected: 'red', inDoubt: 'magenta', duplicate: 'yellow' } as const;

function countLines({ rows, entries, state }: Receipt, style: Style): string[] {
  const cells: string[][] = [
    ['', 'rows', 'vouchers'],
    ['in the file', readableCount(rows.read), readableCount(entries.planned)],
  ];
  const tones: (keyof typeof TONES | '')[] = ['', ''];
  for (const [place, words] of PLACES) {
    const inEntries = place === 'skipped' ? undefined : entries[place];
    if (rows[place] === 0 && !inEntries && (place !== 'booked' || state === 'planned')) continue;
    const label = place === 'pending' && state === 'planned' ? 'to be booked' : words;
    cells.push([label, readableCount(rows[place]), inEntries === undefined ? '' : readableCount(inEntries)]);
    tones.push(place in TONES && rows[place] > 0 ? (place as keyof typeof TONES) : '');
  }
  const layout: ColumnLayout[] = [{ align: 'left' }, { align: 'right' }, { align: 'right' }];
  return toned(tableLines(cells, layout), tones, style);
}

function toned(lines: readonly string[], tones: readonly (keyof typeof TONES | '')[], style: Style): string[] {
  return lines.map((line, i) => {
    const tone = tones[i];
    if (i === 0) return style('dim', line);
    return tone === '' || tone === undefined ? line : style(TONES[tone], line);
  });
}

const CREATED_PLACES = [
  ['booked', 'created'],
  ['duplicate', 'exist already'],
  ['held', 'on hold'],
  ['rejected', 'rejected by the service'],
  ['skipped', 'skipped'],
  ['inDoubt', 'in doubt'],
  ['pending', 'still to be created'],
] as const;

/** A row is one contact, or one custom field; those that a job of contacts asks for stand in no row. */
function createdCountLines({ receipt, heldDuplicates }: ReceiptView, style: Style): string[] {
  const { rows, entries, state, kind } = receipt;
  const { words: nouns, records } = kindOf(kind);
  const cells: string[][] = [
    ['', nouns.many],
    ['in the file', readableCount(rows.read)],
  ];
  const tones: (keyof typeof TONES | '')[] = ['', ''];
  for (const [place, words] of CREATED_PLACES) {
    const count = rows[place];
    if (count === 0 && (place !== 'booked' || state === 'planned')) continue;
    cells.push([place === 'pending' && state === 'planned' ? 'to be created' : words, readableCount(count)]);
    tones.push(place in TONES && count > 0 && place !== 'duplicate' ? (place as keyof typeof TONES) : '');
    if (place !== 'duplicate' || heldDuplicates === 0) continue;
    cells.push(['  and wait for you', readableCount(heldDuplicates)]);
    tones.push('duplicate');
  }
  const lines = toned(tableLines(cells, [{ align: 'left' }, { align: 'right' }]), tones, style);
  const { customFields } = receipt;
  const pending = entries.pending - rows.pending;
  if (!records?.fieldsFirst || (customFields === undefined && pending === 0)) return lines;
  return [...lines, `custom fields: ${countWords(customFields ?? NONE, pending)}`];
}

const NONE = { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 };

function accountLines({ receipt, names }: ReceiptView, style: Style): string[] {
  const { totals } = receipt;
  const shown = totals.accounts.slice(0, RECEIPT_ACCOUNTS);
  const more = totals.accounts.length - shown.length;
  const { already, notBooked, corrected, remapped } = totals;
  const columns = [
    ['file', 'file', true],
    ['corrected', 'corrected', corrected !== undefined],
    ['remapped', 'remapped', remapped !== undefined],
    ['booked', totals.currency === undefined ? 'booked' : `booked, ${totals.currency}`, true],
    ['inDoubt', 'in doubt', receipt.entries.inDoubt > 0],
    ['pending', 'to be booked', receipt.entries.pending > 0],
    ['already', 'already booked', already !== undefined],
    ['notBooked', 'not booked', notBooked !== undefined],
  ] as const;
  const there = columns.filter(([, , isThere]) => isThere);
  const cells = [
    ['account', '', ...there.map(([, words]) => words)],
    ...shown.map((each) => [
      each.account,
      each.replacedBy === undefined ? (names.get(each.account) ?? '') : `replaced by ${each.replacedBy}`,
      ...there.map(([place]) => readableAmount(each[place] ?? '0.00')),
    ]),
    ...(['debit', 'credit'] as const).map((side) => [
      side,
      '',
      ...there.map(([place]) => readableAmount(place === 'file' ? totals[side] : (totals[place]?.[side] ?? '0.00'))),
    ]),
  ];
  const layout: ColumnLayout[] = [
    { align: 'left' },
    { align: 'left', max: there.length > COLUMNS_BESIDE_NAMES ? SHORT_NAME_CHARACTERS : NAME_CHARACTERS },
    ...there.map(() => ({ align: 'right' as const })),
  ];
  const lines = tableLines(cells, layout);
  const sums = lines.splice(-2).map((line) => style('dim', line));
  return [
    style('dim', lines[0]!),
    ...lines.slice(1),
    ...(more > 0
      ? [`… and ${counted(more, 'more account', 'more accounts')}: bilag show ${receipt.import} --out trail.xlsx`]
      : []),
    ...sums,
    ...(remapped === undefined
      ? []
      : [style('dim', 'remapped: already booked, on other accounts than the job would use today')]),
  ];
}
