import type { FrozenBatch } from '../domain/batch.ts';
import type { Evidence } from '../domain/outcome.ts';
import type { BatchRow } from '../ledger/rows.ts';
import { isRefusal } from '../rules/classify-outcome.ts';
import { divideBatch } from '../rules/cut-batch.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';

/** A batch that the service answered so often without a success is sent in halves: one of its entries may be what it can't take. */
const SENT_WHOLE_AT_MOST = 2;

/**
 * How a batch that was in doubt, and was not booked, is sent again: as it is, or in parts where the same request would
 * only come to the same doubt. Refused entries are sent one by one: of one alone a refusal is certain.
 * @returns undefined: as it is
 */
export function partsToSend(
  batch: BatchRow,
  { ledger }: PipelinePorts,
): ((firstNo: number) => readonly FrozenBatch[]) | undefined {
  if (batch.entries === 1) return undefined;
  const attempt = ledger.posting.attempts(batch.import, batch.no).find(({ id }) => id === batch.attempt);
  const { status } = JSON.parse(attempt?.evidence ?? '{}') as Evidence;
  const into = isRefusal(status)
    ? 'entries'
    : status !== undefined && batch.attempts >= SENT_WHOLE_AT_MOST
      ? 'halves'
      : undefined;
  const { facts } = ledger.imports.byNum(batch.import);
  const frozen = ledger.posting.body(batch.import, batch.no);
  // What was sent by a ledger that was lost is not here any more.
  if (into === undefined || facts === null || frozen.body === '') return undefined;
  return (firstNo) => divideBatch(into, firstNo, frozen, JSON.parse(facts) as PlanFacts);
}
