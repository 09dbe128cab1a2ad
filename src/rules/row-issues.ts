import type { Issue, Remark } from '../domain/issue.ts';
import type { BookingField, ContactField, CustomFieldField } from '../domain/job-fields.ts';
import { formatMinor } from '../domain/money.ts';
import { quoteValue } from './quote-value.ts';
import type { VatSlot } from './reading.ts';

/** Values beyond the last column that are kept, and characters of each. */
const BEYOND_SHOWN = 20;
const BEYOND_CHARACTERS = 100;

/** What each field holds, in the words of a person who has to fill it. */
const NEEDED: Partial<Record<BookingField | ContactField | CustomFieldField, string>> = {
  entry: 'a voucher number',
  date: 'a date',
  account: 'an account',
  amount: 'an amount',
  debit: 'an amount',
  contraAccount: 'a contra account',
  debitAccount: 'a debit account',
  creditAccount: 'a credit account',
  name: 'a name',
  model: 'a model',
  type: 'a data type',
};

/**
 * A field that every booking (contact, custom field) needs is empty.
 * @param columns headers of the columns that could have held it; none where the job maps no column to the field
 * @param thing what a row of the file is
 */
export function fieldMissing(
  field: BookingField | ContactField | CustomFieldField,
  columns: readonly string[],
  thing: 'booking' | 'contact' | 'custom field' = 'booking',
): Issue {
  if (columns.length === 0) {
    return {
      code: 'field-missing',
      column: field,
      message: `Neither a column nor a rule nor a default says the row's ${field}.`,
      suggestion: `Add a rule that sets ${field} for rows like this, or a default.`,
    };
  }
  return {
    code: 'field-missing',
    column: columns[0]!,
    message: `There is nothing in column ${columns.join(' nor in column ')}; every ${thing} needs ${NEEDED[field] ?? field}.`,
    suggestion: `Fill the cell, or skip such rows in the job if they are no ${thing}s.`,
  };
}

export function cellError(column: string, text: string): Issue {
  return {
    code: 'cell-error',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} is an error value of the workbook.`,
    suggestion: 'Mend the formula in the workbook, or put the value in its place.',
  };
}

/** @param most characters that it may have, and what for: `a voucher number, account or VAT code can have` */
export function valueTooLong(column: string, value: string, most: number, what: string): Issue {
  return {
    code: 'value-too-long',
    column,
    value,
    message: `${quoteValue(value)} in column ${column} has ${value.length} characters; ${most} are the most that ${what}.`,
    suggestion: 'Shorten it in the file, or check that the job maps the right column.',
  };
}

/** @param extra what stands beyond the last column */
export function rowTooWide(values: number, columns: number, extra: readonly string[]): Issue {
  const shown = extra
    .slice(0, BEYOND_SHOWN)
    .map((text) => text.slice(0, BEYOND_CHARACTERS))
    .join(' | ');
  const beyond = extra.length > BEYOND_SHOWN ? `${shown} | …` : shown;
  return {
    code: 'row-too-wide',
    value: beyond,
    message: `The row has ${values} values, and the file has ${columns} columns; beyond the last stands ${quoteValue(beyond)}.`,
    suggestion:
      'A delimiter inside a text needs quotes around the text. Correct the row, so that each value is under its header.',
  };
}

/** @param most characters that the service takes */
export function descriptionTooLong(column: string, description: string, most: number): Issue {
  return {
    code: 'description-too-long',
    column,
    value: description,
    message: `The description has ${description.length} characters; the service takes ${most}.`,
    suggestion: 'Shorten it in the file.',
  };
}

/** @param most characters that the service takes */
export function descriptionShortened(column: string, most: number): Remark {
  return {
    code: 'description-shortened',
    column,
    message: `The end of the description is not sent: with the marker of the probe behind it, it would be longer than the ${most} characters that the service takes.`,
    suggestion: 'Shorten it in the file if its end matters.',
  };
}

export function signUnknown(column: string, flag: string, debit: readonly string[], credit: readonly string[]): Issue {
  return {
    code: 'sign-unknown',
    column,
    value: flag,
    message: `${quoteValue(flag)} in column ${column} says neither debit (${debit.join(', ')}) nor credit (${credit.join(', ')}).`,
    suggestion: 'Correct it in the file, or add it to sign.debit or sign.credit in the job.',
  };
}

/** @param debit minor units, as `credit` */
export function debitAndCredit(column: string, debit: number, credit: number, scale: number): Issue {
  const [one, other] = [formatMinor(debit, scale), formatMinor(credit, scale)];
  return {
    code: 'debit-and-credit',
    column,
    value: `${one} / ${other}`,
    message: `The row has both a debit (${one}) and a credit (${other}).`,
    suggestion: 'A row is either debit or credit: remove one, or split the row in two.',
  };
}

/** @param code as the file has it */
export function vatIssue(column: string, code: string, slot: VatSlot, found: NonNullable<VatSlot['issue']>): Issue {
  const what =
    found.code === 'vat-unknown' ? 'is unknown to the service' : 'stands for several VAT types in the service';
  return {
    code: found.code,
    column,
    value: code,
    message: `VAT code ${quoteValue(slot.code)} ${what}.`,
    suggestion: found.suggestion,
  };
}
