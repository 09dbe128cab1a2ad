import type { Issue } from '../domain/issue.ts';
import { formatMinor, MinorSum } from '../domain/money.ts';
import { visibleText } from '../domain/visible-text.ts';
import { ENTRY_MAX_LINES } from './group-rows.ts';
import type { Group } from './reading.ts';

/** An issue of a whole entry, with what is particular to this one. */
export interface EntryIssue {
  readonly issue: Issue;
  /** Null where the issue says it all. */
  readonly detail: string | null;
}

/**
 * Checks an entry whose rows are all sound: its draft lines as sent sum to exactly zero (design, section 8).
 * @param converted its amounts may have been rounded when they were converted from another currency
 */
export function checkEntry(group: Group, scale: number, converted = false): EntryIssue | undefined {
  if (group.tooLarge !== undefined) {
    return {
      issue: {
        code: 'entry-too-large',
        message: `An entry has more than ${ENTRY_MAX_LINES} lines; it would have to be sent in one request.`,
        suggestion: 'Split the voucher, or check that the right column is mapped to entry.',
      },
      detail: `Entry ${visibleText(group.key)} has more than ${ENTRY_MAX_LINES} lines (in ${group.rows.length} rows); it would have to be sent in one request.`,
    };
  }
  const sum = new MinorSum();
  const debit = new MinorSum();
  for (const line of group.lines) {
    sum.add(line.units);
    if (line.units > 0) debit.add(line.units);
  }
  if (sum.isZero()) return undefined;
  const difference = sum.value();
  return {
    issue: {
      code: 'entry-unbalanced',
      message: 'Debit and credit of the entry differ.',
      suggestion: converted
        ? 'Correct an amount, or add the row that is missing. Where only rounding is left of converted amounts, add a row with the difference, for an account for rounding: in the currency of the books, and without a rate.'
        : 'Correct an amount, or add the row that is missing, so that the rows of the entry sum to zero.',
    },
    detail: `${group.key === '' ? 'The entry' : `Entry ${visibleText(group.key)}`} is out of balance by ${formatMinor(difference, scale)}: debit ${formatMinor(debit.value(), scale)}, credit ${formatMinor(difference - debit.value(), scale)}.`,
  };
}
