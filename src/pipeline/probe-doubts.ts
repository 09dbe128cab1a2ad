import type { BatchRow, LookRow } from '../ledger/rows.ts';
import { type Judgement, judgeLooks } from '../rules/judge-looks.ts';
import { aboutImport } from './about.ts';
import { finishIfDone } from './finish-import.ts';
import { type LookedFor, lookedFor, lookUpBatch } from './look-up-batch.ts';
import type { PipelinePorts, Probe, ServicePort } from './ports.ts';
import { partsToSend } from './send-again.ts';
import { senderOf } from './sender-of.ts';

/** Between two rounds over the batches in doubt, in milliseconds: what is due in one may wait so long. */
export const PROBE_CHECK_MS = 1_000;
/** A batch that was sent so often and is in doubt again is a person's: the probe does not send it once more. */
const SENT_AT_MOST = 5;
/** Who decides, in the history. */
const PROBE = 'probe';

interface Looked extends ServicePort {
  readonly probe: Probe;
}

/**
 * Looks batches in doubt up in the service, those that are due, one after the other, and decides what the looks settle
 * (design, section 4). What they don't settle waits for a person.
 * @param leaving ends a look at once; it then has no end in the ledger, and does not count
 */
export async function probeDoubts(ports: PipelinePorts, leaving: AbortSignal): Promise<void> {
  const resting = new Set<string>();
  for (const batch of ports.ledger.doubts.list()) {
    if (leaving.aborted) return;
    const service = serviceOf(batch, ports);
    if (service === undefined) continue;
    noteEnd(batch, ports);
    const before = looksAt(batch, ports);
    let judgement = judge(batch, before, service, ports);
    if (judgement.say === 'look' && judgement.at <= ports.now() && !resting.has(service.name)) {
      const failed = await look(batch, before, service, ports, leaving);
      if (failed) resting.add(service.name);
      judgement = judge(batch, looksAt(batch, ports), service, ports);
    }
    settle(batch, judgement, ports);
  }
}

/** Batches in doubt of an import that looks may still settle, and when the next look is due; undefined where a person must. */
export function looksAwaited(num: number, ports: PipelinePorts): { batches: number; nextAt: number } | undefined {
  const due = ports.ledger.doubts
    .list()
    .filter((batch) => batch.import === num)
    .flatMap((batch) => lookDue(batch, ports) ?? []);
  return due.length === 0 ? undefined : { batches: due.length, nextAt: Math.min(...due) };
}

/** Imports of which looks may still settle a batch in doubt. */
export function importsLookedUp(ports: PipelinePorts): ReadonlySet<number> {
  const found = new Set<number>();
  for (const batch of ports.ledger.doubts.list()) {
    if (!found.has(batch.import) && lookDue(batch, ports) !== undefined) found.add(batch.import);
  }
  return found;
}

/** When the next look at a batch in doubt is due; undefined where a person must say what became of it. */
function lookDue(batch: BatchRow, ports: PipelinePorts): number | undefined {
  const service = serviceOf(batch, ports);
  if (service === undefined) return undefined;
  const judgement = judge(batch, looksAt(batch, ports), service, ports);
  if (judgement.say === 'person' || lookedFor(batch, service, ports) === undefined) return undefined;
  return judgement.say === 'look' ? judgement.at : 0;
}

/** The service of a batch, where it has a probe and its books are still those that the batch was planned for. */
function serviceOf(batch: BatchRow, ports: PipelinePorts): Looked | undefined {
  const row = ports.ledger.imports.byNum(batch.import);
  try {
    const service = ports.service(row.service);
    return service.probe !== undefined && service.company === row.company ? (service as Looked) : undefined;
  } catch {
    // It is no longer configured.
    return undefined;
  }
}

/** A part of a batch has the attempt of the whole, but not its looks: they counted other entries. */
function looksAt({ no, attempt }: BatchRow, { ledger }: PipelinePorts): readonly LookRow[] {
  return ledger.looks.of(attempt!).filter(({ batch }) => batch === no);
}

function judge(batch: BatchRow, looks: readonly LookRow[], { probe }: Looked, ports: PipelinePorts): Judgement {
  const judgement = judgeLooks({ entries: batch.entries, overSince: overSince(batch, ports), looks }, probe);
  return judgement.say === 'absent' && batch.attempts >= SENT_AT_MOST ? { say: 'person' } : judgement;
}

/** Since when the request is surely over; undefined while its sender may live. */
function overSince(batch: BatchRow, ports: PipelinePorts): number | undefined {
  const { posting } = ports.ledger;
  const { state } = senderOf(batch, ports);
  if (state === 'gone') return knownGoneSince(batch, ports);
  if (state !== 'ended') return undefined;
  return posting.attempts(batch.import, batch.no).find(({ id }) => id === batch.attempt)?.ended_at ?? undefined;
}

function knownGoneSince({ import: num, attempt }: BatchRow, { ledger }: PipelinePorts): number | undefined {
  return ledger.imports.events(num).find(({ what, detail }) => what === 'sender-gone' && detail?.includes(attempt!))
    ?.at;
}

/**
 * Nobody knows when a process that went away let go of its request: the quiet period begins when it was first seen to be
 * gone, for every process that looks.
 */
function noteEnd(batch: BatchRow, ports: PipelinePorts): void {
  if (senderOf(batch, ports).state !== 'gone' || knownGoneSince(batch, ports) !== undefined) return;
  ports.ledger.imports.record(batch.import, ports.now(), PROBE, 'sender-gone', {
    batch: batch.no,
    attempt: batch.attempt,
  });
}

/** @returns whether the service is of no help now */
async function look(
  batch: BatchRow,
  before: readonly LookRow[],
  service: Looked,
  ports: PipelinePorts,
  leaving: AbortSignal,
): Promise<boolean> {
  const { looks } = ports.ledger;
  const sought = lookedFor(batch, service, ports);
  if (sought === undefined) return false;
  const control = knownBooked(batch.import, service, ports);
  // Whoever judged by the same looks and was faster has begun one that is newer.
  const id = looks.begin(batch.import, batch.no, batch.attempt!, ports.now(), before.at(-1)?.at ?? 0);
  if (id === undefined) return false;
  const result = await lookUpBatch({ sought, control, leaving }, service, service.probe);
  if (result === undefined) return false;
  const { failed, ...counts } = result;
  looks.end(id, { at: ports.now(), ...counts });
  return failed;
}

/** The newest batch of an import that the service itself said it has booked: what can't be seen of it proves no absence. */
function knownBooked(num: number, service: Looked, ports: PipelinePorts): LookedFor | undefined {
  const { posting } = ports.ledger;
  const saidSo = ({ no, attempt }: BatchRow) =>
    posting.attempts(num, no).some(({ id, outcome }) => id === attempt && outcome === 'booked');
  const batch = posting.batches(num).findLast((each) => each.state === 'booked' && saidSo(each));
  return batch === undefined ? undefined : lookedFor(batch, service, ports);
}

function settle(batch: BatchRow, judgement: Judgement, ports: PipelinePorts): void {
  if (judgement.say !== 'booked' && judgement.say !== 'absent') return;
  const { ledger, now, say } = ports;
  const { import: num, no, attempt, entries } = batch;
  const reason = judgement.say === 'booked' ? foundWords(entries) : absentWords(entries, judgement);
  const became = judgement.say === 'booked' ? 'booked' : 'not-booked';
  const decision = { became, at: now(), who: PROBE, reason } as const;
  if (!ledger.doubts.decide(num, no, attempt!, decision, partsToSend(batch, ports))) return;
  const row = ledger.imports.byNum(num);
  const again = row.cancelled === null ? 'It is sent again.' : 'It is held, for the import was cancelled.';
  const then = became === 'booked' ? 'It is booked.' : again;
  say(`Batch ${no} of import ${row.id} is no longer in doubt: ${reason}. ${then}`, { ...aboutImport(row), batch: no });
  finishIfDone(num, ports);
}

function foundWords(entries: number): string {
  return `${entries === 1 ? 'its entry was' : `all of its ${entries} entries were`} found in the service by description`;
}

function absentWords(entries: number, { looks, since, overSince }: Judgement & { say: 'absent' }): string {
  const what = entries === 1 ? 'its entry was not' : `none of its ${entries} entries was`;
  const seconds = Math.round((since - overSince) / 1000);
  return `${what} found in the service in ${looks} looks in a row, the first ${seconds} s after the request was over`;
}
