import { isFieldStep } from '../kinds/kinds.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import type { BookedAfter } from '../ledger/probe-log.ts';
import type { BatchRow, LookRow } from '../ledger/rows.ts';
import { type Judgement, judgeLooks } from './probe-schedule.ts';
import { senderOf } from './sender.ts';

/** A batch that was sent so often and is in doubt again is a person's: the probe does not send it once more. */
const SENT_AT_MOST = 5;
const GIVEN_UP = { say: 'person', why: 'given-up' } as const;
/** A part of a batch has the attempt of the whole, but not its looks: they counted other entries. */
export async function looksAt({ no, attempt }: BatchRow, { ledger }: PipelinePorts): Promise<readonly LookRow[]> {
  return (await ledger.probeLog.of(attempt!)).filter(({ batch }) => batch === no);
}

/** What the looks at a batch in doubt come to. */
export async function judge(
  batch: BatchRow,
  looks: readonly LookRow[],
  service: ServicePort,
  ports: PipelinePorts,
): Promise<Judgement> {
  const timing = batch.step === 'book' ? service.probe! : service.absence;
  const over = await overSince(batch, ports);
  const last = looks.at(-1);
  // Asked of the last look alone, and only where it had no control.
  const mayProve =
    last?.control !== 0 ||
    (over !== undefined &&
      (await ports.ledger.probeLog.hasBookedAfter({
        ...(await bookedAfter(batch, Math.max(over, last.at - service.timeoutMs), service)),
        answeredAt: last.at,
      })));
  const doubt = { entries: batch.entries, overSince: over, looks, mayProve };
  const judgement = judgeLooks(doubt, timing);
  // No entity shows a field that is not active: what is not seen once its request is over is a person's.
  const isOfField = isFieldStep(batch.step);
  const seenAfterwards = looks.some(({ at, ended_at }) => ended_at !== null && at >= (doubt.overSince ?? Infinity));
  if (isOfField && judgement.say === 'look' && seenAfterwards) return GIVEN_UP;
  return judgement.say === 'absent' && batch.attempts >= SENT_AT_MOST ? GIVEN_UP : judgement;
}

/** Since when the request is surely over; undefined while its sender may live. */
export async function overSince(batch: BatchRow, ports: PipelinePorts): Promise<number | undefined> {
  const { posting } = ports.ledger;
  const { state } = await senderOf(batch, ports);
  if (state === 'gone') return await knownGoneSince(batch, ports);
  if (state !== 'ended') return undefined;
  return (await posting.attempts(batch.import, batch.no)).find(({ id }) => id === batch.attempt)?.ended_at ?? undefined;
}

/** Since when its sender is known to have gone without a word. */
export async function knownGoneSince(
  { import: num, attempt }: BatchRow,
  { ledger }: PipelinePorts,
): Promise<number | undefined> {
  return await ledger.doubts.senderGoneSince(num, attempt!);
}

/** What was begun at a time or later, behind the attempt that is in doubt. */
export async function bookedAfter(batch: BatchRow, at: number, service: ServicePort): Promise<BookedAfter> {
  return { service: service.name, company: await service.company(), at, attempt: batch.attempt! };
}
