import { counted } from '../core/counted.ts';
import type { Issue, Remark } from '../core/issue.ts';
import type { BookingField, ContactField, CustomFieldField } from '../core/job-fields.ts';
import { formatMinor } from '../core/money.ts';
import type { VatType } from '../core/records.ts';
import { quoteValue } from '../core/text.ts';
import type { VatSlot } from './row-context.ts';
import { yamlText } from './yaml-text.ts';

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
  thing = 'booking',
): Issue {
  if (columns.length === 0) {
    return {
      code: 'field-missing',
      column: field,
      variant: 'unmapped',
      facts: { field },
      message: `No ${nameOf(field)}: neither a column, a rule nor a default gives the row one.`,
      suggestion: `Add a rule that sets ${field} for rows like this, or a default.`,
    };
  }
  return {
    code: 'field-missing',
    column: columns[0]!,
    facts: { field, columns },
    message: `There is nothing in column ${columns.join(' nor in column ')}; every ${thing} needs ${NEEDED[field] ?? field}.`,
    suggestion: `Fill the cell, or skip such rows in the job if they are not ${thing}s.`,
  };
}

/** One of the two accounts of a row that is an entry of its own: in other files the other account stands in another row. */
export function otherAccountMissing(field: 'debitAccount' | 'creditAccount', column: string): Issue {
  return {
    ...fieldMissing(field, [column]),
    variant: 'side',
    suggestion:
      'Fill the cell. If the file has the two sides of a voucher in rows of their own, name the column of the voucher number in the job: columns: { entry: Bilagsnr }.',
  };
}

/** `contra account` */
function nameOf(field: BookingField | ContactField | CustomFieldField): string {
  return NEEDED[field]?.replace(/^an? /, '') ?? field;
}

export function cellError(column: string, text: string): Issue {
  return {
    code: 'cell-error',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} is an error value of the workbook.`,
    suggestion: 'Correct the formula in the workbook, or put the value in its place.',
  };
}

/** A voucher number as a spreadsheet writes a long number: others may be the same in this form. */
export function keyRounded(column: string, text: string): Issue {
  return {
    code: 'cell-error',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} is no voucher number: a spreadsheet took it for a number and rounded it when the file was saved.`,
    suggestion:
      'Its digits are lost in this file. Format the column as text in Excel, or export the file again without opening it in Excel.',
  };
}

/** @param most characters that it may have, and what for: `a voucher number, account or VAT code can have` */
export function valueTooLong(column: string, value: string, most: number, what: string): Issue {
  return {
    code: 'value-too-long',
    column,
    value,
    facts: { length: value.length, most },
    message: `${quoteValue(value)} in column ${column} has ${counted(value.length, 'character')}; ${most} are the most that ${what}.`,
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
    facts: { values, columns },
    message: `The row has ${counted(values, 'value')}, and the file has ${counted(columns, 'column')}; beyond the last is ${quoteValue(beyond)}.`,
    suggestion:
      'A delimiter inside a text needs quotes around the text. Correct the row, so that each value is under its header.',
  };
}

/** @param column the first that the row lacks */
export function rowCutOff(column: string): Issue {
  return {
    code: 'field-missing',
    column,
    variant: 'cut',
    message: `The file seems to end in the middle of this row: it has nothing from column ${column} on, and no line end, and all other rows are full.`,
    suggestion: 'Export the file again and import it whole, or complete the row.',
  };
}

/** @param column the last, in which all other rows have two decimals */
export function amountCutOff(column: string, value: string): Issue {
  return {
    code: 'amount-invalid',
    column,
    value,
    variant: 'cut',
    message: `The file seems to end in the middle of ${quoteValue(value)} in column ${column}: it has no line end, and all other rows have two decimals there.`,
    suggestion: 'Export the file again and import it whole, or write the amount out, with its decimals.',
  };
}

/** A list of payments says of one that it was not made, or not yet. @param status what the column says */
export function paymentNotMade(column: string, status: string): Issue {
  return {
    code: 'payment-not-made',
    column,
    value: status,
    message: `${quoteValue(status)} in column ${column}: the payment was not made, or not yet.`,
    suggestion: `Skip such rows in the job: skip: [{ column: ${yamlText(column)}, equals: ${yamlText(status)} }]. If the payment was made all the same, correct the cell.`,
  };
}

/** @param most characters that the service takes */
export function descriptionTooLong(column: string, description: string, most: number): Issue {
  return {
    code: 'description-too-long',
    column,
    value: description,
    facts: { length: description.length, most },
    message: `The description has ${counted(description.length, 'character')}; the service takes ${most}.`,
    suggestion: 'Shorten it in the file.',
  };
}

/** @param most characters that the service takes */
export function descriptionShortened(column: string, most: number): Remark {
  return {
    code: 'description-shortened',
    column,
    facts: { most },
    message: `The end of the description is not sent: with the marker of the probe behind it, it would be longer than the ${counted(most, 'character')} that the service takes.`,
    suggestion: 'Shorten it in the file if its end matters.',
  };
}

/**
 * Rows of a job that takes the net for the amount have a VAT type: the VAT would be worked out of the net.
 * @param shown headers of VAT and gross that show it; default: the header of the net says so
 */
export function amountIsNet(net: string, shown?: readonly [vat: string, gross: string]): Remark {
  const [vat = net, gross] = shown ?? [];
  const by = gross === undefined ? 'whose header says' : `and columns ${vat} and ${gross} show`;
  return {
    code: 'amount-is-net',
    column: net,
    facts: { vat, ...(gross === undefined ? {} : { gross }) },
    message: `Column ${net} is taken for the amount of rows with VAT, ${by} that it is without: the VAT would be worked out of the net.`,
    suggestion:
      gross === undefined
        ? `If that is not what you mean, map the column with the amount including VAT, or the net and the VAT: amount: { net: ${yamlText(net)}, vat: COLUMN }.`
        : `If that is not what you mean, map all three in the job: amount: { gross: ${yamlText(gross)}, net: ${yamlText(net)}, vat: ${yamlText(vat)} }.`,
  };
}

/**
 * The amount that a job books has fees beside it that it does not book.
 * @param amount header of what is booked @param fee header of the fees @param other header of what differs from the amount by them
 * @param first what the first fee comes to, as decimal text, and where it stands: `line 2`
 * @param isNumbered the job maps a voucher number
 */
export function feeNotBooked(
  amount: string,
  fee: string,
  other: string | undefined,
  first: readonly [units: string, place: string],
  isNumbered: boolean,
): Remark {
  const [units, place] = first;
  const [between, map] =
    other === undefined
      ? ['', '']
      : [
          `, by which columns ${amount} and ${other} differ,`,
          `If column ${other} is what is to be booked, map it: amount: ${yamlText(other)}. `,
        ];
  const entry = isNumbered ? `, entry: { column: COLUMN, series: ${yamlText(fee)} }` : '';
  const negate = units.startsWith('-') ? ', negate: true' : '';
  return {
    code: 'fee-not-booked',
    column: fee,
    facts: { amount, first: units, ...(other === undefined ? {} : { other }) },
    message: `The fees in column ${fee}${between} are booked nowhere: the job books column ${amount}. The first is ${units} (${place}).`,
    suggestion: `${map}To book the fees, import the file with a second job too: columns: { amount: ${yamlText(fee)}${entry}, … }, its accounts${negate}, and skip: [{ field: amount, equals: "" }, { field: amount, equals: "0" }]. What it books of rows that this job has booked is asked about once (read-differently): the answer is different.`,
  };
}

export function signUnknown(column: string, flag: string, debit: readonly string[], credit: readonly string[]): Issue {
  return {
    code: 'sign-unknown',
    column,
    value: flag,
    facts: { debit, credit },
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
    facts: { debit: one, credit: other },
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
    facts: found.facts,
  };
}

export function noPercent(column: string, value: string): Issue {
  return {
    code: 'percent-unclear',
    column,
    value,
    variant: 'text',
    message: `${quoteValue(value)} in column ${column} is not a percentage.`,
    suggestion: 'Write it like 25 or 25 % in the file, or check that vat.percent in the job names the right column.',
  };
}

/** VAT types that a suggestion names. */
const TYPES_NAMED = 20;

/**
 * @param fit VAT types that have the percentage
 * @param code what the job says the percentage stands for, where no VAT type has that code, or several have
 */
export function percentUnclear(
  column: string,
  percent: string,
  fit: readonly VatType[],
  code: string | undefined,
): Issue {
  const said = { code: 'percent-unclear', column, value: percent } as const;
  if (code !== undefined) {
    return {
      ...said,
      variant: 'code',
      facts: { code },
      message: `vat.percents in the job says VAT code ${quoteValue(code)} for ${percent} %, and the service has no VAT type, or several, with that code.`,
      suggestion: 'Correct the code under vat.percents in the job.',
    };
  }
  if (fit.length === 0) {
    return {
      ...said,
      variant: 'none',
      message: `The service has no VAT type of ${percent} %.`,
      suggestion: `Correct the percentage in the file, or say in the job which VAT code it stands for: vat: { percents: { "${percent}": "…" } }, or none.`,
    };
  }
  const named = fit.slice(0, TYPES_NAMED).map(({ code: each, name }) => `${each} (${name})`);
  return {
    ...said,
    facts: { types: named },
    message: `The service has ${fit.length === 1 ? 'a VAT type' : `${fit.length} VAT types`} of ${percent} %, and the account does not show ${fit.length === 1 ? 'that it is meant' : 'which is meant'}.`,
    suggestion: `Say it in the job: vat: { percents: { "${percent}": "…" } }, or none; or for some accounts in a rule: { when: { account: "^4" }, set: { vat: "…" } }. VAT types of ${percent} %: ${named.join(', ')}.`,
  };
}

/** The file has VAT, and nothing would be sent of it. */
export function vatWithoutCode(column: string): Issue {
  return {
    code: 'vat-differs',
    column,
    variant: 'none',
    message: `The row has VAT in column ${column} and no VAT code: its VAT would be lost.`,
    suggestion:
      'Give it a VAT code: in the file, in a rule or default of the job, or with vat.default: account. If all of it is to be booked without VAT, set vat to none in a rule or default.',
  };
}

export const vatDiffers = {
  /** @param percent what the row says */
  percent(column: string, percent: string, { code, percent: ofType }: VatType): Issue {
    return {
      code: 'vat-differs',
      column,
      value: percent,
      variant: 'percent',
      facts: { code, percent: ofType ?? '' },
      message: `Column ${column} says ${percent} %, and VAT code ${code} has ${ofType} %.`,
      suggestion: 'Correct the one that is wrong in the file, or map the code under vat.codes in the job.',
    };
  },
  /** @param row amounts as decimal text */
  figures(
    column: string,
    value: string,
    { code, percent }: VatType,
    row: { net: string; vat: string; gross: string; expected: string; reverse: boolean },
  ): Issue {
    const { net, vat, gross, expected, reverse } = row;
    const rate = reverse ? 'reverse charge: the row shows no VAT' : `${percent} %`;
    return {
      code: 'vat-differs',
      column,
      value,
      ...(reverse ? { variant: 'reverse' as const } : {}),
      facts: { code, percent: percent ?? '', expected, net, vat, gross },
      message: `VAT code ${code} (${rate}) makes ${expected} of VAT on a net of ${net}, and the row has ${vat} (gross ${gross}).`,
      suggestion: `Correct the amount or the code in the file, or map the code under vat.codes in the job. ${Number(vat) === 0 ? `If ${code} is a code of reverse charge, say so in the job: vat: { reverse: ["${code}"] }.` : 'If it is no more than rounding, say in the job how far it may be apart: vat: { tolerance: "…" }.'}`,
    };
  },
};
