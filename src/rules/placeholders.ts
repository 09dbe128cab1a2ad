import type { BookingField } from '../domain/job-fields.ts';
import { bookingFields } from '../domain/job-fields.ts';

const KNOWN = new Set<string>(bookingFields);

/** Fills `{file}`, `{row}` and `{field}` in a value of the job; anything else in braces stays as it is. */
export function fillPlaceholders(
  template: string,
  file: string,
  row: number,
  value: (field: BookingField) => string,
): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'file') return file;
      if (name === 'row') return String(row);
      return KNOWN.has(name) ? value(name as BookingField) : whole;
    })
    .trim();
}
