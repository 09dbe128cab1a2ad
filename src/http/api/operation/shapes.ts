import { z } from 'zod';
import { CHECK_CODES } from '../../../core/health-check.ts';
import { ERROR_WORDS } from '../../../reporting/throughput.ts';
import { blocked, facts } from '../shapes.ts';

/** Shapes of what the server answers about services, the machine behind them, and rows by day. */

const count = z.int().min(0);
const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

const service = z.strictObject({
  name: z.string(),
  company: z.string().optional().meta({ description: 'whose books; absent where the configuration names no company' }),
  address: z.string(),
  condition: z
    .enum(['refused', 'troubled', 'asked-to-wait', 'well', 'unknown'])
    .meta({ description: 'refused: it does not let us in; unknown: nothing was asked of it lately' }),
  trouble: z
    .strictObject({ since: time, next: time.optional() })
    .optional()
    .meta({ description: 'as `/api/standing` tells it: since when, and when it is tried again' }),
  rest: z
    .strictObject({
      why: z.enum(['misconfigured', 'retry-after', 'trouble']),
      since: time,
      until: time.meta({ description: 'when it is tried again' }),
      message: z.string(),
    })
    .optional()
    .meta({ description: 'why this process sends it nothing for a while' }),
  restUntil: time.optional().meta({ description: 'until when posting rests on all machines, as the queue says' }),
  breaker: z.strictObject({
    state: z.enum(['closed', 'open', 'half-open']),
    failures: count.meta({ description: 'in a row' }),
    until: time.optional(),
  }),
  mayTry: z.boolean().meta({ description: 'the rest may be ended early: POST …/try' }),
  postedHere: z.boolean().meta({ description: 'this process sends to it' }),
  waiting: count.meta({ description: 'imports that are planned or sent at the moment' }),
  inDoubt: count.meta({ description: 'batches of which nobody knows whether they are booked' }),
  rate: z.strictObject({ requests: count, perMs: count }).optional(),
  concurrency: count,
  sending: count.meta({ description: 'requests that are under way, of all processes' }),
  lastMinute: count.meta({ description: 'requests of this process' }),
  answers: z
    .array(
      z.strictObject({ at: time, operation: z.enum(['book', 'look-up']), outcome: z.string(), ms: z.number().min(0) }),
    )
    .meta({ description: 'of this process since it began, newest first' }),
  sent: z
    .array(z.strictObject({ at: time, outcome: z.string(), status: z.int().optional(), ms: z.number().min(0) }))
    .meta({ description: 'the last requests that book, of any process, newest first' }),
  cache: z
    .strictObject({ accounts: count, vatTypes: count, hits: count, shared: count, loaded: count })
    .optional()
    .meta({
      description: 'what this process holds, and where what was asked for came from: here, other processes, it',
    }),
  blocked: z.array(z.strictObject({ import: z.string(), file: z.string(), ...blocked })),
});
export const servicesAnswer = z.strictObject({
  process: z.string().meta({ description: 'the process that answers' }),
  services: z.array(service),
});
export const triedAnswer = z.strictObject({ name: z.string(), tried: z.literal(true) });

export const standingAnswer = z.strictObject({
  companies: z.array(z.string()).meta({ description: 'whose books the configuration names' }),
  troubles: z
    .array(
      z.strictObject({
        of: z.enum(['service', 'redis', 'ledger', 'disk']),
        service: z.string().optional().meta({ description: 'its company, else its name' }),
        name: z.string().optional().meta({ description: 'the service’s name in the configuration' }),
        why: z.enum(['refused', 'troubled', 'asked-to-wait']).optional(),
        since: time,
        next: time.optional().meta({ description: 'when it is tried again' }),
      }),
    )
    .meta({ description: 'what keeps bilag from its work now' }),
});

export const operationAnswer = z.strictObject({
  version: z.string(),
  node: z.string(),
  process: z.string(),
  began: time,
  roles: z.array(z.string()),
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      what: z.string(),
      figures: z
        .record(z.string(), z.number())
        .optional()
        .meta({ description: 'redis: `ms` until it answered, `bytes` of memory; disk: `free` and `total` bytes' }),
      remedy: z.string().optional(),
      code: z.enum(CHECK_CODES),
      facts,
    }),
  ),
  backup: time.optional().meta({ description: 'when the ledger was last backed up, as far as it is known' }),
  senders: z
    .array(z.strictObject({ host: z.string(), pid: z.int(), since: time.optional(), here: z.boolean() }))
    .meta({ description: 'processes that post and live, by their leases in the ledger' }),
  queues: z
    .array(
      z.strictObject({
        name: z.string(),
        of: z
          .enum(['plan', 'post', 'fetch'])
          .meta({ description: 'fetch: fetches and notices, as the ledger has them' }),
        service: z.string().optional().meta({ description: 'of a queue of requests: its company, else its name' }),
        waiting: count,
        running: count,
        later: count.meta({ description: 'put off, or due at a time to come' }),
        failed: count.meta({ description: 'within 24 hours: files rejected, requests and fetches that failed' }),
        oldest: time.optional().meta({ description: 'since when the oldest one waits' }),
      }),
    )
    .optional()
    .meta({ description: 'absent while Redis is away' }),
});

export const throughputAnswer = z.strictObject({
  from: time,
  to: time.meta({ description: 'the end of the half hour that it is' }),
  barMs: count.meta({ description: 'length of a bar, in milliseconds' }),
  services: z.array(
    z.strictObject({
      name: z.string(),
      booked: z.array(count).meta({ description: 'entries of each bar, the oldest first' }),
      failed: z.array(count).meta({ description: 'requests of each bar that failed: refused, lost, not answered' }),
      errors: z
        .array(
          z.strictObject({
            what: z.enum(ERROR_WORDS),
            status: z.int().optional(),
            times: count,
            first: time,
            last: time,
          }),
        )
        .meta({ description: 'what they were, the commonest first' }),
    }),
  ),
});

export const daysAnswer = z.strictObject({
  zone: z.literal('UTC'),
  days: z
    .array(
      z.strictObject({
        day: z.iso.date(),
        booked: count,
        pending: count,
        inDoubt: count,
        held: count,
        rejected: count,
        duplicate: count,
        skipped: count,
      }),
    )
    .meta({ description: 'every day of the time that was asked for, the oldest first' }),
});
