import { DESCRIPTION_MAX_CHARACTERS } from '../domain/draft-line.ts';
import type { BookingsJob } from '../domain/job.ts';
import { amountFields, type BookingField, bookingFields } from '../domain/job-fields.ts';
import { nearest } from '../domain/nearest.ts';
import type { Finding } from './explain-issues.ts';

/** Names that a description may hold in braces. */
export const TEMPLATE_NAMES: readonly string[] = ['file', 'row', ...bookingFields];

/**
 * Values that a job gives itself, in `defaults`, `set` and `equals`: they join the row after conversion (design,
 * section 5: the order), so dates and amounts are plain, whatever the file's own format is.
 */
export function checkValues(job: BookingsJob): Finding[] {
  const found: Finding[] = [];
  const check = (values: Partial<Record<BookingField, string>>, path: readonly (string | number)[]) => {
    for (const [field, value] of Object.entries(values) as [BookingField, string | undefined][]) {
      const message = value === undefined ? undefined : explain(field, value);
      if (message !== undefined) found.push({ path: [...path, field], message });
    }
  };
  check(job.defaults, ['defaults']);
  if (job.defaults.description?.includes('{description}') === true)
    found.push({ path: ['defaults', 'description'], message: 'holds itself: {description}. Name another field' });
  for (const [index, { set }] of job.rules.entries()) check(set, ['rules', index, 'set']);
  for (const [index, { field, equals }] of job.skip.entries()) {
    if (field === undefined || equals === undefined || equals === '' || field === 'description') continue;
    const message = explain(field, equals);
    if (message !== undefined) found.push({ path: ['skip', index, 'equals'], message });
  }
  return found;
}

function explain(field: BookingField, value: string): string | undefined {
  if (amountFields.includes(field) && !/^-?\d{1,15}(\.\d{1,6})?$/.test(value))
    return 'must be a plain number, with a point as decimal mark, not {value}. For example: "1234.50"';
  if (field === 'date' && !isDate(value)) return 'must be a date as YYYY-MM-DD, not {value}. For example: 2026-01-31';
  if (field !== 'description') return undefined;
  if (value.length > DESCRIPTION_MAX_CHARACTERS)
    return `is ${value.length} characters long; a description has at most ${DESCRIPTION_MAX_CHARACTERS}`;
  for (const [whole, name = ''] of value.matchAll(/\{(\w+)\}/g)) {
    if (TEMPLATE_NAMES.includes(name)) continue;
    const meant = nearest(name, TEMPLATE_NAMES);
    return `holds ${whole}, which is not known. ${meant === undefined ? `Known: ${TEMPLATE_NAMES.map((known) => `{${known}}`).join(' ')}` : `Did you mean "{${meant}}"?`}`;
  }
  return undefined;
}

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
