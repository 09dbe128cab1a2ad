import type { BookingsJob } from '../domain/job.ts';
import type { BookingField } from '../domain/job-fields.ts';
import type { Path } from './yaml-document.ts';

/** Where a job first gives a field: its column, its default, or a rule; undefined where nothing gives it. */
export function placeOf(job: BookingsJob, field: BookingField): Path | undefined {
  if (job.columns[field] !== undefined) return ['columns', field];
  if (job.defaults[field] !== undefined) return ['defaults', field];
  const rule = job.rules.findIndex(({ set }) => set[field] !== undefined);
  return rule < 0 ? undefined : ['rules', rule, 'set', field];
}
