import { importFields } from '../core/log.ts';
import type { LookPart } from '../core/look.ts';
import type { BookedId, Evidence } from '../core/outcome.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import { type SoughtContact, soughtContact } from '../kinds/contacts/sought.ts';
import { lookUpField } from '../kinds/custom-fields/probe.ts';
import { isFieldStep, isRepeatable, stepOf } from '../kinds/kinds.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import type { Decision } from '../ledger/doubts.ts';
import type { LookResult } from '../ledger/probe-log.ts';
import type { BatchRow, LookRow } from '../ledger/rows.ts';
import { fieldOf, nextOfBooked, REPEATED_AT_MOST } from '../posting/settle-step.ts';
import { bookedAfter, judge, knownGoneSince, looksAt, overSince } from './judge.ts';
import { findControls, lookedFor, lookUpBatch } from './probe-batch.ts';
import type { Judgement } from './probe-schedule.ts';
import { partsToSend, senderOf } from './sender.ts';

/** Between two rounds over the batches in doubt, in milliseconds: what is due in one may wait so long. */
export const PROBE_CHECK_MS = 1_000;
/** Who decides, in the history. */
const PROBE = 'probe';

/**
 * Looks batches in doubt up in the service, those that are due, one after the other, and decides what the looks settle
 * (design, section 4). What they don't settle waits for a person.
 * @param leaving ends a look at once; it then has no end in the ledger, and does not count
 */
export async function probeDoubts(ports: PipelinePorts, leaving: AbortSignal): Promise<void> {
  const round: Round = { resting: new Set(), listed: new Set() };
  for (const batch of await ports.ledger.doubts.list()) {
    if (leaving.aborted) return;
    await probe(batch, round, ports, leaving).catch(notProbed(batch, ports));
  }
}

interface Round {
  /** Services that are of no help in it. */
  readonly resting: Set<string>;
  /** Services in which it has looked for contacts: for all at once. */
  readonly listed: Set<string>;
}

async function probe(
  batch: BatchRow,
  { resting, listed }: Round,
  ports: PipelinePorts,
  leaving: AbortSignal,
): Promise<void> {
  const service = await serviceOf(batch, ports);
  if (service === undefined || (await sentAgain(batch, ports))) return;
  await noteEnd(batch, ports);
  const before = await looksAt(batch, ports);
  let judgement = await judge(batch, before, service, ports);
  const isOfContact = batch.step === 'create-contact';
  const mayNot = resting.has(service.name) || (isOfContact && listed.has(service.name));
  if (judgement.say === 'look' && judgement.at <= ports.now() && !mayNot) {
    if (isOfContact) listed.add(service.name);
    const failed = isOfContact
      ? await lookAtContacts(service, ports, leaving)
      : await look(batch, before, service, ports, leaving);
    if (failed) resting.add(service.name);
    judgement = await judge(batch, await looksAt(batch, ports), service, ports);
  }
  await settle(batch, judgement, ports);
}

/** One that can't be read keeps none of the others waiting. */
function notProbed(
  { import: num, no }: BatchRow,
  { ledger, log }: PipelinePorts,
): (error: Error) => Promise<undefined> {
  return async (error) => {
    const row = await ledger.imports.byNum(num);
    const words = `Batch ${no} of import ${row.id} can't be looked up: ${error.message}`;
    log('probe-failed', words, { ...importFields(row), batch: no, error });
  };
}

/** Batches in doubt of an import that looks may still settle, and when the next look is due; undefined where a person must. */
export async function probesAwaited(
  num: number,
  ports: PipelinePorts,
): Promise<{ batches: number; nextAt: number } | undefined> {
  const due = (
    await Promise.all(
      (
        await ports.ledger.doubts.list()
      )
        .filter((batch) => batch.import === num)
        .map(async (batch) => (await lookDue(batch, ports)) ?? []),
    )
  ).flat();
  return due.length === 0 ? undefined : { batches: due.length, nextAt: Math.min(...due) };
}

/** Imports of which looks may still settle a batch in doubt. */
export async function importsLookedUp(ports: PipelinePorts): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const batch of await ports.ledger.doubts.list()) {
    if (!found.has(batch.import) && (await lookDue(batch, ports)) !== undefined) found.add(batch.import);
  }
  return found;
}

/**
 * What bilag does about a batch in doubt by itself: when the next look is due, or why there is none, so that a person must
 * say what became of it. `no-probe`: nothing says how a booking is looked up, or not in the books of this company;
 * `not-marked`: it was planned without the marker that it would be found by; `no-control`: it is not there, and nothing that
 * was booked later shows that it would be seen; `given-up`: looks can't settle it.
 */
export type NextLook =
  | { readonly at: number }
  | { readonly never: 'no-probe' | 'not-marked' | 'no-control' | 'given-up' };

export async function nextLook(batch: BatchRow, ports: PipelinePorts): Promise<NextLook> {
  const service = await serviceOf(batch, ports);
  if (service === undefined) return { never: 'no-probe' };
  if (!(await canBeSought(batch, service, ports))) return { never: 'not-marked' };
  const judgement = await judge(batch, await looksAt(batch, ports), service, ports);
  if (judgement.say === 'person') return { never: judgement.why };
  return { at: judgement.say === 'look' ? judgement.at : 0 };
}

/** When the next look at a batch in doubt is due; undefined where a person must say what became of it. */
async function lookDue(batch: BatchRow, ports: PipelinePorts): Promise<number | undefined> {
  const next = await nextLook(batch, ports).catch(notProbed(batch, ports));
  return next !== undefined && 'at' in next ? next.at : undefined;
}

/** The service of a batch, where what it created can be looked up there, and its books are still those that the batch was planned for. */
async function serviceOf(batch: BatchRow, ports: PipelinePorts): Promise<ServicePort | undefined> {
  const row = await ports.ledger.imports.byNum(batch.import);
  try {
    const service = ports.service(row.service);
    const { of } = stepOf(batch.step);
    const canLook = of === 'entries' ? service.probe !== undefined : of !== 'record';
    return canLook && (await service.company()) === row.company ? service : undefined;
  } catch {
    // It is no longer configured.
    return undefined;
  }
}

/**
 * Nobody knows when a process that went away let go of its request: the quiet period begins when it was first seen to be
 * gone, for every process that looks.
 */
async function noteEnd(batch: BatchRow, ports: PipelinePorts): Promise<void> {
  if ((await senderOf(batch, ports)).state !== 'gone' || (await knownGoneSince(batch, ports)) !== undefined) return;
  await ports.ledger.imports.record(batch.import, ports.now(), PROBE, 'sender-gone', {
    batch: batch.no,
    attempt: batch.attempt,
  });
}

/** @returns whether the service is of no help now */
async function look(
  batch: BatchRow,
  before: readonly LookRow[],
  service: ServicePort,
  ports: PipelinePorts,
  leaving: AbortSignal,
): Promise<boolean> {
  const { probeLog } = ports.ledger;
  const lookUp = await lookUpOf(batch, service, ports, leaving);
  if (lookUp === undefined) return false;
  // Whoever judged by the same looks and was faster has begun one that is newer.
  const id = await probeLog.begin(batch.import, batch.no, batch.attempt!, ports.now(), before.at(-1)?.at ?? 0);
  if (id === undefined) return false;
  const result = await lookUp();
  if (result === undefined) return false;
  const { failed, ...counts } = result;
  await probeLog.end(id, { at: ports.now(), ...counts });
  return failed;
}

/** How the service is asked about a batch; undefined where it can't be. */
async function lookUpOf(batch: BatchRow, service: ServicePort, ports: PipelinePorts, leaving: AbortSignal) {
  if (batch.step !== 'book') {
    const field = await fieldOf(batch, undefined, true, ports);
    return field === undefined ? undefined : () => lookUpField(field, service, leaving);
  }
  const sought = await lookedFor(batch, service, ports);
  if (sought === undefined) return undefined;
  const over = await overSince(batch, ports);
  const controls =
    over === undefined
      ? undefined
      : await findControls(sought, await bookedAfter(batch, over, service), service.marker, ports.ledger);
  // A reply that contradicts the request says that a part of it may have been applied.
  const rejection = (await isContradicted(batch, ports)) ? 'unknown' : service.rejection;
  return () => lookUpBatch({ sought, controls, rejection, leaving }, service, service.probe!);
}

async function isContradicted({ import: num, no, attempt }: BatchRow, { ledger }: PipelinePorts): Promise<boolean> {
  const sent = (await ledger.posting.attempts(num, no)).find(({ id }) => id === attempt);
  return (JSON.parse(sent?.evidence ?? '{}') as Evidence).contradiction !== undefined;
}

async function canBeSought(batch: BatchRow, service: ServicePort, ports: PipelinePorts): Promise<boolean> {
  if (batch.step === 'create-contact') return (await soughtContact(batch, ports)) !== undefined;
  if (batch.step === 'book') return (await lookedFor(batch, service, ports)) !== undefined;
  return (await fieldOf(batch, undefined, true, ports)) !== undefined;
}

/**
 * Looks for all contacts whose creation is in doubt, and due to be looked for, in one reading of the service's list.
 * @returns whether the service is of no help now
 */
async function lookAtContacts(service: ServicePort, ports: PipelinePorts, leaving: AbortSignal): Promise<boolean> {
  const { doubts, probeLog } = ports.ledger;
  const begun = new Map<SoughtContact, { id: number; batch: BatchRow }>();
  for (const batch of await doubts.list()) {
    if (batch.step !== 'create-contact' || (await serviceOf(batch, ports))?.name !== service.name) continue;
    const before = await looksAt(batch, ports);
    const judgement = await judge(batch, before, service, ports);
    if (judgement.say !== 'look' || judgement.at > ports.now()) continue;
    const sought = await soughtContact(batch, ports).catch(notProbed(batch, ports));
    if (sought === undefined) continue;
    const id = await probeLog.begin(batch.import, batch.no, batch.attempt!, ports.now(), before.at(-1)?.at ?? 0);
    if (id !== undefined) begun.set(sought, { id, batch });
  }
  if (begun.size === 0) return false;
  // Loaded when it is needed: what tells phone numbers apart is large.
  const { lookUpContacts } = await import('../kinds/contacts/probe.ts');
  const results = await lookUpContacts([...begun.keys()], service, leaving);
  if (results === undefined) return false;
  for (const [sought, result] of results.found) {
    const { id, batch } = begun.get(sought)!;
    await probeLog.end(id, { at: ports.now(), ...(await ofAnother(batch, result, ports)) });
  }
  return results.failed;
}

/** What was found is a contact that another row is known to have created: that says nothing of this one. */
async function ofAnother(
  { import: num, no }: BatchRow,
  result: Omit<LookResult, 'at'>,
  { ledger }: PipelinePorts,
): Promise<Omit<LookResult, 'at'>> {
  if (result.ids === undefined || !(await ledger.idBackfill.hasIds(num, no, result.ids))) return result;
  const parts = result.parts.map((part): LookPart => ({ ...part, say: 'unclear', why: { code: 'several' } }));
  return { found: 0, absent: 0, unclear: 1, detail: `unclear: ${result.detail}, which another row created`, parts };
}

/**
 * A step that creates nothing is sent again at once.
 * @returns whether it was
 */
async function sentAgain(
  { import: num, no, attempt, step, attempts }: BatchRow,
  { ledger, now }: PipelinePorts,
): Promise<boolean> {
  if (!isRepeatable(step) || (step === 'activate-field' && attempts >= REPEATED_AT_MOST)) return false;
  return await ledger.doubts.sendAgain(num, no, attempt!, now());
}

async function settle(batch: BatchRow, judgement: Judgement, ports: PipelinePorts): Promise<void> {
  if (judgement.say !== 'booked' && judgement.say !== 'absent') return;
  const { ledger, now, log } = ports;
  const { import: num, no, attempt } = batch;
  const became = judgement.say === 'booked' ? 'booked' : 'not-booked';
  const ids = became === 'booked' ? await idsFound(batch, ports) : undefined;
  const reason = judgement.say === 'booked' ? foundWords(batch, ids) : absentWords(batch, judgement);
  const isOfField = isFieldStep(batch.step);
  const field =
    became === 'booked' && isOfField ? await fieldOf(batch, batch.target ?? undefined, true, ports) : undefined;
  const decision: Decision = { became, at: now(), who: PROBE, reason, ids, field };
  const parts =
    became === 'booked' ? await nextOfBooked(batch, idIn(ids) ?? undefined, ports) : await partsToSend(batch, ports);
  if (!(await ledger.doubts.decide(num, no, attempt!, decision, parts))) return;
  const row = await ledger.imports.byNum(num);
  const again = row.cancelled === null ? 'It is sent again.' : 'It is held, for the import was cancelled.';
  const then = became === 'booked' ? `It is ${stepOf(batch.step).done}.` : again;
  const words = `Batch ${no} of import ${row.id} is no longer in doubt: ${reason}. ${then}`;
  log('doubt-settled', words, { ...importFields(row), batch: no, became });
  await finishIfDone(num, ports);
}

/** What the look that found it all knows of its IDs. */
async function idsFound(batch: BatchRow, ports: PipelinePorts): Promise<string | undefined> {
  return (await looksAt(batch, ports)).findLast(({ found }) => found === batch.entries)?.ids ?? undefined;
}

function idIn(ids: string | undefined): BookedId['id'] | undefined {
  const [[id] = []] = JSON.parse(ids ?? '[]') as [BookedId['id']][];
  return id;
}

function foundWords({ entries, step }: BatchRow, ids: string | undefined): string {
  const id = idIn(ids);
  if (step === 'create-contact') return `it was found in the service's list${id == null ? '' : `, as contact ${id}`}`;
  if (step !== 'book') return 'the service shows the custom field';
  return `${entries === 1 ? 'its voucher was' : `all of its ${entries} vouchers were`} found in the service by description`;
}

function absentWords({ entries, step }: BatchRow, { looks, since, overSince }: Judgement & { say: 'absent' }): string {
  const { noun } = stepOf(step);
  const what =
    step !== 'book'
      ? `the ${noun} was not`
      : entries === 1
        ? 'its voucher was not'
        : `none of its ${entries} vouchers was`;
  const seconds = Math.round((since - overSince) / 1000);
  return `${what} found in the service in ${looks} looks in a row, the first ${seconds} s after the request was over`;
}
