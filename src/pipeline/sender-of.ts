import { leaseHolds } from '../ledger/holders.ts';
import type { BatchRow, HolderRow } from '../ledger/rows.ts';
import type { PipelinePorts } from './ports.ts';

export interface Sender {
  /**
   * `ended`: it wrote itself how its request ended. `gone`: it left in good order, or ended on this machine. `alive`: its
   * request may still be on its way, also where it is stopped and wakes up. `unknown`: it ran where this machine can't
   * see it, and its lease has run out.
   */
  readonly state: 'ended' | 'gone' | 'alive' | 'unknown';
  readonly holder?: HolderRow;
}

/** What became of the process that sent a batch: only one that is surely gone sends nothing more (design, section 4). */
export function senderOf(batch: BatchRow, { ledger, processes, host, now }: PipelinePorts): Sender {
  const attempt = ledger.posting.attempts(batch.import, batch.no).find(({ id }) => id === batch.attempt);
  // A ledger that never heard of the request says nothing about who sent it.
  if (attempt === undefined) return { state: 'unknown' };
  if (attempt.ended_at !== null) return { state: 'ended' };
  const holder = ledger.holders.find(batch.holder ?? attempt.holder);
  if (holder === undefined) return { state: 'gone' };
  if (holder.struck === 0 && leaseHolds(holder.lease_until, now())) return { state: 'alive', holder };
  const lives = holder.host === host ? processes.lives(holder.pid, holder.started) : undefined;
  return { state: lives === undefined ? 'unknown' : lives ? 'alive' : 'gone', holder };
}

/** A service that answers late may still be at work on a request that ended for us so short a time ago, in milliseconds. */
const LATE_MS = 2 * 60_000;

/** Until when an absence in the service proves nothing, for it may still be at work; undefined where that is over. */
export function lateUntil(ended: number | undefined, now: number): number | undefined {
  return ended === undefined || now - ended >= LATE_MS ? undefined : ended + LATE_MS;
}
