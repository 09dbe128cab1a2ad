import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import type { Completeness } from '../../source/inbox/completeness.ts';
import { isCutOff } from '../../source/inbox/cut-off.ts';
import { ownName } from '../../source/inbox/file-name.ts';
import type { Hints } from '../../source/inbox/hints.ts';
import { type FolderEntry, listFolder } from '../../source/inbox/list-folder.ts';
import { inodeKey } from '../../source/inbox/open-writers.ts';
import { claim } from './claim.ts';
import { type Candidate, type HeldOpen, NAMED_AFTER_MS } from './held-open.ts';
import type { Inbox } from './inbox.ts';
import { openJobFolder, SUBFOLDERS } from './job-folder.ts';
import { type LeftThing, leave } from './leave.ts';
import { sweepJob } from './sweep-job.ts';
import { isLink, LEFT, quoteName, troubleWords } from './words.ts';

/** What a watcher remembers from one look to the next. */
export interface LookTools {
  readonly hints: Hints;
  readonly completeness: Completeness;
  readonly heldOpen: HeldOpen;
  /** Told of each file that was claimed; `same`: unchanged since it was seen to be complete. */
  claimed(id: string, same: boolean): void;
  stopped(): boolean;
  /** Job folders that were looked through for what dead processes left. */
  readonly swept: Set<string>;
}

/** A file of a job's folder. */
interface Found extends Candidate {
  readonly key: string;
  readonly base: string;
  readonly entry: FolderEntry;
  /** It is complete by its age, or by its marker. */
  readonly isDue: boolean;
}

/**
 * Looks at the whole inbox once: claims what is complete, and says beside the rest why it is left. Trouble with one
 * folder or file is said, and keeps none of the others waiting.
 * @returns in how many milliseconds another look is worth it, for what is not complete yet
 * @throws what the system says where the inbox itself can't be read
 */
export async function lookAtInbox(inbox: Inbox, tools: LookTools): Promise<number> {
  const { folder, ports } = inbox;
  const jobs = inbox.jobs();
  const things: LeftThing[] = [];
  const looked = new Set<string>();
  const keys = new Set<string>();
  const found: Found[] = [];
  let next = Number.POSITIVE_INFINITY;
  const each = async (job: string, look: () => Promise<void>) => {
    if (tools.stopped()) return;
    try {
      await look();
      looked.add(job);
    } catch (error) {
      ports.say(`${troubleWords(error)} It is looked at again.`);
    }
  };

  const paused = new Set(jobs.filter((job) => job.paused === true).map(({ name }) => name));
  const bases = new Map<string, string>();
  for (const { name } of jobs) await each(name, async () => void bases.set(name, await openJobFolder(folder, name)));
  looked.clear();
  await tools.hints.watch([...bases.values()]);
  for (const [job, base] of bases) {
    await each(job, async () => {
      if (!tools.swept.has(base)) await sweepJob(job, base, inbox);
      tools.swept.add(base);
      const entries = await listFolder(base);
      if (!paused.has(job)) {
        const seen = await lookAtJob(job, base, entries, inbox, tools, keys);
        next = Math.min(next, seen.next);
        found.push(...seen.found);
      }
      things.push(...leftIn(job, entries));
    });
  }
  next = Math.min(next, await claimComplete(found, inbox, tools));
  await each('', async () => {
    const entries = await listFolder(folder);
    const known = new Set(jobs.map(({ name }) => name));
    const strange = entries.filter(({ kind, name }) => kind === 'folder' && !known.has(name));
    things.push(...leftInRoot(entries, known, LEFT.root(jobs)));
    for (const { name } of strange) {
      await each(name, async () => void things.push(...(await leftInStrange(folder, name))));
    }
    const present = new Set(entries.map(({ name }) => name));
    for (const { job } of ports.ledger.arrivals.left(folder)) if (!present.has(job)) looked.add(job);
  });
  if (tools.stopped()) return next;
  tools.completeness.keep(keys);
  await leave(things, looked, inbox);
  return next;
}

/** What of a job's folder is to be taken, and what has not come to rest for a while. */
async function lookAtJob(
  job: string,
  base: string,
  entries: readonly FolderEntry[],
  { settings }: Inbox,
  { hints, completeness }: LookTools,
  keys: Set<string>,
): Promise<{ found: Found[]; next: number }> {
  await hints.told();
  hints.keep(base, new Set(entries.map(({ key }) => key)));
  const found: Found[] = [];
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (entry.kind === 'folder' || entry.kind === 'special') continue;
    const key = `${job}/${entry.key}`;
    keys.add(key);
    const age = completeness.look(key, entry.stats, hints.renamedIn(base, entry.key));
    const unmarked = entry.marker === undefined ? settings.scanMs : 0;
    const wait = entry.kind === 'link' ? 0 : settings.marker ? unmarked : age;
    next = Math.min(next, wait === 0 ? next : wait);
    const knownMs = completeness.known(key);
    if (wait === 0 || knownMs >= NAMED_AFTER_MS)
      found.push({ job, name: entry.name, stats: entry.stats, knownMs, key, base, entry, isDue: wait === 0 });
  }
  return { found, next };
}

/** Claims what is due, and is whole and closed. @returns in how many milliseconds another look is worth it */
async function claimComplete(found: readonly Found[], inbox: Inbox, tools: LookTools): Promise<number> {
  const { settings, ports } = inbox;
  let next = Number.POSITIVE_INFINITY;
  const open = await tools.heldOpen.among('inbox', found);
  for (const { job, base, key, entry, stats, isDue } of found) {
    if (!isDue || tools.stopped()) continue;
    const isOpen = open.has(inodeKey(stats));
    const wait = isOpen
      ? settings.scanMs
      : entry.kind === 'link' || isTooLarge(job, stats, inbox)
        ? 0
        : await tools.completeness.rest(key, settings.unfinishedMs, () => isCutOff(entry.path));
    next = Math.min(next, wait === 0 ? next : wait);
    if (wait > 0 || tools.stopped()) continue;
    try {
      const claimed = await claim(entry, job, inbox);
      if (claimed !== undefined) tools.claimed(claimed.id, claimed.same);
    } catch (error) {
      ports.say(
        `${quoteName(entry.name)} in ${base} can't be moved: ${troubleWords(error)} It is tried again; the folder must be one that bilag may write in.`,
      );
    }
  }
  return next;
}

/** What is refused for its size is not read before. */
function isTooLarge(job: string, { size }: BigIntStats, inbox: Inbox): boolean {
  const limit = inbox.jobs().find(({ name }) => name === job)?.bytes;
  return limit !== undefined && size > BigInt(limit);
}

/** What a job's folder may not hold. Its reason goes to `failed/`. */
function leftIn(job: string, entries: readonly FolderEntry[]): LeftThing[] {
  return entries
    .filter(({ kind, name }) => kind === 'special' || (kind === 'folder' && !SUBFOLDERS.some((own) => own === name)))
    .map(({ kind, name }) => ({
      job,
      name,
      beside: join(job, 'failed', ownName(name)),
      why: kind === 'folder' ? LEFT.folder : LEFT.special,
    }));
}

/** A job's folder that is a link or a file was said already. */
function leftInRoot(entries: readonly FolderEntry[], jobs: ReadonlySet<string>, why: string): LeftThing[] {
  return entries
    .filter(({ kind, name }) => kind !== 'folder' && !jobs.has(name))
    .map(({ kind, name }) => ({ job: '', name, beside: ownName(name), why: whyLeft(kind, why) }));
}

async function leftInStrange(inbox: string, folder: string): Promise<LeftThing[]> {
  return (await listFolder(join(inbox, folder)))
    .filter(({ kind }) => kind !== 'folder')
    .map(({ kind, name }) => ({
      job: folder,
      name,
      beside: join(folder, ownName(name)),
      why: whyLeft(kind, LEFT.noJob(folder)),
    }));
}

function whyLeft(kind: FolderEntry['kind'], why: string): string {
  if (kind === 'special') return LEFT.special;
  const { message, suggestion } = isLink();
  return kind === 'link' ? `${message}\n${suggestion}` : why;
}
