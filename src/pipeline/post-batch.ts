import type { BatchEntry } from '../domain/batch.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Sending, Settlement } from '../ledger/posting.ts';
import { type BodyKey, cutBatch } from '../rules/cut-batch.ts';
import { bodyHash } from '../rules/freeze-batch.ts';
import { retryDelay } from '../rules/retry-delay.ts';
import { finishIfDone } from './finish-import.ts';
import type { Holder } from './holder.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts, ServicePort } from './ports.ts';

/** Milliseconds beyond the service's time-outs after which a request is taken for lost. */
const DEADLINE_MARGIN_MS = 5_000;

export interface PostPorts extends PipelinePorts {
  readonly holder: Holder;
  newId(): string;
}

/** What the sender of a batch learns: whether the service should be left alone for a while. */
export interface Posted {
  readonly outcome: Outcome | undefined;
  readonly settled: Settlement['to'] | 'not-ours';
}

/**
 * Sends a batch once (design, section 4): the intent is durable before the first byte, the outcome with its evidence
 * after the last; what is not known is in doubt, and never resent.
 */
export async function postBatch(num: number, no: number, service: ServicePort, ports: PostPorts): Promise<Posted> {
  const { ledger, holder, now } = ports;
  if (!holder.alive()) holder.renew();
  const attempt = ports.newId();
  const holderId = holder.id;
  const began = now();
  const sending = ledger.posting.beginSending(num, no, attempt, holderId, began, began + service.timeoutMs + DEADLINE_MARGIN_MS);
  if (sending === undefined) return { outcome: undefined, settled: 'not-ours' };
  const outcome = await send(sending, service, () => holder.id === holderId && holder.alive());
  const settlement = settle(sending, outcome, service, ports);
  const settled = ledger.posting.settle(attempt, outcome, settlement, now());
  if (!settled) {
    ledger.imports.record(num, now(), ports.who, 'outcome-too-late', { batch: no, attempt, outcome });
    ports.say(`Batch ${no} of import ${num}: the reply to attempt ${attempt} (${outcome.kind}) came after it was decided otherwise. See bilag show.`);
  }
  if (settlement.to === 'in-doubt') {
    ledger.imports.record(num, now(), ports.who, 'in-doubt', { batch: no, attempt, evidence: outcome.evidence });
  }
  if (settlement.to !== 'ready' && settlement.to !== 'split') finishIfDone(num, ports);
  return { outcome, settled: settled ? settlement.to : 'not-ours' };
}

async function send({ batch, body }: Sending, service: ServicePort, holds: () => boolean): Promise<Outcome> {
  if (bodyHash(body) !== batch.sha256) {
    return { kind: 'misconfigured', message: '', evidence: { error: `The stored body of batch ${batch.no} is not what was planned; the ledger is damaged.` } };
  }
  return service.client.book(body, { entries: batch.entries, beforeSend: holds });
}

function settle({ batch }: Sending, outcome: Outcome, service: ServicePort, ports: PostPorts): Settlement {
  const { ledger, now, random } = ports;
  switch (outcome.kind) {
    case 'booked':
      return { to: 'booked', ids: outcome.ids === undefined ? null : JSON.stringify(outcome.ids.map(({ id, number }) => [id, number])) };
    case 'in-doubt':
      return { to: 'in-doubt' };
    case 'not-applied':
    case 'misconfigured':
      return { to: 'ready', dueAt: now() + retryDelay(batch.attempts, random, { atLeastMs: outcome.retryAfter ?? 0 }) };
    case 'rejected':
      break;
  }
  const frozen = ledger.posting.body(batch.import, batch.no);
  if (batch.entries === 1) return { to: 'rejected', ...refusal(frozen.entries[0]!, outcome) };
  // Of several entries some may have been booked, unless the service is known to refuse a request whole.
  if (service.rejection === 'unknown') return { to: 'in-doubt' };
  const facts = JSON.parse(ledger.imports.byNum(batch.import).facts!) as PlanFacts;
  return { to: 'split', halves: (firstNo) => halves(frozen, firstNo, facts) };
}

function halves(frozen: { entries: readonly BatchEntry[]; body: string }, firstNo: number, key: BodyKey) {
  const middle = Math.ceil(frozen.entries.length / 2);
  const first = new Set(frozen.entries.slice(0, middle));
  return [
    cutBatch(firstNo, frozen, (entry) => first.has(entry), key),
    cutBatch(firstNo + 1, frozen, (entry) => !first.has(entry), key),
  ];
}

function refusal(entry: BatchEntry, outcome: Outcome) {
  const words = outcome.message === '' ? `it answered ${outcome.evidence.status ?? 'nothing'} without a word` : outcome.message;
  return {
    entry,
    issue: {
      code: 'service-rejected' as const,
      value: words,
      message: `The service refused the entry: ${words}`,
      suggestion: 'Mend what the service says, in the file or in the service, and retry.',
    },
    detail: `${entry.key === '' ? 'The entry' : `Entry ${entry.key}`} was refused: ${words}`,
  };
}
