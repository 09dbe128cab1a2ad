import { z } from 'zod';
import { DIAGNOSIS_CODES } from '../../../core/diagnosis.ts';
import { REFUSAL_REASONS } from '../../../core/refusal.ts';
import { KIND_NAMES } from '../../../kinds/kinds.ts';
import { JOB_HEALTH } from '../../../reporting/job-health.ts';
import { CAME } from '../../../reporting/job-history.ts';
import { entries, facts, issueAnswer, toldParts, words } from '../shapes.ts';

/** Shapes of what the server answers about jobs and their runs. */

const count = z.int().min(0);
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

/** Why a file was not taken, in a form that a page says in the person’s language. */
export const runTold = z.strictObject({
  code: z.string(),
  reason: z.enum(REFUSAL_REASONS).optional(),
  ...toldParts,
  file: z.string().optional().meta({ description: 'the file that was not taken; absent: it is about the run' }),
  more: count.optional().meta({ description: 'so many others were not taken either' }),
  about: z.string().optional().meta({ description: 'what words begin with, of files: `a.csv (+2): `' }),
  words: words.optional().meta({ description: 'of a code of runs, in each language' }),
});
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
  told: runTold
    .optional()
    .meta({ description: 'why it failed, for programs: a code of runs behind `run/`, of an issue or of a refusal' }),
});

const came = z.enum(CAME).meta({ description: 'what came of it: of several files the most urgent one' });
const last = z.strictObject({
  at: time,
  came,
  run: z.string().optional().meta({ description: 'id of the fetch; absent where a file came by itself' }),
  import: z.string().optional().meta({ description: 'id of what came in: of several the most urgent one' }),
  counts: entries
    .extend({ skipped: count.meta({ description: 'rows' }) })
    .optional()
    .meta({ description: 'entries of all that came in then' }),
  reason: issueAnswer.optional().meta({ description: 'why the file was rejected' }),
});

const diagnoses = z
  .array(
    z.strictObject({
      line: count.meta({ description: '0: it is about the file' }),
      code: z.enum(DIAGNOSIS_CODES),
      facts,
      words: words.meta({ description: 'with its place in the file' }),
    }),
  )
  .meta({ description: 'the same one by one, in each language' });

const job = {
  name: z.string(),
  health: z
    .enum(JOB_HEALTH)
    .meta({ description: 'failing: nothing comes in or goes out; needs-you: imports of it wait for a person' }),
  failing: z
    .enum(['definition', 'service', 'run'])
    .optional()
    .meta({ description: 'what fails: its definition, the service that its imports wait for, its last fetch' }),
  company: z.string().meta({ description: 'whose books; where the configuration names no company, the service' }),
  waiting: count.meta({ description: 'imports that need a person, up to 100' }),
  underWay: count.meta({ description: 'imports that are planned or sent at the moment, up to 100' }),
  turns: z
    .array(z.strictObject({ at: time, came }))
    .meta({ description: 'the last times that something came in: fetches and single files, newest first' }),
  last: last.optional().meta({ description: 'the newest of them, with what it brought' }),
  kind: z.enum(KIND_NAMES),
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
  diagnoses,
};

export const jobsAnswer = z.strictObject({
  jobs: z.array(z.strictObject(job)),
  broken: z
    .array(z.strictObject({ name: z.string(), problems: z.array(z.string()), diagnoses }))
    .meta({ description: 'jobs of which no good version is known: nothing is done for them' }),
  unreadable: z.string().optional().meta({ description: 'why the folder of jobs can’t be read' }),
  unread: diagnoses.optional().meta({ description: 'the same one by one' }),
});

export const jobAnswer = z.strictObject({
  ...job,
  definition: z.string().meta({ description: 'its YAML, without secrets; of the version that is at work' }),
  runs: z.array(run).meta({ description: 'newest first' }),
});

export const runAnswer = z.strictObject({ run });
export const pausedAnswer = z.strictObject({ name: z.string(), paused: job.paused, nextRun: job.nextRun });
