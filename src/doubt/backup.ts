import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../core/issue.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { copyAttemptLog } from '../ledger/attempt-log.ts';
import { markCopy } from '../ledger/copy-ledger.ts';
import { networkDrive } from '../ledger/sqlite-database.ts';

/** Says that a folder is a backup of ours, of which home, and of when. */
const LABEL = 'backup.json';
const LEDGER = 'ledger.db';
const LOG = 'attempts.journal';
/** What a backup of an earlier version calls it. */
const FORMER_LOG = 'attempts.log';
const FILES = 'files';
/** Ends the names of what is not whole yet. */
const PART = '.part';

export interface BackedUp {
  /** The moment that the copy of the ledger is of. */
  readonly at: number;
  /** Size of the ledger's copy. */
  readonly bytes: number;
  /** Stored files that were added to those that were there already. */
  readonly added: number;
  readonly files: number;
}

/**
 * Copies the ledger, the attempt log and the stored files into a folder, while bilag works. Done again, it brings the
 * folder up to date. Wherever it is cut off, what lies there under its whole name is whole.
 *
 * The order matters. The log is copied after the ledger, so that it holds whatever that knows to be sent, and takes its
 * place before it; the files after the ledger, so that none is missing that it names. Each copy says that it is one: put
 * back together they would agree, and lack what was sent since (`checkAttempts`).
 * @throws UsageError for a folder that holds something else, the backup of another home too, or lies on a network drive
 */
export async function backUp(
  folder: string,
  { ledger, home, now }: Pick<PipelinePorts, 'ledger' | 'home' | 'now'>,
): Promise<BackedUp> {
  await takeFolder(folder, home);
  const part = (name: string) => join(folder, `${name}${PART}`);
  const at = now();
  await ledger.copyTo(part(LEDGER));
  const { added, files } = await copyFiles(join(home, FILES), join(folder, FILES));
  const log = copyAttemptLog(ledger.attemptLog.path, part(LOG), at);
  markCopy(part(LEDGER), { at, log });
  const { size: bytes } = await stat(part(LEDGER));
  for (const name of [LOG, LEDGER]) await rename(part(name), join(folder, name));
  await rm(join(folder, FORMER_LOG), { force: true });
  await syncFolder(folder);
  await label(folder, { backup: new Date(at).toISOString(), home, files });
  await ledger.recovery.setBackedUp(at);
  return { at, bytes, added, files };
}

/** Makes the folder ours, or sees that it is; what an earlier backup left unfinished goes. */
async function takeFolder(folder: string, home: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const network = networkDrive(folder);
  if (network !== undefined) {
    throw new UsageError(
      `${folder} lies on a network drive (${network}), whose locks are not to be trusted.`,
      'Make the backup on a disk of this machine, and copy the folder from there.',
    );
  }
  const names = await readdir(folder);
  const of = names.length === 0 ? home : await labelled(join(folder, LABEL));
  if (of !== home) {
    const holds =
      of === undefined
        ? `something else than a backup of bilag: ${names.slice(0, 3).join(', ')}`
        : `a backup of another home, ${of}`;
    throw new UsageError(`${folder} holds ${holds}.`, 'Name an empty folder, or one that does not exist yet.');
  }
  if (names.length === 0) await label(folder, { backup: null, home });
  for (const name of names) if (name.endsWith(PART)) await rm(join(folder, name));
}

/** The home that a folder is the backup of; undefined where it is none. */
async function labelled(path: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as { home?: string }).home;
  } catch {
    return undefined;
  }
}

async function label(folder: string, of: object): Promise<void> {
  const path = join(folder, LABEL);
  await writeFile(`${path}${PART}`, `${JSON.stringify(of)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}${PART}`, path);
  await syncFolder(folder);
}

/** Stored files never change and are named by their hash: what is there already is the same. */
async function copyFiles(from: string, to: string): Promise<{ added: number; files: number }> {
  let added = 0;
  let files = 0;
  for (const shelf of (await namesIn(from)).filter(isStored)) {
    const names = (await namesIn(join(from, shelf))).filter(isStored);
    await mkdir(join(to, shelf), { recursive: true, mode: 0o700 });
    const there = new Set(await namesIn(join(to, shelf)));
    const missing = names.filter((name) => !there.has(name));
    for (const name of missing) await linkOrCopy(join(from, shelf, name), join(to, shelf, name));
    if (missing.length > 0) await syncFolder(join(to, shelf));
    added += missing.length;
    files += names.length;
  }
  if (added > 0) for (const folder of [to, dirname(to)]) await syncFolder(folder);
  return { added, files };
}

/** What is being written has a name that begins with a dot. */
const isStored = (name: string) => /^[0-9a-f]+$/.test(name);

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** On the same disk a second name costs nothing. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Another disk, or one that knows no links.
    const part = join(dirname(to), `.${basename(to)}${PART}`);
    await copyFile(from, part, constants.COPYFILE_FICLONE);
    await syncFolder(part);
    await rename(part, to);
  }
}

/** A file as well: what was written before stays. */
async function syncFolder(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
