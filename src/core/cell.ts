/**
 * One value of a record as its file holds it. CSV files hold text only; a workbook also holds numbers, dates,
 * booleans, error values, and numbers in a currency. An empty cell is the empty string.
 */
export type Cell = string | number | boolean | DateCell | MoneyCell | ErrorCell;

/** A workbook cell that its number format (or its type) says is a date. */
export interface DateCell {
  readonly kind: 'date';
  /** `YYYY-MM-DD`, with `THH:MM:SS` behind it when the cell has a time of day. */
  readonly iso: string;
}

/** A number whose number format says a currency: 100 under `[$€-2] #,##0.00`. */
export interface MoneyCell {
  readonly kind: 'money';
  readonly value: number;
  /** As the format has it: `€`, `EUR`, `kr`. */
  readonly currency: string;
}

/** A workbook cell that holds an error value instead of a result. */
export interface ErrorCell {
  readonly kind: 'error';
  /** As the person sees it: `#DIV/0!`, `#N/A`, … */
  readonly text: string;
}

/** The text of a cell as a person would read it; without the currency of its number format; numbers without exponent or rounding noise (15 significant digits). */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell.kind === 'money') return numberText(cell.value);
  return cell.kind === 'date' ? cell.iso : cell.text;
}

/** Significant digits that a workbook number really carries: Excel stores 9487049.35 as 9487049.3499999996. */
export const WORKBOOK_SIGNIFICANT_DIGITS = 15;

/** A workbook number without what reckoning left beyond the digits that it carries. */
export function carriedNumber(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(WORKBOOK_SIGNIFICANT_DIGITS));
}

/** Decimal text (`.` as mark, never an exponent) of a workbook number rounded to 15 significant digits. */
export function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(carriedNumber(value));
  if (!text.includes('e')) return text;
  const [mantissa, exponent] = text.split('e') as [string, string];
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  const point = (mantissa.replace('-', '').split('.')[0] ?? '').length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
