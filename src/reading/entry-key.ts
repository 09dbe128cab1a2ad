import { canonicalText } from '../core/canonical-text.ts';

/** What a number restarts with: every day, month or year; or it means something within its file only. */
export type Period = 'date' | 'month' | 'year' | 'file';

/** How a job says that its voucher numbers are to be understood (`columns.entry`: `per`, `series`). */
export interface Numbering {
  readonly per?: Period | undefined;
  readonly series?: string | undefined;
}

/** A whole number whose digits stand in groups of three: `1 015`, `1'015`. */
const GROUPED = /^\d{1,3}(?:[ '’]\d{3})+$/;
const DIGITS = /^\d+$/;

/** The form in which voucher numbers are compared: canonical text, without case, and without the grouping of digits. */
export function canonicalKey(key: string): string {
  if (DIGITS.test(key)) return key;
  const text = canonicalText(key).toLowerCase();
  return GROUPED.test(text) ? text.replace(/[ '’]/g, '') : text;
}

/**
 * The part of a day within which a number means one voucher.
 * @param day `YYYY-MM-DD`; empty where it is not known
 */
export function periodOf(day: string, per: Period): string {
  return per === 'date' ? day : per === 'month' ? day.slice(0, 7) : per === 'year' ? day.slice(0, 4) : '';
}
