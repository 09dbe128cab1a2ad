import { z } from 'zod';
import type { Job } from '../core/job.ts';
import { expected, type Finding } from '../core/schema-parts.ts';
import * as all from './all-jobs.ts';
import type { KindJob } from './kind.ts';
import { KIND_NAMES, UNNAMED } from './kinds.ts';

const JOBS: readonly KindJob[] = Object.values(all);
const NAMES = `${KIND_NAMES.slice(0, -1).join(', ')} or ${KIND_NAMES.at(-1)}`;
const EXAMPLE = `kind: ${UNNAMED}`;

export const jobSchema = z.discriminatedUnion('kind', JOBS.map(({ schema }) => schema) as [KindJob['schema']], {
  error: ({ code }) =>
    code === 'invalid_union' ? expected(NAMES, EXAMPLE) : expected('a job: a group of keys', EXAMPLE),
}) as z.ZodType<Job>;

/** The keys that jobs of any kind have at the left margin. */
export const JOB_KEYS: ReadonlySet<string> = new Set(
  JOBS.flatMap(({ schema }) => Object.keys(('in' in schema ? schema.in : schema).shape)),
);

/** What the keys of a job must agree on, by its kind. */
export function checkByKind(job: Job): Finding[] {
  return JOBS.find(({ kind }) => kind === job.kind)!.check(job);
}
