import { bodyHash } from '../core/batch-body.ts';
import { BILAG } from '../core/cancelled-issue.ts';
import { importFields } from '../core/log.ts';
import type { Evidence, Outcome } from '../core/outcome.ts';
import { retryWrite } from '../core/retry-write.ts';
import { quoteName } from '../core/text.ts';
import { cancelImport } from '../importing/cancel.ts';
import { isChangedSince } from '../importing/compare-received.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import { isRepeatable, kindOf, stepOf } from '../kinds/kinds.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import { importText } from '../ledger/attempt-log.ts';
import type { NewAttempt, Sending, Settlement } from '../ledger/posting.ts';
import type { BatchRow, ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { contradictionWords } from '../reporting/contradictions.ts';
import { ServiceMisconfigured, type ServiceUnavailable } from '../service/errors.ts';
import { refusedReferences } from '../service/refused-references.ts';
import { contradictionWords as replyWords } from '../service/reply-contradiction.ts';
import { checkBooks, OtherBooks } from './check-books.ts';
import type { SenderLease } from './lease.ts';
import { settlementOf } from './settle.ts';

/** Milliseconds beyond the service's time-outs after which a request is taken for lost. */
const DEADLINE_MARGIN_MS = 5_000;

/** Batches that one wake-up sends before another import of the same service has its turn. */
const BATCHES_A_TURN = 16;

export interface PostPorts extends PipelinePorts {
  readonly holder: SenderLease;
  newId(): string;
}

export interface Turn {
  /** Batches to send at most; a service with a rate gets one a wake-up, which the queue counts. */
  readonly batches?: number;
  /** Told each outcome; false ends the turn: the service needs a rest. */
  after(outcome: Outcome): Promise<boolean>;
}

/**
 * Sends the batches of an import that are due, one after the other, each once (design, section 4): the intent is
 * durable before the first byte, the outcome with its evidence after the last; what is not known is in doubt, and
 * never resent. A plan of another company's books is left alone; one of a file that is not what it was is taken back before
 * the first of its batches, and one whose IDs moved is made afresh.
 * @returns batches sent
 * @throws OtherBooks
 */
export async function postBatches(num: number, service: ServicePort, turn: Turn, ports: PostPorts): Promise<number> {
  const { ledger, holder, now } = ports;
  const row = await ledger.imports.byNum(num);
  // One that was cancelled just now has no plan any more.
  if (row.facts === null || row.company !== (await service.company())) return 0;
  if (!(await ledger.cancelling.hasBegun(num)) && (await isChangedSince(num, ports))) return cancelChanged(row, ports);
  const facts = JSON.parse(row.facts) as PlanFacts;
  const { records } = kindOf(row.kind);
  if (
    records === undefined &&
    (await ledger.posting.hasDue(num, now())) &&
    !(await isOfTheseBooks(row, facts, service, turn, ports))
  )
    return 0;
  const attempt = async (): Promise<NewAttempt> => {
    if (!holder.alive()) await holder.renew();
    const deadline = now() + service.timeoutMs + DEADLINE_MARGIN_MS;
    return { id: ports.newId(), holder: holder.id, deadline, limit: facts.concurrency };
  };
  const { id: importId, job, kind, company, file, sha256, bytes } = row;
  const of = { import: importId, job, kind, service: service.name, company, file, sha256, bytes };
  const logged = importText({ ...of, host: ports.host, who: ports.who, scale: facts.scale });
  const batches = turn.batches ?? BATCHES_A_TURN;
  let intent = await attempt();
  let sending = await ledger.posting.beginSending(num, intent, now());
  let sent = 0;
  while (sending !== undefined) {
    const { id, holder: sender } = intent;
    const outcome = await send(sending, id, logged, service, ports, () => holder.id === sender && holder.alive());
    const isRefused = outcome.kind === 'rejected' || outcome.kind === 'misconfigured';
    if (isRefused && outcome.evidence.status !== undefined && records === undefined)
      await service.references.drop(refusedReferences(outcome.message, sending.body.toString(), facts));
    const settlement = await settlementOf(sending.batch, outcome, service.rejection, ports);
    const goesOn = (await turn.after(outcome)) && ++sent < batches;
    const { recorded, next, doubt } = await retryWrite(
      async (first) => {
        // Where it could not be written at once, what came of this request is written alone; the next can wait.
        const following = first && goesOn ? (intent = await attempt()) : undefined;
        return await ledger.posting.settle(id, outcome, settlement, now(), following);
      },
      ports.log,
      importFields(row),
    );
    try {
      const became = doubt === undefined ? settlement : ({ to: 'in-doubt' } as const);
      if (recorded && !isRepeatable(sending.batch.step)) ledger.attemptLog.addOutcome(id, became.to, now());
      await tell(sending, id, doubt ?? outcome, became, recorded, ports);
    } catch (error) {
      // The outcome itself is written, and the next batch is ours to send: what is only told must not leave it in doubt.
      ports.log('outcome-not-told', (error as Error).message, { ...importFields(row), error });
    }
    sending = next;
  }
  await finishIfDone(num, ports);
  return sent;
}

/** Whether the service is seen to keep the books that the plan is from; where it can't be asked, that is an outcome as of a booking. */
async function isOfTheseBooks(
  row: ImportRow,
  facts: PlanFacts,
  service: ServicePort,
  turn: Turn,
  ports: PostPorts,
): Promise<boolean> {
  try {
    return await checkBooks(row, facts, service, ports);
  } catch (error) {
    if (error instanceof OtherBooks || !(error instanceof Error) || !('evidence' in error)) throw error;
    const { message, retryAfter } = error as ServiceUnavailable;
    const kind = error instanceof ServiceMisconfigured ? 'misconfigured' : 'not-applied';
    await turn.after({
      kind,
      message,
      evidence: error.evidence as Evidence,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    return false;
  }
}

/** Its file goes on in the inbox, as a new version, when it is complete. */
async function cancelChanged(row: ImportRow, ports: PostPorts): Promise<0> {
  const reason = `${quoteName(row.file)} was still written to when it had been received. What it holds by then is planned anew, as an import of its own`;
  const { state } = await cancelImport(row, { reason }, { ...ports, who: BILAG });
  const sent = state === 'cancelled' ? 'nothing of it was sent' : 'nothing more of it is sent';
  ports.log('import-taken-back', `Import ${row.id} is taken back, and ${sent}: ${reason}.`, importFields(row));
  return 0;
}

async function tell(
  { batch }: Sending,
  attempt: string,
  outcome: Outcome,
  settlement: Settlement,
  recorded: boolean,
  ports: PostPorts,
): Promise<void> {
  const { ledger, now, who } = ports;
  if (!recorded) {
    await lateOutcome(batch, attempt, outcome, settlement, ports);
  } else if (settlement.to === 'in-doubt') {
    const { import: num, no } = batch;
    const { evidence } = outcome;
    await ledger.imports.record(num, now(), who, 'in-doubt', { batch: no, attempt, evidence });
    const row = await ledger.imports.byNum(num);
    const why = doubtWords(evidence);
    const words = `Batch ${no} of import ${row.id} is in doubt: nobody knows whether the service took it (${why}). See bilag show.`;
    ports.log('batch-in-doubt', words, { ...importFields(row), batch: no, why });
  }
}

/** Why nobody knows: `read ECONNRESET`, `status 500`, `status 200, its reply says that it failed (…)` */
function doubtWords({ error, status, contradiction }: Evidence): string {
  if (error !== undefined) return error;
  if (status === undefined) return 'no reply';
  return contradiction === undefined ? `status ${status}` : `status ${status}, ${replyWords(contradiction)}`;
}

/** @param logged what the attempt log says of the import */
async function send(
  { batch, body, entries, totals }: Sending,
  attempt: string,
  logged: string,
  service: ServicePort,
  { ledger, now }: PostPorts,
  holds: () => boolean,
): Promise<Outcome> {
  if (bodyHash(body) !== batch.sha256) {
    const error = `The stored body of batch ${batch.no} is not what was planned; the ledger is damaged. Nothing of it is sent.`;
    return { kind: 'not-applied', message: '', evidence: { error, own: true, damaged: true } };
  }
  try {
    const { no, sha256, rows, lines } = batch;
    // What creates nothing needs no memory beside the ledger.
    if (!isRepeatable(batch.step))
      await ledger.attemptLog.add({ id: attempt, at: now(), no, body: sha256, rows, lines, totals, entries }, logged);
  } catch (error) {
    const why = `The attempt could not be written to ${ledger.attemptLog.path}, so nothing was sent: ${(error as Error).message}`;
    return { kind: 'not-applied', message: '', evidence: { error: why, own: true } };
  }
  const { step, entries: count } = batch;
  let { target } = batch;
  if (step === 'read-back' && target === null) {
    const { findBack } = await import('../kinds/contacts/find-back.ts');
    const found = await findBack(body.toString(), service);
    if (typeof found !== 'number') return found;
    target = found;
  }
  const answersIds = async () =>
    step === 'book' && (await ledger.serviceSends.answersIds(service.name, await service.company()));
  let isOurs = true;
  const outcome = await service.client.send(stepOf(step).request, body, {
    attempt,
    entries: count,
    answersIds,
    target,
    beforeSend: () => (isOurs = holds()),
  });
  if (!isOurs) return { ...outcome, evidence: { ...outcome.evidence, own: true } };
  // What the list told is kept, whatever comes of reading the contact.
  return target === batch.target ? outcome : { ...outcome, ids: [{ id: target!, number: null }] };
}

/**
 * The outcome of a request came after its batch was decided about (design, section 4). It settles what of the batch is
 * still in doubt, and is said loudly where it contradicts the decision.
 */
export async function lateOutcome(
  { import: num, no }: BatchRow,
  attempt: string,
  outcome: Outcome,
  settlement: Settlement,
  { ledger, now, who, log }: PipelinePorts,
): Promise<void> {
  const row = await ledger.imports.byNum(num);
  if (settlement.to !== 'in-doubt') {
    const became = settlement.to === 'booked' || settlement.to === 'continued' ? 'booked' : 'not-booked';
    const rest = (await ledger.doubts.list()).filter((batch) => batch.import === num && batch.attempt === attempt);
    for (const batch of rest) {
      await ledger.doubts.decide(num, batch.no, attempt, {
        became,
        at: now(),
        who,
        reason: `its reply came: ${outcome.kind}`,
      });
    }
  }
  const contradictions = (await ledger.doubts.contradictions(num)).filter((each) => each.attempt === attempt);
  if (contradictions.length === 0) {
    await ledger.imports.record(num, now(), who, 'outcome-too-late', { batch: no, attempt, outcome });
    return;
  }
  for (const each of contradictions) {
    const message = await contradictionWords(each, row, ledger);
    await ledger.imports.record(num, now(), who, 'contradicted', {
      ...{ batch: each.batch, attempt, outcome, message },
      ...{ became: each.became, who: each.who, reason: each.reason },
    });
    const about = { ...importFields(row), batch: each.batch };
    log('answer-contradicted', `Import ${row.id} (${row.file}): ${message}`, about);
  }
  // What had ended well has not.
  await ledger.imports.moveState(num, ['completed', 'partly-booked'], 'in-doubt', { finished_at: now() });
}
