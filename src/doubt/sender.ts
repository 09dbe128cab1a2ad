import { divideBatch } from '../core/batch-body.ts';
import type { Evidence } from '../core/outcome.ts';
import type { FrozenBatch } from '../core/states.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { leaseHolds } from '../ledger/leases.ts';
import type { BatchRow, LeaseRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { isRefusal } from '../service/classify-outcome.ts';

export interface Sender {
  /**
   * `ended`: it wrote itself how its request ended. `gone`: it left in good order, or ended on this machine. `alive`: its
   * request may still be on its way, also where it is stopped and wakes up. `unknown`: it ran where this machine can't
   * see it, and its lease has run out.
   */
  readonly state: 'ended' | 'gone' | 'alive' | 'unknown';
  readonly holder?: LeaseRow;
}

/** What became of the process that sent a batch: only one that is surely gone sends nothing more (design, section 4). */
export async function senderOf(batch: BatchRow, { ledger, processes, host, now }: PipelinePorts): Promise<Sender> {
  const attempt = (await ledger.posting.attempts(batch.import, batch.no)).find(({ id }) => id === batch.attempt);
  // A ledger that never heard of the request says nothing about who sent it.
  if (attempt === undefined) return { state: 'unknown' };
  if (attempt.ended_at !== null) return { state: 'ended' };
  const holder = await ledger.leases.find(batch.holder ?? attempt.holder);
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

/** A batch that the service answered so often without a success is sent in halves: one of its entries may be what it can't take. */
const SENT_WHOLE_AT_MOST = 2;

/**
 * How a batch that was in doubt, and was not booked, is sent again: as it is, or in parts where the same request would
 * only come to the same doubt. Refused entries are sent one by one: of one alone a refusal is certain.
 * @returns undefined: as it is
 */
export async function partsToSend(
  batch: BatchRow,
  { ledger }: PipelinePorts,
): Promise<((firstNo: number) => readonly FrozenBatch[]) | undefined> {
  if (batch.entries === 1) return undefined;
  const attempt = (await ledger.posting.attempts(batch.import, batch.no)).find(({ id }) => id === batch.attempt);
  const { status } = JSON.parse(attempt?.evidence ?? '{}') as Evidence;
  const into = isRefusal(status)
    ? 'entries'
    : status !== undefined && batch.attempts >= SENT_WHOLE_AT_MOST
      ? 'halves'
      : undefined;
  const { facts } = await ledger.imports.byNum(batch.import);
  const frozen = await ledger.posting.body(batch.import, batch.no);
  // What was sent by a ledger that was lost is not here any more.
  if (into === undefined || facts === null || frozen.body === '') return undefined;
  return (firstNo) => divideBatch(into, firstNo, frozen, JSON.parse(facts) as PlanFacts);
}
