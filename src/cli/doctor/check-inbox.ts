import type { Dirent } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { listJobs } from '../../config/read-jobs.ts';
import { nearest } from '../../domain/nearest.ts';
import { counted } from '../figures.ts';
import type { Check } from './check.ts';
import { checkOwner } from './check-owner.ts';

/** Files or folders that a finding names at most. */
const NAMED = 3;
/** What bilag writes beside a file of a person's, and no file of its own. */
const BESIDE = /\.(reason\.txt|receipt\.json|failed\.xlsx)$/;

/** Folders for files that arrive by themselves: to be written, each of a job, and what lies in them and waits for a person. */
export async function checkInbox({ inbox, jobs, ledgerPath }: Config): Promise<Check[]> {
  const there = await entriesOf(inbox);
  if (there === undefined) return [{ ok: true, what: 'inbox: none, and none is needed to import files by hand' }];
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
      remedy: 'Why, and what to do, lies beside each; bilag list has the imports.',
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
    .filter((each) => each.isFile() && isPlain(each.name) && !BESIDE.test(each.name))
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
