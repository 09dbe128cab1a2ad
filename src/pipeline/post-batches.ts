import type { BatchEntry } from '../domain/batch.ts';
import type { Outcome } from '../domain/outcome.ts';
import { formatRow, parseRanges } from '../domain/row-ranges.ts';
import type { NewAttempt, Sending, Settlement } from '../ledger/posting.ts';
import { type BodyKey, cutBatch } from '../rules/cut-batch.ts';
import { bodyHash } from '../rules/freeze-batch.ts';
import { retryDelay } from '../rules/retry-delay.ts';
import { finishIfDone } from './finish-import.ts';
import type { Holder } from './holder.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts, ServicePort } from './ports.ts';

/** Milliseconds beyond the service's time-outs after which a request is taken for lost. */
const DEADLINE_MARGIN_MS = 5_000;

/** Batches that one wake-up sends before another import of the same service has its turn. */
const BATCHES_A_TURN = 16;

export interface PostPorts extends PipelinePorts {
  readonly holder: Holder;
  newId(): string;
}

export interface Turn {
  /** Batches to send at most; a service with a rate gets one a wake-up, which the queue counts. */
  readonly batches?: number;
  /** Told each outcome; false ends the turn: the service needs a rest. */
  after(outcome: Outcome): boolean;
}

/**
 * Sends the batches of an import that are due, one after the other, each once (design, section 4): the intent is
 * durable before the first byte, the outcome with its evidence after the last; what is not known is in doubt, and
 * never resent. A plan of another company's books is left alone.
 * @returns batches sent
 */
export async function postBatches(num: number, service: ServicePort, turn: Turn, ports: PostPorts): Promise<number> {
  const { ledger, holder, now } = ports;
  const row = ledger.imports.byNum(num);
  if (row.company !== service.company) return 0;
  const facts = JSON.parse(row.facts!) as PlanFacts;
  const attempt = (): NewAttempt => {
    if (!holder.alive()) holder.renew();
    const deadline = now() + service.timeoutMs + DEADLINE_MARGIN_MS;
    return { id: ports.newId(), holder: holder.id, deadline, limit: facts.concurrency };
  };
  const batches = turn.batches ?? BATCHES_A_TURN;
  let intent = attempt();
  let sending = ledger.posting.beginSending(num, intent, now());
  let sent = 0;
  while (sending !== undefined) {
    const { id, holder: sender } = intent;
    const outcome = await send(sending, id, service, () => holder.id === sender && holder.alive());
    const settlement = settle(sending, outcome, service, ports);
    const goesOn = turn.after(outcome) && ++sent < batches;
    intent = attempt();
    const { recorded, next } = ledger.posting.settle(id, outcome, settlement, now(), goesOn ? intent : undefined);
    tell(sending, id, outcome, settlement, recorded, ports);
    sending = next;
  }
  finishIfDone(num, ports);
  return sent;
}

function tell(
  { batch }: Sending,
  attempt: string,
  outcome: Outcome,
  settlement: Settlement,
  recorded: boolean,
  ports: PostPorts,
): void {
  const { ledger, now, who } = ports;
  if (!recorded) {
    ledger.imports.record(batch.import, now(), who, 'outcome-too-late', { batch: batch.no, attempt, outcome });
    ports.say(
      `Batch ${batch.no} of import ${ledger.imports.byNum(batch.import).id}: the reply to attempt ${attempt} (${outcome.kind}) came after it was decided otherwise. See bilag show.`,
    );
  } else if (settlement.to === 'in-doubt') {
    ledger.imports.record(batch.import, now(), who, 'in-doubt', {
      batch: batch.no,
      attempt,
      evidence: outcome.evidence,
    });
  }
}

async function send(
  { batch, body }: Sending,
  attempt: string,
  service: ServicePort,
  holds: () => boolean,
): Promise<Outcome> {
  if (bodyHash(body) !== batch.sha256) {
    return {
      kind: 'misconfigured',
      message: '',
      evidence: { error: `The stored body of batch ${batch.no} is not what was planned; the ledger is damaged.` },
    };
  }
  return service.client.book(body, { attempt, entries: batch.entries, beforeSend: holds });
}

function settle({ batch }: Sending, outcome: Outcome, service: ServicePort, ports: PostPorts): Settlement {
  const { ledger, now, random } = ports;
  switch (outcome.kind) {
    case 'booked':
      return {
        to: 'booked',
        ids: outcome.ids === undefined ? null : JSON.stringify(outcome.ids.map(({ id, number }) => [id, number])),
      };
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

/** Where the service says what is wrong: `[0].DraftLines[2].AccountID: `. */
const PLACE = /\[0\]\.DraftLines\[(\d+)\]\.\w+:?\s*/g;

function refusal(entry: BatchEntry, outcome: Outcome) {
  const said =
    outcome.message === '' ? `it answered ${outcome.evidence.status ?? 'nothing'} without a word` : outcome.message;
  const rows = [...parseRanges(entry.rows)];
  const linesARow = entry.lineCount / rows.length;
  const places = [...said.matchAll(PLACE)].map(([, line]) =>
    formatRow(rows[Math.floor(Number(line) / linesARow)] ?? rows[0]!),
  );
  // The same refusal of several entries is one cause: without the place it reads the same.
  const words = said.replace(PLACE, '');
  return {
    entry,
    issue: {
      code: 'service-rejected' as const,
      value: words,
      message: `The service refused the entry: ${words}`,
      suggestion: 'Mend what the service says, in the file or in the service, and retry.',
    },
    detail: `${entry.key === '' ? 'The entry' : `Entry ${entry.key}`} was refused: ${words}${places.length === 0 ? '' : ` (row ${[...new Set(places)].join(', ')})`}`,
  };
}
