import type { BigIntStats } from 'node:fs';
import { rename } from 'node:fs/promises';
import { seen } from '../../core/disk.ts';
import type { FileRejected, UsageError } from '../../core/issue.ts';
import { quoteName } from '../../core/text.ts';
import type { ArrivalRow } from '../../ledger/arrivals.ts';
import { toldOfError } from '../run-told.ts';
import { isSidecarName, ownName, withId } from './files.ts';
import type { Inbox, Subfolder } from './inbox.ts';
import type { Held } from './lease.ts';
import { createSidecar, hasSidecar, isSidecar, removeSidecar, type Sidecar, writeReason } from './sidecar.ts';
import { Refusal, refusalWords } from './words.ts';

/** Where a claimed file goes, and what lies beside it there. */
export interface Destination {
  readonly subfolder: Exclude<Subfolder, 'processing'>;
  /** Ids that the name may get where it is taken, one after the other. */
  readonly ids: readonly string[];
  /** Written first: under whose name it lies is who has the name. */
  readonly first: { readonly kind: Sidecar; readonly text: string };
  /** Writes the rest beside that path, before the file itself comes. @returns what is recorded with the move */
  others(path: string): Promise<Partial<ArrivalRow>>;
}

/**
 * Moves a file of ours to `done/` or `failed/`, never over another. What goes beside it is complete before the file is
 * there, so that who sees the file can rely on the rest.
 * @returns false where the file is not there any more
 */
export async function putAway(held: Held, to: Destination, { folder, ports }: Inbox): Promise<boolean> {
  const { id, job, name, place } = held.row;
  const from = held.at(place!);
  // A workbook of failed rows must not pass for that of another file.
  const names = [...(isSidecarName(name) ? [] : [ownName(name)]), ...to.ids.map((each) => withId(name, each))];
  for (const each of new Set(names)) {
    const target = `${to.subfolder}/${each}`;
    const path = held.at(target);
    if ((await isThere(path)) || (await ports.ledger.arrivals.isTaken(folder, job, target, id))) continue;
    await held.change({ target, reserved: 0 });
    if (!(await createSidecar(path, to.first.kind, to.first.text))) continue;
    await held.change({ reserved: 1 });
    try {
      const values = await to.others(path);
      if ((await seen(path)) !== undefined) {
        await giveUp(held);
        continue;
      }
      const before = await seen(from);
      await rename(from, path);
      if (!isClaimed(place!)) await removeSidecar(from);
      const put_at = to.subfolder === 'done' ? ports.now() : null;
      await held.settle({
        place: target,
        target: null,
        reserved: 0,
        put_at,
        ...(await moved(path, before)),
        ...values,
      });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await seen(from)) !== undefined) throw error;
      await giveUp(held);
      return false;
    }
  }
  await held.change({ target: null });
  throw new Error(`${held.at(to.subfolder)} has files of every name that ${names[0]} could get.`);
}

/** A rename changes the inode's time. What was written meanwhile is found by the other time. */
async function moved(path: string, before: BigIntStats | undefined): Promise<Partial<ArrivalRow>> {
  const after = await seen(path);
  const isSame = after !== undefined && after.mtimeNs === before?.mtimeNs && after.size === before.size;
  return isSame ? { changed: String(after.ctimeNs) } : {};
}

/**
 * Moves a file of ours from `done/` back to `processing/`, under a name that only it can have there, and takes away what
 * lay beside it.
 */
export async function returnToInbox(held: Held): Promise<void> {
  const { id, name, place } = held.row;
  const from = held.at(place!);
  const target = `processing/${withId(name, id)}`;
  await held.change({ target, reserved: 1 });
  await rename(from, held.at(target));
  await removeSidecar(from);
  await held.change({ place: target, target: null, reserved: 0 });
}

/** Ends a move that was cut off: where the file is there it is recorded, else what was written for it goes. */
export async function endPutAway(held: Held): Promise<void> {
  const { place, target, reserved, reason } = held.row;
  const from = held.at(place!);
  const path = held.at(target!);
  if (reserved === 0) {
    // It is not known whether the name was got. What lies there may be for somebody else's file.
    const text = held.row.state === 'refused' ? reason! : undefined;
    if ((await seen(path)) === undefined && (await isSidecar(path, text, await held.importId())))
      await removeSidecar(path);
    await held.change({ target: null });
  } else if ((await seen(from)) === undefined && (await seen(path)) !== undefined) {
    if (!isClaimed(place!)) await removeSidecar(from);
    await held.change({ place: target, target: null, reserved: 0, stamp: null, shown: null });
  } else await giveUp(held);
}

async function giveUp(held: Held): Promise<void> {
  await removeSidecar(held.at(held.row.target!));
  await held.change({ target: null, reserved: 0 });
}

/** Nothing lies beside a file in `processing/`. */
function isClaimed(place: string): boolean {
  return place.startsWith('processing/');
}

async function isThere(path: string): Promise<boolean> {
  return (await seen(path)) !== undefined || (await hasSidecar(path));
}

/** Refuses a file for good: moves it to `failed/`, with what to do beside it. */
export async function refuse(held: Held, error: UsageError | FileRejected, inbox: Inbox): Promise<void> {
  const { name, job } = held.row;
  const told = JSON.stringify(error instanceof Refusal ? error.page : toldOfError(error));
  await held.change({ state: 'refused', reason: refusalWords(name, job, error), told });
  const words = `${quoteName(name)}, job ${job}, was not received: ${error.message}`;
  inbox.ports.log('file-refused', words, { job, file: name, why: error.message });
  await moveRefused(held, inbox);
}

/** Goes on with a refusal. */
export async function moveRefused(held: Held, inbox: Inbox): Promise<void> {
  const { id, place, reason } = held.row;
  if (place!.startsWith('failed/')) {
    await writeReason(held.at(place!), reason!);
    await held.settle({ state: 'ended' });
    return;
  }
  const there = await putAway(
    held,
    {
      subfolder: 'failed',
      ids: [id],
      first: { kind: 'reason', text: reason! },
      others: async () => ({ state: 'ended' }),
    },
    inbox,
  );
  if (!there) await held.drop();
}
