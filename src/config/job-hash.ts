import { createHash } from 'node:crypto';
import type { Job } from '../domain/job.ts';

/** sha256 (hex) of what a job says: comments, order of keys and spellings that mean the same don't change it. */
export function jobHash(job: Job): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(job)))
    .digest('hex');
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, held]) => [key, ordered(held)]);
}
