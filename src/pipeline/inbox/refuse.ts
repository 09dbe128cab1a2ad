import type { FileRejected, UsageError } from '../../domain/issue.ts';
import { writeReason } from './beside.ts';
import type { Held } from './holding.ts';
import type { Inbox } from './inbox.ts';
import { putAway } from './put-away.ts';
import { quoteName, refusalWords } from './words.ts';

/** Refuses a file for good: moves it to `failed/`, with what to do beside it. */
export async function refuse(held: Held, error: UsageError | FileRejected, inbox: Inbox): Promise<void> {
  const { name, job } = held.row;
  held.change({ state: 'refused', reason: refusalWords(name, job, error) });
  inbox.ports.say(`${quoteName(name)}, job ${job}, was not taken in: ${error.message}`, { job });
  await moveRefused(held, inbox);
}

/** Goes on with a refusal. */
export async function moveRefused(held: Held, inbox: Inbox): Promise<void> {
  const { id, place, reason } = held.row;
  if (place!.startsWith('failed/')) {
    await writeReason(held.at(place!), reason!);
    held.settle({ state: 'ended' });
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
  if (!there) held.drop();
}
