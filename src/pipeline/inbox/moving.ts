import { rename } from 'node:fs/promises';
import { giveNameBack, hasArrived, takeName } from '../../source/inbox/placeholder.ts';
import { hasBeside, removeBeside } from './beside.ts';
import type { Held } from './holding.ts';
import type { Inbox } from './inbox.ts';
import type { Subfolder } from './job-folder.ts';

/**
 * Takes a name in a subfolder for the file of an arrival: the first of these under which neither a file nor anything that
 * goes beside one lies. What is taken is recorded first, so that after a crash it is known whose it is.
 */
export async function aim(held: Held, subfolder: Subfolder, names: readonly string[]): Promise<string> {
  for (const name of new Set(names)) {
    const target = `${subfolder}/${name}`;
    if (await hasBeside(held.at(target))) continue;
    held.change({ target, reserved: 0 });
    if (!(await takeName(held.at(target)))) continue;
    held.change({ reserved: 1 });
    return target;
  }
  held.change({ target: null });
  throw new Error(`${held.at(subfolder)} has files of every name that ${names[0]} could get.`);
}

/**
 * Moves a file under the name that was taken for it. Never over another file.
 * @param values what is recorded with the move
 * @param after done between the move and its record; again after a crash
 * @returns false where the file was not there any more
 */
export async function moveThere(
  held: Held,
  from: string | Buffer,
  values: Partial<Held['row']>,
  after: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const target = held.row.target!;
  try {
    await rename(from, held.at(target));
  } catch (error) {
    await giveUp(held);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await after();
  held.change({ place: target, target: null, reserved: 0, ...values });
  return true;
}

/**
 * Ends a move that was cut off: where the file has arrived it is recorded, else the name is given back.
 * @returns whether it has arrived
 */
export async function endMove(held: Held, { folder, ports }: Inbox): Promise<boolean> {
  const { id, job, target, reserved, ino, place, bytes } = held.row;
  const path = held.at(target!);
  if (reserved === 1) {
    if (!(await hasArrived(path, ino))) {
      await giveUp(held);
      return false;
    }
    // What lay beside the file where it came from was written again beside its new place.
    if (place !== null) await removeBeside(held.at(place));
    held.change({ place: target, target: null, reserved: 0, stamp: null, shown: null });
    return true;
  }
  // It is not known whether the name was taken. An empty file that came is somebody's.
  if (bytes > 0 && !ports.ledger.arrivals.isTaken(folder, job, target!, id)) await giveNameBack(path);
  held.change({ target: null });
  return false;
}

async function giveUp(held: Held): Promise<void> {
  const path = held.at(held.row.target!);
  await removeBeside(path);
  await giveNameBack(path);
  held.change({ target: null, reserved: 0 });
}
