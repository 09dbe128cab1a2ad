import { agree, counted } from '../../core/counted.ts';
import type { Issue } from '../../core/issue.ts';
import type { EntryCounts, RowCounts } from '../../core/states.ts';
import { type KindName, kindOf, kindWords } from '../../kinds/kinds.ts';

/** Causes that a message lists, those with the most rows; the receipt has them all. */
export const CAUSES_TOLD = 5;
/** Batches in doubt that a message lists. */
const DOUBTS_TOLD = 5;
/** Things that do not add up that a message lists. */
const MISMATCHES_TOLD = 5;
/** Characters of a file's or a job's name in a message. */
const NAME_CHARACTERS = 80;
/** Characters of what somebody else said: a service, a file, a server. */
const WORDS_CHARACTERS = 600;
/** Characters of a line about the books that do not add up; it holds its remedy. */
const MISMATCH_CHARACTERS = 2_000;

/** A cause with how much it holds up; `rows` and `entries` are counts. */
export interface CauseNews extends Issue {
  /** The first row it stands in. */
  readonly row?: string;
  readonly rows: number;
  readonly entries: number;
}

/** An import that came to rest, as a message tells of it. */
export interface ImportNews {
  readonly id: string;
  readonly job: string;
  /** Default: bookings. */
  readonly kind?: KindName;
  readonly file: string;
  readonly state: 'partly-booked' | 'rejected' | 'in-doubt' | 'completed';
  readonly rows: RowCounts;
  readonly entries: EntryCounts;
  /** Duplicates that wait for a person; those that the job says to skip are not among them. */
  readonly heldDuplicates: { readonly rows: number; readonly entries: number };
  /** The most rows first. */
  readonly issues: readonly CauseNews[];
  /** Why the whole file, or its last correction, was rejected. */
  readonly reason: Issue | undefined;
  /** Batches whose outcome is not known; `message` is the service's, `about` says what is created. */
  readonly doubts: readonly { no: number; rows: number; entries: number; about?: string; message: string | null }[];
  /** What does not add up. */
  readonly mismatches: readonly string[];
  /** The custom fields that its contacts ask for, in words; empty where there are none. */
  readonly customFields?: string;
  /** They are still being looked up in the service. */
  readonly looksGoOn: boolean;
}

/** A scheduled run that failed. */
export interface RunNews {
  readonly job: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** What a message says: one line, and plain text. Neither holds a character that could end a line of a header. */
export interface NoticeWords {
  readonly subject: string;
  readonly text: string;
}

/** What people are told of an import that came to rest. @param link where the dashboard is, without a slash at its end */
export function importWords(news: ImportNews, link: string | undefined): NoticeWords {
  const { id, rows, state } = news;
  const file = nameWords(news.file);
  const job = nameWords(news.job);
  return {
    subject: `bilag: ${subjectWords(news, file)} (${job})`,
    text: paragraphs([
      [`${headline(news, file)}`, `Job ${job}, import ${id}.`],
      news.mismatches.length === 0 ? [] : ['THIS DOES NOT ADD UP', ...mismatchLines(news)],
      reasonLines(news),
      state === 'rejected' || rows.read === 0 ? [] : countLines(news),
      state === 'rejected' || news.issues.length === 0 ? [] : ['Why', ...causeLines(news)],
      news.doubts.length === 0 ? [] : ['Unconfirmed', ...doubtLines(news)],
      ['Where to look', ...placeLines(news, link)],
    ]),
  };
}

/** What people are told of a scheduled run that failed. */
export function runWords(news: RunNews, link: string | undefined): NoticeWords {
  const job = nameWords(news.job);
  const { message, suggestion, dueAt } = news;
  return {
    subject: `bilag: the scheduled run of ${job} failed`,
    text: paragraphs([
      [`The run of job ${job} that was due at ${timeWords(dueAt)} failed.`],
      ['Why', ...messageLines(message, suggestion, '  ')],
      [
        'It runs again when it is due next. While it fails in the same way, you get no further message until it has succeeded.',
      ],
      [
        'Where to look',
        ...(link === undefined ? [] : [`  ${link}`]),
        `  bilag run ${job}      runs it now, and says what happens`,
        '  bilag doctor      what is wrong and what to do',
      ],
    ]),
  };
}

/** Text of others on one line, without what a header, a terminal or a chat could take for more than text. */
export function plainLine(text: string, characters: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\uFEFF]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const all = [...line];
  return all.length > characters ? `${all.slice(0, characters - 1).join('')}…` : line;
}

/** A name, shortened in its middle: its end says what it is. */
function nameWords(name: string): string {
  const all = [...plainLine(name, name.length)];
  if (all.length <= NAME_CHARACTERS) return all.join('');
  const end = NAME_CHARACTERS / 4;
  return `${all.slice(0, NAME_CHARACTERS - end - 1).join('')}…${all.slice(-end).join('')}`;
}

function subjectWords(news: ImportNews, file: string): string {
  const { state, rows, mismatches } = news;
  const { done } = kindWords(news.kind);
  const waiting = waitingRows(news);
  if (state === 'rejected') return `${file} was rejected`;
  if (mismatches.length > 0) return `${file} does not add up`;
  if (state === 'completed') return `${file} is ${done}, ${counted(rows.read, 'row')}`;
  return `${waiting} of ${counted(rows.read, 'row')} in ${file} ${agree(waiting, 'needs', 'need')} you`;
}

/** Rows that wait for a person. */
function waitingRows({ rows, heldDuplicates }: ImportNews): number {
  return rows.held + rows.rejected + rows.inDoubt + heldDuplicates.rows;
}

function headline(news: ImportNews, file: string): string {
  const { state, rows, entries } = news;
  const { words, records } = kindOf(news.kind);
  const { one, many, done } = words;
  const count = waitingRows(news);
  const waiting =
    count === 0 ? '' : ` ${count} of its ${counted(rows.read, 'row')} ${agree(count, 'needs', 'need')} you.`;
  switch (state) {
    case 'rejected':
      return `${file} was rejected. Nothing in it is ${done}.`;
    case 'completed':
      if (records !== undefined) return `${file} is ${done}: ${createdWords(news)}.`;
      return `${file} is booked: ${counted(rows.booked, 'row')} in ${counted(entries.booked, one, many)}.`;
    case 'in-doubt':
      return news.doubts.length === 0
        ? `${file} is unconfirmed: a decision about a part of it turned out to be wrong.${waiting}`
        : `${file} is unconfirmed: bilag does not know what became of a part of it.${waiting}`;
    case 'partly-booked':
      return `${entries.booked === 0 ? `Nothing in ${file} is ${done}.` : `${file} is partly ${done}.`}${waiting}`;
  }
}

function reasonLines({ reason, state }: ImportNews): string[] {
  if (reason === undefined) return [];
  const title = state === 'rejected' ? 'Why' : 'The last correction could not be used';
  return [title, ...messageLines(reason.message, reason.suggestion, '  ')];
}

function causeLines({ kind, issues }: ImportNews): string[] {
  const { records } = kindOf(kind);
  const inEntries = (count: number) => (records === undefined ? ` in ${counted(count, 'voucher')}` : '');
  const more = issues.length - CAUSES_TOLD;
  return [
    ...issues.slice(0, CAUSES_TOLD).flatMap(({ code, row = '', rows, entries, message, suggestion }) => {
      const where = row === '' ? '' : rows > 1 ? `, first in row ${row}` : `, row ${row}`;
      return [
        rows === 0 && records !== undefined
          ? `  ${counted(entries, 'custom field')} (${code})`
          : `  ${counted(rows, 'row')}${inEntries(entries)}${where} (${code})`,
        ...messageLines(message, suggestion, '    '),
      ];
    }),
    ...(more > 0 ? [`  … and ${counted(more, 'more cause', 'more causes')}`] : []),
  ];
}

function doubtLines({ kind, doubts, looksGoOn }: ImportNews): string[] {
  const { words, records } = kindOf(kind);
  const { one, many, done } = words;
  const more = doubts.length - DOUBTS_TOLD;
  return [
    ...doubts.slice(0, DOUBTS_TOLD).map(({ no, rows, entries, about, message }) => {
      const said = message === null || message.trim() === '' ? '' : ` ${plainLine(message, WORDS_CHARACTERS)}`;
      const what = records === undefined ? `${counted(rows, 'row')} in ${counted(entries, one, many)}` : about;
      return `  Batch ${no}: ${what}.${said}`;
    }),
    ...(more > 0 ? [`  … and ${counted(more, 'more batch', 'more batches')}`] : []),
    `  It was sent, and its outcome is unknown. It is not sent again until it is known whether it was ${done}.`,
    looksGoOn
      ? '  bilag goes on looking it up in the service.'
      : records === undefined
        ? '  Look for its vouchers in the service, and say what became of them.'
        : '  Look for it in the service, and say what became of it.',
  ];
}

function mismatchLines({ mismatches }: ImportNews): string[] {
  const more = mismatches.length - MISMATCHES_TOLD;
  return [
    ...mismatches.slice(0, MISMATCHES_TOLD).map((mismatch) => `  ${plainLine(mismatch, MISMATCH_CHARACTERS)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function placeLines(
  { id, kind, doubts, rows, entries, heldDuplicates }: ImportNews,
  link: string | undefined,
): string[] {
  const failed = entries.held > 0 || entries.rejected > 0;
  // A custom field that a job of contacts asks for stands in no row.
  const { records, afterDuplicates } = kindOf(kind);
  const correctable = records === undefined || rows.held > 0 || rows.rejected > 0;
  return [
    ...(link === undefined ? [] : [`  ${link}/imports/${id}`]),
    `  bilag show ${id}`,
    ...(failed && correctable ? [`  bilag failed ${id} --out failed.xlsx`] : []),
    ...(failed && !correctable ? [`  bilag retry ${id}      once the job or the service is corrected`] : []),
    ...(!failed && heldDuplicates.entries > 0 ? [`  bilag retry ${id}      ${afterDuplicates}`] : []),
    ...doubts.slice(0, DOUBTS_TOLD).map(({ no }) => `  bilag resolve ${id} ${no}`),
  ];
}

function messageLines(message: string, suggestion: string | undefined, indent: string): string[] {
  return [message, ...(suggestion === undefined ? [] : [suggestion])].map(
    (words) => indent + plainLine(words, WORDS_CHARACTERS),
  );
}

function paragraphs(all: readonly (readonly string[])[]): string {
  const filled = all.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function timeWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `1 200 contacts created, 3 exist already` */
function createdWords({ kind, rows, customFields = '' }: ImportNews): string {
  const { one, many } = kindWords(kind);
  const there = rows.duplicate === 0 ? '' : `, ${rows.duplicate} ${agree(rows.duplicate, 'exists', 'exist')} already`;
  return `${counted(rows.booked, one, many)} created${there}${customFields === '' ? '' : `; custom fields: ${customFields}`}`;
}

/** A row is one contact, or one custom field. */
function createdLines({ rows, heldDuplicates, customFields = '' }: ImportNews): string[] {
  const differ = heldDuplicates.rows === 0 ? '' : `, ${heldDuplicates.rows} of them on hold`;
  const lines: [label: string, count: number, more?: string][] = [
    ['in the file', rows.read],
    ['created', rows.booked],
    ['exist already', rows.duplicate, differ],
    ['on hold', rows.held],
    ['rejected by the service', rows.rejected],
    ['unconfirmed', rows.inDoubt],
    ['skipped', rows.skipped],
  ];
  return [
    ...lines
      .filter(([label, count]) => label === 'created' || count > 0)
      .map(([label, count, more = '']) => `  ${label}: ${counted(count, 'row')}${more}`),
    ...(customFields === '' ? [] : [`  custom fields: ${customFields}`]),
  ];
}

/** Where the rows of an import are, a line for each place. */
function countLines(news: ImportNews): string[] {
  const { kind, rows, entries, heldDuplicates } = news;
  if (kindOf(kind).records !== undefined) return createdLines(news);
  const duplicates = heldDuplicates.entries === 0 ? '' : `, ${heldDuplicates.entries} of the vouchers on hold`;
  const lines: [label: string, rows: number, entries: number | undefined, more?: string][] = [
    ['in the file', rows.read, entries.planned],
    ['booked', rows.booked, entries.booked],
    ['on hold', rows.held, entries.held],
    ['rejected by the service', rows.rejected, entries.rejected],
    ['unconfirmed', rows.inDoubt, entries.inDoubt],
    ['already booked', rows.duplicate, entries.duplicate, duplicates],
    ['skipped', rows.skipped, undefined],
  ];
  return lines
    .filter(([label, count, inEntries]) => label === 'booked' || count > 0 || (inEntries ?? 0) > 0)
    .map(([label, count, inEntries, more = '']) => {
      const where = inEntries === undefined ? '' : ` in ${counted(inEntries, 'voucher')}`;
      return `  ${label}: ${counted(count, 'row')}${where}${more}`;
    });
}
