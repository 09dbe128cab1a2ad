import type { CauseSummary } from '../pipeline/receipt.ts';
import { counted } from './figures.ts';
import { wrap } from './layout.ts';
import type { Style } from './style.ts';

/** Causes that a receipt lists, the most rows first; `bilag failed` has them all. */
export const RECEIPT_CAUSES = 20;
const INDENT = '  ';

/** What keeps entries from being booked: one paragraph for each cause, however many rows it has. */
export function issueLines(issues: readonly CauseSummary[], width: number, style: Style): string[] {
  if (issues.length === 0) return [];
  const shown = issues.slice(0, RECEIPT_CAUSES);
  const more = issues.length - shown.length;
  return [
    '',
    style('bold', 'What is wrong'),
    ...shown.flatMap((issue) => causeLines(issue, width, style)),
    ...(more > 0 ? [`${INDENT}… and ${counted(more, 'more cause', 'more causes')}`] : []),
  ];
}

function causeLines(
  { code, row, rows, entries, message, suggestion }: CauseSummary,
  width: number,
  style: Style,
): string[] {
  const room = width - 2 * INDENT.length;
  const where = rows > 1 && row !== '' ? `, first in row ${row}` : row === '' ? '' : `, row ${row}`;
  return [
    `${INDENT}${style('yellow', `${counted(rows, 'row')} in ${counted(entries, 'entry', 'entries')}${where}`)}  ${style('dim', code)}`,
    ...wrap(message, room).map((line) => INDENT + INDENT + line),
    ...(suggestion === undefined ? [] : wrap(suggestion, room).map((line) => INDENT + INDENT + style('dim', line))),
  ];
}
