import { join } from 'node:path';
import { ulid } from '../../domain/ulid.ts';
import { removeFile } from '../../source/inbox/placeholder.ts';
import { besidePath, writeReason } from './beside.ts';
import type { Inbox } from './inbox.ts';
import { leftWords } from './words.ts';

/** Something in the inbox that is not taken, and stays where it lies. */
export interface LeftThing {
  /** The folder that it lies in, from the inbox on; empty for the inbox itself. */
  readonly job: string;
  readonly name: string;
  /** Where its reason goes, from the inbox on: the name that the reason is beside. */
  readonly beside: string;
  readonly why: string;
}

/**
 * Says beside what is left why, once, and takes the reason away when it is no longer left.
 * @param looked folders that could be looked at: of others nothing is known
 */
export async function leave(things: readonly LeftThing[], looked: ReadonlySet<string>, inbox: Inbox): Promise<void> {
  const { folder, ports } = inbox;
  const { arrivals } = ports.ledger;
  const known = new Map(arrivals.left(folder).map((row) => [row.place!, row]));
  const now = new Set<string>();
  for (const { job, name, beside, why } of things) {
    const words = leftWords(name, why);
    now.add(beside);
    const before = known.get(beside);
    if (before?.reason === words) continue;
    await writeReason(join(folder, beside), words);
    if (before !== undefined) arrivals.drop(before.id, null);
    const at = ports.now();
    const id = ulid(at, ports.random);
    arrivals.record({ id, folder, job, name, state: 'left', place: beside, reason: words, at });
  }
  for (const [beside, row] of known) {
    if (now.has(beside) || !looked.has(row.job)) continue;
    await removeFile(besidePath(join(folder, beside), 'reason'));
    arrivals.drop(row.id, null);
  }
}
