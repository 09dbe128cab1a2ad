import type { KindWords } from '../../core/entry-words.ts';
import { kindOf } from '../../kinds/kinds.ts';
import type { CauseSummary } from '../../reporting/causes.ts';
import { rowWords } from './row-words.ts';
import { counted, type Style, wrap } from './text.ts';

/** Causes that a receipt lists, the most rows first; `bilag failed` has them all. */
export const RECEIPT_CAUSES = 20;
const INDENT = '  ';
/** What is about everything that follows: it is said at the top. */
const WARNING = 'matching-incomplete';

/** What keeps entries from being booked: one paragraph for each cause, however many rows it has. */
export function issueLines(issues: readonly CauseSummary[], width: number, style: Style, kind?: string): string[] {
  const { words, records } = kindOf(kind);
  const waiting = issues.filter(({ settled }) => settled !== true);
  return paragraphs('Problems found', waiting, width, style, records === undefined ? words : undefined);
}

/** What exists already, so that nothing is to be done, and why it is thought the same. */
export function settledLines(issues: readonly CauseSummary[], width: number, style: Style): string[] {
  const settled = issues.filter((issue) => issue.settled === true);
  return paragraphs('What exists already', settled, width, style);
}

/** What people should know of rows that went on all the same. */
export function remarkLines(remarks: readonly CauseSummary[], width: number, style: Style): string[] {
  const others = remarks.filter(({ code }) => code !== WARNING);
  return paragraphs('Worth knowing', others, width, style);
}

/** What a person has to know before trusting anything else. */
export function warningLines(remarks: readonly CauseSummary[], width: number, style: Style): string[] {
  return remarks
    .filter(({ code }) => code === WARNING)
    .flatMap(({ message, suggestion = '' }) => [
      '',
      ...wrap(`!! ${message} ${suggestion}`.trim(), width).map((line) => style('red', style('bold', line))),
    ]);
}

function paragraphs(
  title: string,
  causes: readonly CauseSummary[],
  width: number,
  style: Style,
  entries?: KindWords,
): string[] {
  if (causes.length === 0) return [];
  const shown = causes.slice(0, RECEIPT_CAUSES);
  const more = causes.length - shown.length;
  return [
    '',
    style('bold', title),
    ...shown.flatMap((cause) => causeLines(cause, width, style, entries)),
    ...(more > 0 ? [`${INDENT}… and ${counted(more, 'more cause', 'more causes')}`] : []),
  ];
}

function causeLines(cause: CauseSummary, width: number, style: Style, entries?: KindWords): string[] {
  const { code, message, suggestion } = cause;
  const room = width - 2 * INDENT.length;
  return [
    `${INDENT}${style('yellow', placeWords(cause, entries))}  ${style('dim', code)}`,
    ...wrap(message, room).map((line) => INDENT + INDENT + line),
    ...(suggestion === undefined ? [] : wrap(suggestion, room).map((line) => INDENT + INDENT + style('dim', line))),
  ];
}

/** How much a cause is about, and where it begins. @param words of its entries; undefined where a row is one */
function placeWords({ row, rows, entries }: CauseSummary, words: KindWords | undefined): string {
  const where = row === undefined ? '' : `, ${rows > 1 ? 'first in ' : ''}${rowWords(row)}`;
  if (words !== undefined) return `${counted(rows, 'row')} in ${counted(entries, words.one, words.many)}${where}`;
  // A custom field that the job asks for stands in none.
  if (rows === 0) return counted(entries, 'custom field');
  return rows === 1 && row !== undefined ? `Row${rowWords(row).slice(3)}` : `${counted(rows, 'row')}${where}`;
}
