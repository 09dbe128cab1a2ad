import { canonicalText } from '../../domain/canonical-text.ts';
import type { CustomValue } from '../../domain/contact.ts';

/** A decimal without leading zeros: `007` is a text, and another one than `7`. */
const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Whether two values of a custom field are the same: `12` and 12, `10` and `10.00`; two texts but for blanks. */
export function sameValue(one: CustomValue, other: CustomValue): boolean {
  const [text, otherText] = [canonicalText(valueText(one)), canonicalText(valueText(other))];
  return text === otherText || (DECIMAL.test(text) && shortest(text) === shortest(otherText));
}

/** The empty string for nothing. */
export function valueText(value: CustomValue): string {
  return value === null ? '' : String(value);
}

/** `-10.50` is `-10.5`; no float on the way, for amounts may have more digits than one holds. */
function shortest(text: string): string | undefined {
  const found = DECIMAL.exec(text);
  if (found === null) return undefined;
  const [, sign = '', whole = '', decimals = ''] = found;
  const kept = decimals.replace(/0+$/, '');
  if (whole === '0' && kept === '') return '0';
  return `${sign}${whole}${kept === '' ? '' : `.${kept}`}`;
}
