import { join } from 'node:path';
import { ulid } from '../../domain/ulid.ts';
import { ownName, withId } from '../../source/inbox/file-name.ts';
import { type FolderEntry, seen } from '../../source/inbox/list-folder.ts';
import { removeFile } from '../../source/inbox/placeholder.ts';
import { removeBeside } from './beside.ts';
import { HOLD_MS, heldArrival } from './holding.ts';
import type { Inbox } from './inbox.ts';
import { aim, moveThere } from './moving.ts';

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
  arrivals.record({
    ...{ id, folder, job, name, state: 'found', bytes: Number(stats.size), at, holder, until: at + HOLD_MS },
    ...{ ino: String(stats.ino), modified: String(stats.mtimeNs) },
  });
  const held = heldArrival(id, inbox);
  try {
    await aim(held, 'processing', [ownName(name), withId(name, id)]);
    if (!(await moveThere(held, path, { state: 'claimed' }))) {
      held.drop();
      return undefined;
    }
  } catch (error) {
    // Nothing was moved: the file is found again. After a crash `endMove` finds out.
    if (held.row.target === null && held.row.state === 'found') held.drop();
    throw error;
  }
  if (marker !== undefined) await removeFile(marker);
  await forgetEarlier(job, name, inbox);
  const moved = await seen(held.at(held.row.place!));
  const same = moved?.ino === stats.ino && moved.size === stats.size && moved.mtimeNs === stats.mtimeNs;
  held.release();
  return { id, same };
}

/** A file of this name that was refused, or rejected whole, was put into the inbox again: what lies beside its old place is no longer true. */
async function forgetEarlier(job: string, name: string, { folder, ports }: Inbox): Promise<void> {
  const { arrivals, imports } = ports.ledger;
  for (const { id, place, holder, import: num } of arrivals.failed(folder, job, name)) {
    const state = num === null ? undefined : imports.findByNum(num)?.state;
    if (holder !== null || (state !== undefined && state !== 'rejected' && state !== 'cancelled')) continue;
    const path = join(folder, job, place!);
    if ((await seen(path)) !== undefined) continue;
    await removeBeside(path);
    arrivals.drop(id, null);
  }
}
