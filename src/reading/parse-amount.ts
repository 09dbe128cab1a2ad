import { readAffixes } from '../core/amount-affixes.ts';
import { type Cell, cellText, numberText } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import type { Issue, RowIssueCode } from '../core/issue.ts';
import { formatMinor } from '../core/money.ts';
import {
  AMOUNT_SIGNIFICANT_DIGITS,
  type DecimalMark,
  EMPTY,
  POINT_OF_KR,
  REFUSED,
  scanAmount,
  TOO_LONG,
  TOO_PRECISE,
} from '../core/scan-amount.ts';
import { quoteValue } from '../core/text.ts';

const DIGIT_NINE = 0x39;

/** Why a cell is no amount; made only for a cell that isn't one. */
export interface AmountProblem extends Issue {
  readonly code: AmountProblemCode;
  readonly column: string;
  readonly value: string;
  readonly suggestion: string;
}

export type AmountProblemCode = Extract<
  RowIssueCode,
  'amount-invalid' | 'amount-too-precise' | 'amount-too-long' | 'cell-error'
>;

export interface AmountFormat {
  readonly decimal: DecimalMark;
  /** Decimals of an amount. */
  readonly scale: number;
  /** Header of the column, for messages. */
  readonly column: string;
  /** The side of the amount is said elsewhere: a cell that says it too (`100,00 CR`) is not read. */
  readonly sideSaid?: boolean;
  /** `100,00 CR` is money in, as a bank says it of its customer's account: a plus. */
  readonly creditIn?: boolean;
}

/** Minor units as a safe integer, never -0; undefined for an empty cell. */
export type Amount = number | undefined | AmountProblem;

/**
 * Reads the cells of one amount column under a known decimal mark, exactly: text digit by digit, a number of a
 * workbook as the decimal text that its 15 significant digits say.
 */
export function amountParser(format: AmountFormat): (cell: Cell | undefined) => Amount {
  const { decimal, scale, sideSaid = false, creditIn = false } = format;
  const power = Number(`1e${scale}`);
  const read = (cell: Cell | undefined): Amount => {
    if (typeof cell === 'string') {
      const units = scanAmount(cell, decimal, scale, power);
      if (units < REFUSED) {
        if (!(sideSaid || creditIn) || !cellSaysSide(cell)) return units;
        return sideSaid ? sideTwice(cell, format.column) : 0 - units;
      }
      return units === EMPTY ? undefined : problem(units, cell, format);
    }
    if (typeof cell === 'number') {
      const units = numberUnits(cell, scale, power);
      return units < REFUSED ? units : problem(units, numberText(cell), { ...format, decimal: '.' });
    }
    if (typeof cell === 'object' && cell.kind === 'money') return read(cell.value);
    return cell === undefined ? undefined : problemOfKind(cell, format.column);
  };
  return read;
}

/** Whether a word behind an amount says its side: `100,00 CR`. */
export function cellSaysSide(cell: string): boolean {
  // Nearly every amount ends with a digit.
  return cell.charCodeAt(cell.length - 1) > DIGIT_NINE && readAffixes(cell)?.side === true;
}

/** The cell says its side, by a word or a minus, and another column says it too: which of them counts, nobody knows. */
export function sideTwice(value: string, column: string): AmountProblem {
  return {
    code: 'amount-invalid',
    column,
    value,
    variant: 'side',
    message: `${quoteValue(value)} in column ${column} says debit or credit itself, and the job takes that from another column.`,
    suggestion:
      'Leave the word, or the minus, out in the file, or take the other column out of the job if the cells say it rightly.',
  };
}

/** Below this a number's 15 significant digits are whole minor units. */
const EXACT_BELOW = 10 ** AMOUNT_SIGNIFICANT_DIGITS;

function numberUnits(value: number, scale: number, power: number): number {
  // A double that is the nearest one to a decimal of at most 15 digits prints as that decimal: no text needed.
  const units = Math.round(value * power);
  if (units < EXACT_BELOW && units > -EXACT_BELOW && units / power === value) return units === 0 ? 0 : units;
  return scanAmount(numberText(value), '.', scale, power);
}

function problem(refusal: number, value: string, { decimal, scale, column }: AmountFormat): AmountProblem {
  const shown = `${quoteValue(value)} in column ${column}`;
  const example = scale === 0 ? '1234' : `1234${decimal}${'50'.padEnd(scale, '0').slice(0, scale)}`;
  if (refusal === TOO_PRECISE) {
    return {
      code: 'amount-too-precise',
      column,
      value,
      facts: { most: scale },
      message: `${shown} has more than ${counted(scale, 'decimal')}.`,
      suggestion: `Round the amount to ${counted(scale, 'decimal')} in the file, or set file.scale in the job if more are meant.`,
    };
  }
  if (refusal === TOO_LONG) {
    return {
      code: 'amount-too-long',
      column,
      value,
      facts: { most: AMOUNT_SIGNIFICANT_DIGITS },
      message: `${shown} is too long: an amount can have ${AMOUNT_SIGNIFICANT_DIGITS} digits, and be ${formatMinor(Number.MAX_SAFE_INTEGER, scale)} at most.`,
      suggestion: 'Correct the amount in the file, or check that the column is the one with amounts.',
    };
  }
  if (refusal === POINT_OF_KR) {
    return {
      code: 'amount-invalid',
      column,
      value,
      variant: 'kr',
      message: `${shown} can be read as kr. followed by a whole amount, or as kr followed by decimals.`,
      suggestion: 'Put a space behind kr. in the file.',
    };
  }
  return { code: 'amount-invalid', column, value, ...whyInvalid(value, shown, decimal, scale, example) };
}

function whyInvalid(
  value: string,
  shown: string,
  decimal: DecimalMark,
  scale: number,
  example: string,
): Pick<AmountProblem, 'variant' | 'facts' | 'message' | 'suggestion'> {
  const other: DecimalMark = decimal === ',' ? '.' : ',';
  const units = scanAmount(value, other, scale, Number(`1e${scale}`));
  if (units < REFUSED || units === TOO_PRECISE || units === TOO_LONG) {
    return {
      variant: 'mark',
      facts: { mark: decimal, example },
      message: `${shown} is a valid amount only if "${other}" is the decimal mark, and here it is "${decimal}".`,
      suggestion: `Write it like ${example} in the file, or set file.decimal to "${other}" in the job.`,
    };
  }
  return {
    facts: { example },
    message: `${shown} is not a valid amount.`,
    suggestion: `Write it like ${example} or -${example} in the file; thousands are separated in groups of three.`,
  };
}

function problemOfKind(cell: Exclude<Cell, string | number>, column: string): AmountProblem {
  const value = cellText(cell);
  const shown = `${quoteValue(value)} in column ${column}`;
  if (typeof cell === 'object' && cell.kind === 'error') {
    return {
      code: 'cell-error',
      column,
      value,
      message: `${shown} is an error value of the workbook, not an amount.`,
      suggestion: 'Correct the formula in the workbook, or put the amount in its place.',
    };
  }
  const kind = typeof cell === 'boolean' ? 'true or false' : 'a date';
  return {
    code: 'amount-invalid',
    column,
    value,
    variant: typeof cell === 'boolean' ? 'boolean' : 'date',
    message: `${shown} is ${kind}, not an amount.`,
    suggestion: 'Put the amount in the cell, or format the cell as a number if it is one.',
  };
}
