import { compareContents, daysOf } from '../core/entry-content.ts';
import { type Period, periodOf } from './entry-key.ts';

/**
 * How two vouchers with the same number relate (docs: the same entry, section 1): the `same`; `changed`, the same voucher with
 * other content; `date-changed`, equal but for their dates; undefined where the number stands for another voucher.
 * @param per what numbers restart with, where the job says it
 */
export function relationOf(
  content: string,
  other: string,
  per: Period | undefined,
): 'same' | 'changed' | 'date-changed' | undefined {
  const { same, sameButDates, dayInCommon } = compareContents(content, other);
  if (same) return 'same';
  if (per === 'file') return undefined;
  if (per !== undefined) return haveCommonPeriod(content, other, per) ? 'changed' : undefined;
  if (dayInCommon) return 'changed';
  return sameButDates ? 'date-changed' : undefined;
}

function haveCommonPeriod(one: string, other: string, per: Period): boolean {
  const periods = new Set(daysOf(one).map((day) => periodOf(day, per)));
  return daysOf(other).some((day) => periods.has(periodOf(day, per)));
}
