import { Decimal } from 'decimal.js';
import { type Cell, cellText } from '../core/cell.ts';

/** `25`, `25 %`, `25,0`, `11.11%`; the decimal mark is either, since no percentage has thousands. */
const PERCENT = /^(\d{1,3}(?:[.,]\d{1,4})?)\s*%?$/;

/**
 * A VAT percentage as plain decimal text without zeros at its end: `25`, `11.11`; the empty string where there is none. A number
 * of a workbook below 1 is a share, as a workbook keeps 25 %: 0.25.
 * @returns undefined where the cell is not a percentage
 */
export function readPercent(cell: Cell | undefined): string | undefined {
  const text = cellText(cell).trim();
  if (text === '') return '';
  const match = PERCENT.exec(text);
  if (match === null || typeof cell === 'boolean') return undefined;
  const percent = new Decimal(match[1]!.replace(',', '.'));
  return (typeof cell === 'number' && percent.lessThan(1) ? percent.mul(100) : percent).toString();
}
