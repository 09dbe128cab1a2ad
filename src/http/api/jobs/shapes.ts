import { z } from 'zod';

/** Shapes of what the server answers about jobs and their runs. */

const count = z.int().min(0);
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

const run = z.strictObject({
  run: z.string().meta({ description: 'id of the run' }),
  due: time,
  began: time,
  ended: time.optional().meta({ description: 'absent: it is under way' }),
  outcome: z.enum(['ok', 'nothing-new', 'failed']).optional(),
  by: z.string().optional().meta({ description: 'who asked for it; absent: its schedule' }),
  process: z.string().meta({ description: 'where it is done' }),
  files: z.record(z.string(), count).meta({ description: 'files, by what became of them' }),
  imports: z.array(z.string()).meta({ description: 'ids of what it brought, the first ones where there are many' }),
  message: z.string().optional(),
  suggestion: z.string().optional(),
});

const job = {
  name: z.string(),
  kind: z.string(),
  service: z.string(),
  bytes: count.meta({ description: 'the largest file that it takes' }),
  inbox: z.string().meta({ description: 'folder that its files may be put into' }),
  match: z.array(z.string()).meta({ description: 'patterns of the names that it takes from there' }),
  fetch: z
    .strictObject({ way: z.enum(['url', 'path', 'sftp']), from: z.string() })
    .optional()
    .meta({ description: 'where a run fetches files, without secrets; absent: it fetches none' }),
  schedule: z
    .strictObject({
      cron: z.string(),
      tz: z.string(),
      words: z
        .strictObject({ en: z.string(), nb: z.string() })
        .optional()
        .meta({ description: 'when that is, in each language; absent where no words are sure to say it' }),
    })
    .optional(),
  nextRun: time.optional().meta({ description: 'absent where it has no schedule, or is paused' }),
  paused: z
    .strictObject({ at: time, who: z.string(), reason: z.string() })
    .optional()
    .meta({ description: 'neither its schedule nor its inbox brings anything in' }),
  lastRun: run.optional().meta({ description: 'the run that began last; it may be under way' }),
  problems: z.array(z.string()).meta({ description: 'as `bilag job check` says them; empty in a sound job' }),
};

export const jobsAnswer = z.strictObject({
  jobs: z.array(z.strictObject(job)),
  broken: z
    .array(z.strictObject({ name: z.string(), problems: z.array(z.string()) }))
    .meta({ description: 'jobs of which no good version is known: nothing is done for them' }),
  unreadable: z.string().optional().meta({ description: 'why the folder of jobs can’t be read' }),
});

export const jobAnswer = z.strictObject({
  ...job,
  definition: z.string().meta({ description: 'its YAML, without secrets; of the version that is at work' }),
  runs: z.array(run).meta({ description: 'newest first' }),
});

export const runAnswer = z.strictObject({ run });
export const pausedAnswer = z.strictObject({ name: z.string(), paused: job.paused, nextRun: job.nextRun });
