import { type Dirent, existsSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOf, ownerWords } from '../../arriving/inbox/owner.ts';
import type { Config } from '../../config/config.ts';
import { listJobs, scheduledJobs } from '../../config/job-folder.ts';
import { type JobFile, readJob } from '../../config/read-job.ts';
import { UsageError } from '../../core/issue.ts';
import { nearest } from '../../core/nearest.ts';
import { lastDue } from '../../core/next-run.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { explainError } from '../output/explain-error.ts';
import { nextRunWords, outcomeWords, remedyOf, zonedTime } from '../output/schedule.ts';
import { counted } from '../output/text.ts';
import type { Check } from './check.ts';

/** Files or folders that a finding names at most. */
const NAMED = 3;
/** What bilag writes beside a file of a person's, and no file of its own. */
const SIDECARS = /\.(reason\.txt|receipt\.json|failed\.xlsx)$/;

/** Folders for files that arrive by themselves: to be written, each of a job, and what lies in them and waits for a person. */
export async function checkInbox({ inbox, jobs, ledgerPath }: Config): Promise<Check[]> {
  const there = await entriesOf(inbox);
  if (there === undefined) return [{ ok: true, what: 'inbox: none; you need none to import files by hand' }];
  if (!(await isWritable(inbox))) return [notWritable('inbox', inbox)];
  const names = await jobNames(jobs);
  const checks: Check[] = [{ ok: true, what: `inbox: ${inbox}` }, ...(await checkOwner({ inbox, ledgerPath }))];
  const loose = filesOf(there);
  if (loose.length > 0) {
    checks.push({
      ok: false,
      what: `inbox: ${counted(loose.length, 'file')} in no folder of a job: ${list(loose)}`,
      remedy: `Put each into the folder of its job: ${inbox}/JOB/`,
    });
  }
  const folders = there.filter((each) => each.isDirectory() && isPlain(each.name)).map((each) => each.name);
  for (const name of folders.sort()) {
    checks.push(...(await folderChecks(join(inbox, name), name, names)));
  }
  return checks;
}

async function folderChecks(path: string, name: string, jobs: readonly string[]): Promise<Check[]> {
  const files = filesOf((await entriesOf(path)) ?? []);
  if (!jobs.includes(name)) {
    if (files.length === 0) return [];
    const meant = nearest(name, jobs);
    const what = `inbox: there is no job ${name}, so ${counted(files.length, 'file')} in its folder ${files.length === 1 ? 'is' : 'are'} not taken: ${list(files)}`;
    const remedy = `${meant === undefined ? '' : `Did you mean ${meant}? `}Write jobs/${name}.yaml, or put them into the folder of a job.`;
    return [{ ok: false, what, remedy }];
  }
  const checks: Check[] = [];
  for (const folder of [path, ...['processing', 'done', 'failed'].map((each) => join(path, each))]) {
    if ((await entriesOf(folder)) !== undefined && !(await isWritable(folder)))
      checks.push(notWritable(`inbox of ${name}`, folder));
  }
  const failed = filesOf((await entriesOf(join(path, 'failed'))) ?? []);
  if (failed.length > 0) {
    checks.push({
      ok: true,
      what: `inbox of ${name}: ${counted(failed.length, 'file')} in failed/: ${list(failed)}`,
      remedy: 'The reason and what to do are beside each file; bilag list shows the imports.',
    });
  }
  return checks;
}

/** Undefined where it is no folder, or can't be read. */
async function entriesOf(path: string): Promise<Dirent[] | undefined> {
  return readdir(path, { withFileTypes: true }).catch(() => undefined);
}

/** Whole files of people's. */
function filesOf(entries: readonly Dirent[]): string[] {
  return entries
    .filter((each) => each.isFile() && isPlain(each.name) && !SIDECARS.test(each.name))
    .map(({ name }) => name)
    .sort();
}

const isPlain = (name: string) => !name.startsWith('.');

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

function notWritable(name: string, path: string): Check {
  return {
    ok: false,
    what: `${name}: ${path} can't be written, so no file can be taken from there`,
    remedy: 'Give this user the right to read and write there: files are moved when they are taken.',
  };
}

/** Of a folder of jobs that can't be read, the jobs are told of already. */
async function jobNames(folder: string): Promise<string[]> {
  return listJobs(folder).then(
    (jobs) => jobs.map(({ name }) => name),
    () => [],
  );
}

function list(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`;
}

const CACHE_KILOBYTES = 2_000;

/** Whose inbox it is: another home's is not looked into. Nothing where it is nobody's yet, or this home's. */
async function checkOwner({ inbox, ledgerPath }: Pick<Config, 'inbox' | 'ledgerPath'>): Promise<Check[]> {
  try {
    const owner = await ownerOf(inbox);
    if (owner === undefined || owner.home === (await ownId(ledgerPath))) return [];
    return [
      {
        ok: false,
        what: `inbox: ${inbox} belongs to ${ownerWords(owner)}, so this home takes nothing from it`,
        remedy:
          'Name another inbox with BILAG_INBOX. After a move or a restore, when the other no longer works on it: bilag inbox take-over',
      },
    ];
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `inbox: whose it is can't be read: ${message}`, remedy: suggestion }];
  }
}

/** The id of this home; undefined where it has none. The doctor changes nothing, so it draws none. */
async function ownId(ledgerPath: string): Promise<string | undefined> {
  if (!existsSync(ledgerPath)) return undefined;
  const { openSqlite } = await import('../../ledger/sqlite-database.ts');
  const { homeOf } = await import('../../ledger/home.ts');
  const db = openSqlite(ledgerPath, CACHE_KILOBYTES);
  try {
    return (await homeOf(db, ledgerPath).known())?.id;
  } finally {
    db.close();
  }
}

/** A due time that nobody has seen to for so long was missed, in milliseconds. */
const LATE_MS = 60_000;

/** Every job with a schedule: when it runs next, and what came of it last. */
export async function checkSchedules(config: Config, now: number): Promise<Check[]> {
  const schedules = scheduledJobs(await soundJobs(config.jobs));
  if (schedules.length === 0) return [];
  try {
    const ledger = await existingLedger(config);
    try {
      return await Promise.all(schedules.map((schedule) => checkSchedule(schedule, ledger, now)));
    } finally {
      ledger?.close();
    }
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `schedules: ${message}`, remedy: suggestion }];
  }
}

async function checkSchedule(
  schedule: { job: string; cron: string; tz: string },
  ledger: Ledger | undefined,
  now: number,
): Promise<Check> {
  const { job, cron, tz } = schedule;
  const paused = await ledger?.pausedJobs.find(job);
  if (paused !== undefined) {
    const { at, who, reason } = paused;
    return { ok: true, what: `schedule of ${job}: paused ${zonedTime(at, tz)} by ${who}: ${reason}` };
  }
  const what = `schedule of ${job}: ${nextRunWords(schedule, now)}`;
  const seen = (await ledger?.runs.schedules())?.find((row) => row.job === job && row.cron === cron && row.tz === tz);
  if (ledger === undefined || seen === undefined)
    return { ok: true, what: `${what}; no "bilag start" has seen it so far` };
  const after = Math.max(seen.since, (await ledger.runs.newestDue(job, now)) ?? 0);
  const missed = lastDue(schedule, after, now - LATE_MS);
  if (missed !== undefined && (await ledger.runs.underWay(job, now)) === undefined)
    return {
      ok: false,
      what: `${what}; the run of ${zonedTime(missed, tz)} was missed`,
      remedy: 'It runs once as soon as this is running: bilag start',
    };
  const last = await ledger.runs.last(job);
  if (last === undefined) return { ok: true, what: `${what}; it has never run` };
  const at = `last run ${zonedTime(last.began_at, tz)}`;
  if (last.ended_at === null) return { ok: true, what: `${what}; ${at}, under way` };
  const ok = last.outcome !== 'failed';
  return { ok, what: `${what}; ${at}, ${outcomeWords(last)}`, ...(ok ? {} : { remedy: remedyOf(last) ?? '' }) };
}

/** What is wrong with the others was said with the jobs. */
async function soundJobs(folder: string): Promise<JobFile[]> {
  try {
    const read = await Promise.allSettled((await listJobs(folder)).map(({ path }) => readJob(path)));
    return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
}

/** To open one that is not there would make it. */
async function existingLedger({ ledgerPath }: Config): Promise<Ledger | undefined> {
  if (!existsSync(ledgerPath)) return undefined;
  const { openLedger } = await import('../../ledger/open-ledger.ts');
  return openLedger(`sqlite:${ledgerPath}`);
}
