import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Completeness } from '../../source/inbox/completeness.ts';
import { ownName } from '../../source/inbox/file-name.ts';
import type { Hints } from '../../source/inbox/hints.ts';
import { type FolderEntry, listFolder, seen } from '../../source/inbox/list-folder.ts';
import { claim } from './claim.ts';
import type { Inbox } from './inbox.ts';
import { openJobFolder, SUBFOLDERS } from './job-folder.ts';
import { type LeftThing, leave } from './leave.ts';
import { sweepJob } from './sweep-job.ts';
import { isLink, LEFT, quoteName, troubleWords } from './words.ts';

/** What a watcher remembers from one look to the next. */
export interface LookTools {
  readonly hints: Hints;
  readonly completeness: Completeness;
  /** Told of each file that was claimed; `same`: unchanged since it was seen to be complete. */
  claimed(id: string, same: boolean): void;
  stopped(): boolean;
  /** Job folders that were looked through for what dead processes left. */
  readonly swept: Set<string>;
}

/**
 * Looks at the whole inbox once: claims what is complete, and says beside the rest why it is left. Trouble with one
 * folder or file is said, and keeps none of the others waiting.
 * @returns in how many milliseconds another look is worth it, for what is not complete yet
 * @throws what the system says where the inbox itself can't be read
 */
export async function lookAtInbox(inbox: Inbox, tools: LookTools): Promise<number> {
  const { folder, ports } = inbox;
  if ((await seen(folder)) === undefined) await mkdir(folder);
  const jobs = inbox.jobs();
  const things: LeftThing[] = [];
  const looked = new Set<string>();
  const keys = new Set<string>();
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
      if (!paused.has(job)) next = Math.min(next, await lookAtJob(job, base, entries, inbox, tools, keys));
      things.push(...leftIn(job, entries));
    });
  }
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

async function lookAtJob(
  job: string,
  base: string,
  entries: readonly FolderEntry[],
  inbox: Inbox,
  tools: LookTools,
  keys: Set<string>,
): Promise<number> {
  const { hints, completeness } = tools;
  const { settings, ports } = inbox;
  await hints.told();
  hints.keep(base, new Set(entries.map(({ key }) => key)));
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (entry.kind === 'folder' || entry.kind === 'special') continue;
    const key = `${job}/${entry.key}`;
    keys.add(key);
    const wait =
      entry.kind === 'link'
        ? 0
        : settings.marker
          ? Number(entry.marker === undefined) * settings.scanMs
          : completeness.look(key, entry.stats, hints.renamedIn(base, entry.key));
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
