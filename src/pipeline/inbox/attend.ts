import type { ArrivalRow, ChangedArrival } from '../../ledger/arrivals.ts';
import { createCompleteness } from '../../source/inbox/completeness.ts';
import { endClaim } from './claim.ts';
import { followImport } from './follow-import.ts';
import { type Held, holdArrival, NotHeld } from './holding.ts';
import type { Inbox } from './inbox.ts';
import { openJobFolder } from './job-folder.ts';
import { endPutAway } from './put-away.ts';
import { moveRefused } from './refuse.ts';
import { takeClaimed } from './take-claimed.ts';
import { quoteName, troubleWords } from './words.ts';

/** After this a file that is gone from where it was is not looked for any more, in milliseconds: a drive may be away for a while. */
const GONE_MS = 24 * 60 * 60_000;

/** Takes every arrival as far as it can go now. */
export interface Attendant {
  /** A file was just claimed; `same`: unchanged since it was seen to be complete. */
  claimed(id: string, same: boolean): void;
  attend(): Promise<void>;
}

/**
 * What is done with an arrival goes by what is recorded of it, so that it does not matter who did the steps before, and
 * whether that process lives. Trouble with one is said, and keeps none of the others waiting.
 */
export function createAttendant(inbox: Inbox, stopped: () => boolean): Attendant {
  const { ports, folder, settings } = inbox;
  const { arrivals } = ports.ledger;
  const stillness = { looks: createCompleteness(settings.minimumAgeMs), fresh: new Set<string>() };
  /** When what could not be done is tried again, on a clock that nobody can set. */
  const restUntil = new Map<string, number>();
  let all = true;

  async function one(row: ArrivalRow, work: (held: Held) => Promise<'gone' | unknown>): Promise<void> {
    if (stopped() || (restUntil.get(row.id) ?? 0) > performance.now()) return;
    restUntil.delete(row.id);
    const held = holdArrival(row, inbox);
    if (held === undefined) return;
    try {
      await openJobFolder(folder, row.job);
      if ((await work(held)) === 'gone') gone(held);
    } catch (error) {
      if (error instanceof NotHeld) return;
      rest(row);
      ports.say(`${quoteName(row.name)}, job ${row.job}: ${troubleWords(error)} It is tried again.`, { job: row.job });
    } finally {
      held.release();
    }
  }

  function rest({ id }: ArrivalRow): void {
    restUntil.set(id, performance.now() + settings.scanMs);
  }

  function gone(held: Held): void {
    const { row } = held;
    rest(row);
    if (row.gone_at === null) {
      ports.say(
        `${held.at(row.place!)} is not there any more. What was taken in of it goes on; put it back if it was not meant to go.`,
      );
      held.change({ gone_at: ports.now() });
    } else if (ports.now() - row.gone_at > GONE_MS) held.change({ state: 'ended' });
  }

  async function unsettled(held: Held): Promise<unknown> {
    if (held.row.state === 'found') await endClaim(held, inbox);
    else if (held.row.target !== null) await endPutAway(held);
    if (held.row.state === 'refused') return moveRefused(held, inbox);
    if (held.row.state !== 'claimed') return undefined;
    const taken = await takeClaimed(held, inbox, stillness);
    if (taken === 'taken') await ports.wake(held.row.import!);
    return taken;
  }

  return {
    claimed(id, same) {
      if (same) stillness.fresh.add(id);
    },
    async attend() {
      for (const row of arrivals.unsettled(folder)) await one(row, unsettled);
      const changed: readonly ChangedArrival[] = arrivals.changed(folder, all);
      for (const row of changed) await one(row, (held) => followImport(held, row, inbox));
      all = false;
    },
  };
}
