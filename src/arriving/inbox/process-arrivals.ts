import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { removeParts, seen } from '../../core/disk.ts';
import { quoteName } from '../../core/text.ts';
import { isAsTaken, isUntouched, recordOf } from '../../importing/compare-received.ts';
import type { ArrivalRow, ChangedArrival } from '../../ledger/arrivals.ts';
import { endClaim, forgetEarlier } from './claim.ts';
import type { Completeness } from './completeness.ts';
import { followImport, offerAgain } from './follow-import.ts';
import type { HeldOpen } from './held-open.ts';
import { type Inbox, openJobFolder } from './inbox.ts';
import { type Held, holdArrival, NotHeld } from './lease.ts';
import { inodeKey } from './open-writers.ts';
import { endPutAway, moveRefused } from './put-away.ts';
import { takeClaimed } from './receive-claimed.ts';
import { sidecarPaths } from './sidecar.ts';
import { troubleWords } from './words.ts';

/** After this a file that is gone from where it was is not looked for any more, in milliseconds: a drive may be away for a while. */
const GONE_MS = 24 * 60 * 60_000;

/** For so long a file in `done/` is looked at: a writer that nobody could see may still go on, in milliseconds. */
const PUT_WATCH_MS = 10 * 60_000;

/** Takes every arrival as far as it can go now. */
export interface ArrivalProcessor {
  /** A file was just claimed; `same`: unchanged since it was seen to be complete. */
  claimed(id: string, same: boolean): void;
  processArrivals(): Promise<void>;
}

/**
 * What is done with an arrival goes by what is recorded of it, so that it does not matter who did the steps before, and
 * whether that process lives. Trouble with one is said, and keeps none of the others waiting.
 */
export function createArrivalProcessor(
  inbox: Inbox,
  { looks, heldOpen }: { readonly looks: Completeness; readonly heldOpen: HeldOpen },
  stopped: () => boolean,
): ArrivalProcessor {
  const { ports, folder, settings } = inbox;
  const { arrivals } = ports.ledger;
  let open: ReadonlySet<string> = new Set();
  const stillness = {
    looks,
    fresh: new Set<string>(),
    isOpen: (stats: BigIntStats) => open.has(inodeKey(stats)),
  };
  /** When what could not be done is tried again, on a clock that nobody can set. */
  const restUntil = new Map<string, number>();
  let all = true;
  let putLookAt = 0;

  async function one(row: ArrivalRow, work: (held: Held) => Promise<'gone' | unknown>): Promise<void> {
    if (stopped() || (restUntil.get(row.id) ?? 0) > performance.now()) return;
    restUntil.delete(row.id);
    const held = await holdArrival(row, inbox);
    if (held === undefined) return;
    try {
      await openJobFolder(folder, row.job);
      if (row.holder !== null && row.holder !== inbox.holder) await clearAfter(held);
      if ((await work(held)) === 'gone') await gone(held);
    } catch (error) {
      if (error instanceof NotHeld) return;
      rest(row);
      const { name, job } = row;
      const why = troubleWords(error);
      const words = `${quoteName(name)}, job ${job}: ${why} It is tried again.`;
      ports.log('arrival-failed', words, { job, file: name, error, why });
    } finally {
      await held.release();
    }
  }

  /** What the process that held it before was just writing when it died. */
  async function clearAfter(held: Held): Promise<void> {
    const { place, target } = held.row;
    for (const each of [place, target]) {
      if (each !== null) await removeParts(sidecarPaths(held.at(each)));
    }
  }

  /** Which of the files that are to be received are still held open. */
  async function lookForWriters(rows: readonly ArrivalRow[]): Promise<void> {
    const files = [];
    for (const { id, job, name, place, state } of rows) {
      const path = join(folder, job, place ?? '');
      // What can't be looked at is said when it is its turn.
      const stats = state === 'claimed' ? await seen(path).catch(() => undefined) : undefined;
      if (stats !== undefined) files.push({ job, name, stats, knownMs: looks.known(id) });
    }
    open = await heldOpen.among('processing', files);
  }

  /** A file that was put into `done/` a short time ago, and is no longer what was booked, is offered again. */
  async function lookAtPut(): Promise<void> {
    if (performance.now() < putLookAt) return;
    putLookAt = performance.now() + settings.scanMs;
    for (const row of await arrivals.justPut(folder)) {
      const path = join(folder, row.job, row.place!);
      const stats = await seen(path).catch(() => undefined);
      const isThere = stats !== undefined && String(stats.ino) === row.ino;
      if (isThere && !isUntouched(stats, row)) {
        await one(row, async (held) => {
          if (held.row.target !== null) return;
          if (await isAsTaken(path, stats, held.row)) await held.settle(recordOf(stats));
          else await offerAgain(held, inbox);
        });
      } else if (!isThere || ports.now() - row.put_at! > PUT_WATCH_MS || ports.now() < row.put_at!) {
        await one(row, async (held) => await held.settle({ put_at: null }));
      }
    }
  }

  function rest({ id }: ArrivalRow): void {
    restUntil.set(id, performance.now() + settings.scanMs);
  }

  async function gone(held: Held): Promise<void> {
    const { row } = held;
    rest(row);
    if (row.gone_at === null) {
      const words = `${held.at(row.place!)} is not there any more. What was received of it goes on; put it back if it was not meant to go.`;
      ports.log('file-gone', words, { job: row.job, file: row.name, place: row.place });
      await held.change({ gone_at: ports.now() });
    } else if (ports.now() - row.gone_at > GONE_MS) await held.change({ state: 'ended' });
  }

  async function unsettled(held: Held): Promise<unknown> {
    if (held.row.state === 'found') await endClaim(held, inbox);
    else if (held.row.target !== null) await endPutAway(held);
    if (held.row.state === 'refused') return moveRefused(held, inbox);
    if (held.row.state !== 'claimed') return undefined;
    await forgetEarlier(held, inbox);
    const taken = await takeClaimed(held, inbox, stillness);
    if (taken === 'taken') await ports.wake(held.row.import!);
    return taken;
  }

  return {
    claimed(id, same) {
      if (same) stillness.fresh.add(id);
    },
    async processArrivals() {
      const rows = await arrivals.unsettled(folder);
      await lookForWriters(rows);
      for (const row of rows) await one(row, unsettled);
      await lookAtPut();
      const changed: readonly ChangedArrival[] = await arrivals.changed(folder, all);
      for (const row of changed) await one(row, (held) => followImport(held, row, inbox));
      all = false;
    },
  };
}
