import type { Cell } from '../../core/cell.ts';
import { counted } from '../../core/counted.ts';
import { currencyReader, unitInHeader } from '../../core/currency.ts';
import type { Issue } from '../../core/issue.ts';
import { type CustomFieldDefinition, SMALL_TEXT_MAX_CHARACTERS } from '../../core/records.ts';
import { quoteValue } from '../../core/text.ts';
import { currencyIn } from '../../reading/currency-cell.ts';
import { headerCurrencies } from '../../reading/header-currencies.ts';

/** Blanks between thousands, decimals that are nothing: `1 234`, `12,0`, `12.00`. Three decimals might be thousands. */
const WHOLE = /^([+-]?)(\d+|[1-9]\d{0,2}(?: \d{3})+)(?:[.,]0{1,2})?$/;
/** What a spreadsheet makes of a long number. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i;

/**
 * A whole number as the value of a custom field (service interface, section 2.6). What is no number for certain is an issue,
 * and so is one that would lose something: leading zeros, digits beyond a safe integer.
 */
export function customNumber(text: string, column: string): number | Issue {
  const found = WHOLE.exec(
    text
      .trim()
      .replace(/\s/gu, ' ')
      .replace(/^[\u2212\u2013]/, '-'),
  );
  if (found === null) {
    return ROUNDED.test(text.trim())
      ? invalid(text, column, 'was rounded by a spreadsheet', 'Format the column as text, and export the file again.')
      : invalid(
          text,
          column,
          'is not a whole number',
          'Write digits only: 1234. For an amount, use a field of type Money.',
        );
  }
  const [, sign = '', grouped = ''] = found;
  const digits = grouped.replaceAll(' ', '');
  if (/^0\d/.test(digits))
    return invalid(
      text,
      column,
      'begins with a zero, which a number cannot keep',
      'Remove the zero, or use a custom field of type Small text field if it belongs to the value.',
      'zero',
    );
  const value = Number(`${sign}${digits}`);
  if (!Number.isSafeInteger(value))
    return invalid(
      text,
      column,
      'has more digits than a number can keep',
      'Use a custom field of type Small text field for it.',
      'digits',
    );
  return value === 0 ? 0 : value;
}

function invalid(text: string, column: string, what: string, suggestion: string, variant?: 'zero' | 'digits'): Issue {
  return {
    code: 'custom-value-invalid',
    column,
    value: text,
    ...(variant === undefined ? {} : { variant }),
    message: `${quoteValue(text)} in column ${column} ${what}; the custom field holds whole numbers.`,
    suggestion,
  };
}

/**
 * A text value of a custom field (service interface, section 2.6), as the file has it.
 * @returns an issue where a small text has more than 255 characters (UTF-16 code units, as the service counts)
 */
export function customText(text: string, type: 'Small text field' | 'Text', column: string): string | Issue {
  if (type === 'Text' || text.length <= SMALL_TEXT_MAX_CHARACTERS) return text;
  return {
    code: 'custom-value-invalid',
    column,
    value: text,
    variant: 'long',
    facts: { length: text.length, most: SMALL_TEXT_MAX_CHARACTERS },
    message: `${quoteValue(text)} in column ${column} has ${counted(text.length, 'character')}; a small text field holds ${SMALL_TEXT_MAX_CHARACTERS}.`,
    suggestion: 'Shorten it in the file, or use a custom field of type Text.',
  };
}

/**
 * Tells amounts that are not in the currency of the books: a custom field keeps the figure alone (service interface, section 2.6).
 * As in bookings, what a cell says counts before what its header says.
 * @param books code of the currency of the books
 */
export function otherCurrency(header: string, books: string): (cell: Cell | undefined) => string | undefined {
  const codeOf = currencyReader(books);
  const inHeader = unitInHeader(header) ?? headerCurrencies(header, codeOf).map(codeOf).join('/');
  return (cell) => {
    const word = currencyIn(cell);
    const code = word === undefined ? inHeader : codeOf(word);
    return code === '' || code === books ? undefined : code;
  };
}

export function customCurrencyDiffers(
  code: string,
  { name }: CustomFieldDefinition,
  column: string,
  books: string,
): Issue {
  return {
    code: 'currency-differs',
    column,
    value: code,
    variant: 'custom',
    facts: { books, field: name },
    message: `The amount in column ${column} is in ${code}; the custom field ${name} keeps no currency, and the books are in ${books}.`,
    suggestion: `Put the amount in ${books} into the cell, with its currency: ${books} 100. If the currency belongs to the value, use a custom field of type Small text field.`,
  };
}
