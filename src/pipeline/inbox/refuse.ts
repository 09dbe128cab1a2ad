import type { FileRejected, UsageError } from '../../domain/issue.ts';
import { ownName, withId } from '../../source/inbox/file-name.ts';
import { writeReason } from './beside.ts';
import type { Held } from './holding.ts';
import { aim, moveThere } from './moving.ts';
import { refusalWords } from './words.ts';

/** Refuses a file for good: moves it to `failed/`, with what to do beside it. */
export async function refuse(held: Held, error: UsageError | FileRejected): Promise<void> {
  const { name, job } = held.row;
  held.change({ state: 'refused', reason: refusalWords(name, job, error) });
  await moveRefused(held);
}

/** Goes on with a refusal: the reason is there before the file is. */
export async function moveRefused(held: Held): Promise<void> {
  const { id, name, place, reason } = held.row;
  if (place!.startsWith('failed/')) {
    await writeReason(held.at(place!), reason!);
    held.change({ state: 'ended' });
    return;
  }
  const target = await aim(held, 'failed', [ownName(name), withId(name, id)]);
  await writeReason(held.at(target), reason!);
  if (!(await moveThere(held, held.at(place!), { state: 'ended' }))) held.drop();
}
