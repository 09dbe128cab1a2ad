import { type Cell, cellText } from '../domain/cell.ts';

/** A number as people write one into a cell that holds a number: no grouping, and either decimal mark. */
const PLAIN_NUMBER = /^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?$/;

/**
 * A cell as it is after a person typed a text over it. A workbook's numbers, dates and truth values stay what they are
 * where the text is one; all else is text as it was typed, so that leading zeros stay and nothing becomes a formula.
 * @param before what the file holds
 */
export function mendedCell(before: Cell, text: string): Cell {
  if (text === '') return '';
  if (typeof before === 'number') return PLAIN_NUMBER.test(text) ? Number(text.replace(',', '.')) : text;
  if (typeof before === 'boolean') return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  if (typeof before !== 'object') return text;
  if (before.kind === 'date') return isDate(text) ? { kind: 'date', iso: text } : text;
  // The text that a person saw stands for the whole cell; another is an amount without its currency.
  if (before.kind === 'money' && text === cellText(before)) return before;
  // Behind a formula that failed nobody knows what there was to be: a number is one where it reads the same.
  const number = Number(text);
  return PLAIN_NUMBER.test(text) && cellText(number) === text ? number : text;
}

/** A day that there is: a workbook would write another for 31 February. */
function isDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const time = Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
