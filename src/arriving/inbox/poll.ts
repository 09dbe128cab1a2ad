import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { removeLeftBehind } from '../../core/disk.ts';
import { quoteName } from '../../core/text.ts';
import { ulid } from '../../core/ulid.ts';
import { claim } from './claim.ts';
import type { Completeness } from './completeness.ts';
import { isCutOff } from './cut-off.ts';
import { type FolderEntry, listFolder, ownName, removeFile } from './files.ts';
import { type Candidate, type HeldOpen, NAMED_AFTER_MS } from './held-open.ts';
import type { Hints } from './hints.ts';
import { type Inbox, openJobFolder, SUBFOLDERS } from './inbox.ts';
import { inodeKey } from './open-writers.ts';
import { sidecarPath, writeReason } from './sidecar.ts';
import { LEFT, type LeftReason, leftLine, leftWords, troubleWords } from './words.ts';

/** What a watcher remembers from one look to the next. */
interface LookTools {
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
  const jobs = await inbox.jobs();
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
      const why = troubleWords(error);
      ports.log('inbox-unusable', `${why} It is looked at again.`, { job, error, why });
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
    for (const { job } of await ports.ledger.arrivals.left(folder)) if (!present.has(job)) looked.add(job);
  });
  if (tools.stopped()) return next;
  tools.completeness.keep(keys);
  await reportSkipped(things, looked, inbox);
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
      : entry.kind === 'link' || (await isTooLarge(job, stats, inbox))
        ? 0
        : await tools.completeness.rest(key, settings.unfinishedMs, () => isCutOff(entry.path));
    next = Math.min(next, wait === 0 ? next : wait);
    if (wait > 0 || tools.stopped()) continue;
    try {
      const claimed = await claim(entry, job, inbox);
      if (claimed !== undefined) tools.claimed(claimed.id, claimed.same);
    } catch (error) {
      const why = troubleWords(error);
      const words = `${quoteName(entry.name)} in ${base} can't be moved: ${why} It is tried again; the folder must be one that bilag may write in.`;
      ports.log('file-not-moved', words, { job, file: entry.name, error, why });
    }
  }
  return next;
}

/** What is refused for its size is not read before. */
async function isTooLarge(job: string, { size }: BigIntStats, inbox: Inbox): Promise<boolean> {
  const limit = (await inbox.jobs()).find(({ name }) => name === job)?.bytes;
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
      reason: kind === 'folder' ? LEFT.folder : LEFT.special,
    }));
}

/** A job's folder that is a link or a file was said already. */
function leftInRoot(entries: readonly FolderEntry[], jobs: ReadonlySet<string>, why: LeftReason): LeftThing[] {
  return entries
    .filter(({ kind, name }) => kind !== 'folder' && !jobs.has(name))
    .map(({ kind, name }) => ({ job: '', name, beside: ownName(name), reason: whyLeft(kind, why) }));
}

async function leftInStrange(inbox: string, folder: string): Promise<LeftThing[]> {
  return (await listFolder(join(inbox, folder)))
    .filter(({ kind }) => kind !== 'folder')
    .map(({ kind, name }) => ({
      job: folder,
      name,
      beside: join(folder, ownName(name)),
      reason: whyLeft(kind, LEFT.noJob(folder)),
    }));
}

function whyLeft(kind: FolderEntry['kind'], why: LeftReason): LeftReason {
  return kind === 'special' ? LEFT.special : kind === 'link' ? LEFT.link() : why;
}

/** Something in the inbox that is not taken, and stays where it lies. */
interface LeftThing {
  /** The folder that it lies in, from the inbox on; empty for the inbox itself. */
  readonly job: string;
  readonly name: string;
  /** Where its reason goes, from the inbox on: the name that the reason is beside. */
  readonly beside: string;
  readonly reason: LeftReason;
}

/**
 * Says beside what is left why, once, and takes the reason away when it is no longer left.
 * @param looked folders that could be looked at: of others nothing is known
 */
async function reportSkipped(things: readonly LeftThing[], looked: ReadonlySet<string>, inbox: Inbox): Promise<void> {
  const { folder, ports } = inbox;
  const { arrivals } = ports.ledger;
  const known = new Map((await arrivals.left(folder)).map((row) => [row.place!, row]));
  const now = new Set<string>();
  for (const { job, name, beside, reason } of things) {
    const words = leftWords(name, reason.why);
    now.add(beside);
    const before = known.get(beside);
    if (before?.reason === words) continue;
    await writeReason(join(folder, beside), words);
    ports.log('file-left', leftLine(job, name, words), { job, file: name });
    if (before !== undefined) await arrivals.drop(before.id, null);
    const at = ports.now();
    const id = ulid(at, ports.random);
    const told = JSON.stringify(reason.page);
    await arrivals.record({ id, folder, job, name, state: 'left', place: beside, reason: words, told, at });
  }
  for (const [beside, row] of known) {
    if (now.has(beside) || !looked.has(row.job)) continue;
    await removeFile(sidecarPath(join(folder, beside), 'reason'));
    await arrivals.drop(row.id, null);
  }
}

/** What was claimed so long ago, in milliseconds, and is not known here, is not just being received by another machine. */
const STRANGE_MS = 10 * 60_000;

/**
 * Looks once through the folders of a job for what dead processes left: what was half written goes, and what was claimed
 * and is not in this ledger (which may be a restored older one) is said.
 */
async function sweepJob(job: string, base: string, { folder, ports }: Inbox): Promise<void> {
  for (const name of SUBFOLDERS) await removeLeftBehind(join(base, name));
  const processing = join(base, 'processing');
  for (const { name, stats } of await listFolder(processing)) {
    const isKnown = await ports.ledger.arrivals.isTaken(folder, job, `processing/${name}`, '');
    if (isKnown || ports.now() - Number(stats.ctimeMs) < STRANGE_MS) continue;
    const words = `${quoteName(name)} lies in ${processing}, and this ledger does not know it. Unless another bilag shares the inbox, put it into ${base} again: what is booked already is not booked twice.`;
    ports.log('file-unknown', words, { job, file: name });
  }
}
