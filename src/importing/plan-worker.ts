import { UsageError } from '../core/issue.ts';
import { errorCode, importFields, type LogFields } from '../core/log.ts';
import type { Told } from '../core/refusal.ts';
import { ServiceMisconfigured } from '../service/errors.ts';
import { replyMessage } from '../service/reply-fields.ts';
import { type PlanImportPorts, planImport } from './plan-import.ts';
import { createStallReasons } from './stall-reasons.ts';

/** A plan that failed is tried again by this process after this time, in milliseconds; others are woken meanwhile. */
const REST_MS = 30_000;

/**
 * Answers the wake-ups of a machine's plans, and never fails: a wake-up without work ends quietly, and what stops an
 * import from going on stands in its history.
 * @param feed wakes whoever posts an import
 * @param hastened when somebody last wanted a service tried again
 */
export function planWorker(
  ports: PlanImportPorts,
  feed: (num: number) => Promise<void>,
  hastened: (service: string) => number = () => 0,
) {
  const stallReasons = createStallReasons(ports);
  const restUntil = new Map<number, number>();
  return async ({ import: num }: { readonly import: number }): Promise<void> => {
    const { now } = ports;
    let about: LogFields = {};
    try {
      const row = await ports.ledger.imports.findByNum(num);
      if (row?.state !== 'planning') return;
      const until = restUntil.get(num) ?? 0;
      if (until > now() && hastened(row.service) <= until - REST_MS) return;
      restUntil.delete(num);
      about = importFields(row);
      const state = await planImport(num, ports);
      stallReasons.clear(num);
      if (state === 'posting') await feed(num);
    } catch (error) {
      restUntil.set(num, now() + REST_MS);
      const { message } = error as Error;
      const misconfigured = error instanceof UsageError || error instanceof ServiceMisconfigured;
      const suggestion = error instanceof UsageError ? error.suggestion : undefined;
      const kind = misconfigured ? 'misconfigured' : 'failure';
      const told = toldOf(error);
      await stallReasons.add(num, { kind, message, code: errorCode(error), suggestion, told }, about);
    }
  };
}

/** What a failure is, for pages; the words of one that nobody foresaw are for the log. */
function toldOf(error: unknown): Told {
  if (error instanceof ServiceMisconfigured) {
    // The service's own words: what bilag makes of them is English.
    const { body = '', status = '' } = error.evidence;
    return { reason: 'service-refuses', facts: { said: replyMessage(body), status } };
  }
  if (error instanceof UsageError && error.told !== undefined) return error.told;
  return { reason: 'failure' };
}
