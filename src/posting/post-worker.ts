import { importFields } from '../core/log.ts';
import type { Outcome } from '../core/outcome.ts';
import { createStallReasons } from '../importing/stall-reasons.ts';
import type { ServicePort } from '../kinds/ports.ts';
import type { Pause } from '../queue/work-queues.ts';
import { keepMovedCounts } from '../reporting/receipt.ts';
import { admit, failed, MISCONFIGURED_PAUSE_MS, succeeded } from './breaker.ts';
import { OtherBooks } from './check-books.ts';
import { type PostPorts, postBatches } from './post-batches.ts';
import { createPostingState, type PostingState, type Rest } from './service-status.ts';

/** After a failure of our own, a full disk for example, this process takes no wake-up on for this time, in milliseconds. */
const REST_MS = 2_000;

/**
 * Answers the wake-ups of a service's queue, and never fails: sends what is due, unless the service needs a rest. A
 * wake-up without work ends quietly.
 * @param batches batches a wake-up; undefined for the usual turn
 * @param feed wakes the next turn of an import
 * @param state where it is kept how posting stands, for those who show it
 */
export function postWorker(
  service: ServicePort,
  ports: PostPorts,
  batches: number | undefined,
  feed: (num: number) => Promise<void>,
  stopping: () => boolean,
  state: PostingState = createPostingState(),
) {
  let said = '';
  let restUntil = 0;
  const stallReasons = createStallReasons(ports);
  /** Its troubles are those of all imports that wait for it. */
  const about = { service: service.name };
  /** Whether the ledger, which may be another than when this was queued, has such an import for this service. */
  const isOurs = async (num: number) => {
    const row = await ports.ledger.imports.findByNum(num);
    return row?.state === 'posting' && row.service === service.name && row.company === (await service.company());
  };
  const resting = (why: Rest['why'], until: number, message: string) => {
    const { rest: before } = state;
    state.rest = { why, since: before?.why === why ? before.since : ports.now(), until, message };
  };
  /** Whoever met it, a look-up or another process: the service wants no requests now. @returns for how long, in milliseconds */
  const heldUp = (): number => {
    const left = service.gate.heldFor();
    if (left > 0) resting('retry-after', ports.now() + left, 'it asked for a pause');
    return left;
  };
  const rest = (error: unknown) => {
    restUntil = ports.now() + REST_MS;
    ports.log('posting-failed', (error as Error).message, { service: service.name, error });
  };
  const turn = async (num: number): Promise<Pause | undefined> => {
    if (stopping() || ports.now() < restUntil || !(await isOurs(num))) return undefined;
    // A wake-up that sends nothing, for want of work or because of the breaker, takes nobody's turn.
    if (admit(state.breaker, ports.now()).admitted && (await ports.ledger.posting.hasDue(num, ports.now()))) {
      const wait = await service.gate.book();
      if (wait > 0) {
        heldUp();
        return { pauseMs: wait, again: true };
      }
    }
    const before = state.breaker;
    const admission = admit(before, ports.now());
    state.breaker = admission.breaker;
    if (!admission.admitted) {
      // While the probe is under way others are not wanted; whoever sends it wakes them again.
      if (state.breaker.state === 'half-open') return undefined;
      return { pauseMs: admission.waitMs, again: true };
    }
    let pauseMs = 0;
    const after = async (outcome: Outcome): Promise<boolean> => {
      const now = ports.now();
      if (outcome.kind === 'booked' || outcome.kind === 'rejected') {
        state.breaker = succeeded(state.breaker, now);
        if (state.breaker.state === 'closed') state.rest = undefined;
        said = '';
        stallReasons.clear(num);
        pauseMs = heldUp();
        return pauseMs === 0 && !stopping();
      }
      const words = outcome.message || outcome.evidence.error || `status ${outcome.evidence.status}`;
      if (outcome.evidence.own) {
        // The service saw nothing of it, and may be sent what is sound.
        if (!outcome.evidence.damaged) rest(new Error(words));
        else {
          const row = await ports.ledger.imports.byNum(num);
          const suggestion = `Stop bilag, keep the ledger, and put a backup in its place (docs/operating.md, Backup and restore). Or send nothing more of this import: bilag cancel ${row.id} --reason TEXT`;
          const told = { reason: 'batch-damaged' } as const;
          await stallReasons.add(num, { kind: 'failure', message: words, suggestion, told }, importFields(row));
        }
        return false;
      }
      if (outcome.kind === 'misconfigured') {
        const message = `Service ${service.name} rejects bilag's credentials: ${words} (status ${outcome.evidence.status ?? 'none'}). Posting to it pauses; nothing is lost.`;
        const facts = { service: service.name, said: words, status: outcome.evidence.status ?? '' };
        const told = { reason: 'service-refuses', facts } as const;
        await stallReasons.add(num, { kind: 'misconfigured', message, told }, about);
        said = message;
        pauseMs = MISCONFIGURED_PAUSE_MS;
        resting('misconfigured', now + pauseMs, `${words} (status ${outcome.evidence.status ?? 'none'})`);
        return false;
      }
      const failure = failed(state.breaker, now, outcome.retryAfter);
      state.breaker = failure;
      if (failure.state !== 'open') return !stopping();
      resting(outcome.retryAfter === undefined ? 'trouble' : 'retry-after', failure.until, words);
      if (said === '') {
        said = `Service ${service.name} is in trouble (${words}); bilag waits and goes on by itself.`;
        ports.log('service-in-trouble', said, { ...about, why: words });
      }
      pauseMs = failure.until - now;
      return false;
    };
    try {
      const sent = await postBatches(num, service, { after, ...(batches === undefined ? {} : { batches }) }, ports);
      if (sent > 0) await feed(num);
    } catch (error) {
      if (error instanceof OtherBooks) {
        const { message, suggestion, told = { reason: 'failure' } } = error;
        await stallReasons.add(num, { kind: 'misconfigured', message, suggestion, told }, about);
        pauseMs = MISCONFIGURED_PAUSE_MS;
        resting('misconfigured', ports.now() + pauseMs, message);
      } else rest(error);
    }
    // It stands still until the service is well again: lists show how far it came.
    if (pauseMs > 0 && state.rest?.why !== 'retry-after') await keepMovedCounts(num, ports.ledger);
    // A trial request that found nothing to send has learned nothing.
    if (state.breaker === admission.breaker) state.breaker = before;
    return pauseMs > 0 ? { pauseMs, again: false } : undefined;
  };
  return ({ import: num }: { readonly import: number }) =>
    turn(num).catch((error) => {
      rest(error);
      return undefined;
    });
}
