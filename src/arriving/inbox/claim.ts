import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { seen } from '../../core/disk.ts';
import { ulid } from '../../core/ulid.ts';
import { type FolderEntry, giveNameBack, hasArrived, ownName, removeFile, takeName, withId } from './files.ts';
import type { Inbox } from './inbox.ts';
import { type Held, HOLD_MS, heldArrival } from './lease.ts';
import { removeSidecar } from './sidecar.ts';

/**
 * Claims a complete file by renaming it into `processing/`; recorded before. Of several who try one gets it, the others
 * forget it.
 * @returns the arrival, and whether the file that was moved is the one that was seen, unchanged; undefined where
 *   somebody else has it
 */
export async function claim(
  entry: FolderEntry,
  job: string,
  inbox: Inbox,
): Promise<{ id: string; same: boolean } | undefined> {
  const { ports, folder, holder } = inbox;
  const { arrivals } = ports.ledger;
  const { name, path, stats, marker } = entry;
  const at = ports.now();
  const id = ulid(at, ports.random);
  await arrivals.record({
    ...{ id, folder, job, name, state: 'found', bytes: Number(stats.size), at, holder, until: at + HOLD_MS },
    ...{ ino: String(stats.ino), modified: String(stats.mtimeNs), target: `processing/${ownName(name)}` },
  });
  const held = await heldArrival(id, inbox);
  try {
    await takePlace(held);
    await rename(path, held.at(held.row.target!));
  } catch (error) {
    // Nothing was moved: the file is found again, unless somebody else has it.
    await giveUp(held, inbox);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  await held.change({ state: 'claimed', place: held.row.target, target: null, reserved: 0 });
  if (marker !== undefined) await removeFile(marker);
  const moved = await seen(held.at(held.row.place!));
  const same = moved?.ino === stats.ino && moved.size === stats.size && moved.mtimeNs === stats.mtimeNs;
  return { id, same };
}

/** Takes a name in `processing/`. It is recorded first, so that after a crash it is known whose it is. */
async function takePlace(held: Held): Promise<void> {
  const { id, name } = held.row;
  for (const each of [ownName(name), withId(name, id)]) {
    const target = `processing/${each}`;
    if (target !== held.row.target) await held.change({ target });
    if (!(await takeName(held.at(target)))) continue;
    await held.change({ reserved: 1 });
    return;
  }
}

/** Ends a claim that was cut off: the file has arrived, or is found again where it came. */
export async function endClaim(held: Held, inbox: Inbox): Promise<void> {
  const { target, reserved, ino } = held.row;
  if (target !== null && reserved === 1 && (await hasArrived(held.at(target), ino))) {
    await held.change({ state: 'claimed', place: target, target: null, reserved: 0 });
  } else await giveUp(held, inbox);
}

/** Until it is recorded that the name was got, it may be another's; and an empty file that came is somebody's. */
async function giveUp(held: Held, { folder, ports }: Inbox): Promise<void> {
  const { id, job, target, reserved, bytes } = held.row;
  const isOurs = reserved === 1 || (bytes > 0 && !(await ports.ledger.arrivals.isTaken(folder, job, target ?? '', id)));
  if (target !== null && isOurs) await giveNameBack(held.at(target));
  await held.drop();
}

/** A file of this name that was refused, or rejected whole, was put into the inbox again: what lies beside its old place is no longer true. */
export async function forgetEarlier({ row: { job, name } }: Held, { folder, ports }: Inbox): Promise<void> {
  const { arrivals, imports } = ports.ledger;
  for (const { id, place, holder, import: num } of await arrivals.failed(folder, job, name)) {
    const state = num === null ? undefined : (await imports.findByNum(num))?.state;
    if (holder !== null || (state !== undefined && state !== 'rejected' && state !== 'cancelled')) continue;
    const path = join(folder, job, place!);
    if ((await seen(path)) !== undefined) continue;
    await removeSidecar(path);
    await arrivals.drop(id, null);
  }
}
