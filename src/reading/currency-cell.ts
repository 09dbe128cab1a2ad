import { readAffixes } from '../core/amount-affixes.ts';
import type { Cell } from '../core/cell.ts';

const MINUS = 0x2d;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Where a text begins and ends with a digit no currency can stand around it. */
export function isPlain(cell: Cell | undefined): boolean {
  if (typeof cell !== 'string') return typeof cell !== 'object' || cell.kind !== 'money';
  if (cell === '') return true;
  const first = cell.charCodeAt(cell.charCodeAt(0) === MINUS ? 1 : 0);
  return isDigit(first) && isDigit(cell.charCodeAt(cell.length - 1));
}

/** The currency that the cell of an amount says, as it says it. */
export function currencyIn(cell: Cell | undefined): string | undefined {
  if (isPlain(cell)) return undefined;
  if (typeof cell === 'string') return readAffixes(cell)?.currency;
  return typeof cell === 'object' && cell.kind === 'money' ? cell.currency : undefined;
}
