import type { z } from 'zod';
import type { Service } from '../../../config/config.ts';
import { shownAddress } from '../../../config/shown-address.ts';
import { group, text } from '../../../core/schema-parts.ts';
import type { ServicePort } from '../../../kinds/ports.ts';
import type { SentRequest } from '../../../ledger/service-sends.ts';
import type { PostingState, Rest, SeenAnswer } from '../../../posting/service-status.ts';
import { ApiError } from '../../errors.ts';
import type { Api, QueueLook, Served, ServerPorts } from '../../ports.ts';
import { answers, isoTime } from '../describe.ts';
import { blockedBody } from '../imports/body.ts';
import { servicesAnswer, triedAnswer } from './shapes.ts';

const byName = group({ name: text('the name of a service', 'main') }, '/api/services/main');

/** The accounting services, as far as anybody here knows how they are. */
export function serviceRoutes(server: Api, { ports }: Served): void {
  const { runtimeStatus } = ports;
  server.get(
    '/api/services',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The services: how they are, and why posting to one rests',
        operationId: 'listServices',
        response: answers({ 200: servicesAnswer }),
      },
    },
    async () => {
      const queues = await runtimeStatus.queues();
      return {
        process: `${ports.host}, process ${process.pid}`,
        services: await Promise.all(runtimeStatus.services.map((service) => serviceBody(service, queues, ports))),
      };
    },
  );
  server.post(
    '/api/services/:name/try',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Try posting to a service again now',
        description:
          'Ends the rest of a service that refused us or failed too often; one that asked us to wait is not asked before.',
        operationId: 'tryService',
        params: byName,
        response: answers({ 202: triedAnswer }),
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      if (!runtimeStatus.services.some((service) => service.name === name)) {
        const known = runtimeStatus.services.map((service) => service.name).join(', ');
        throw new ApiError(
          404,
          'service-unknown',
          `There is no service ${JSON.stringify(name)}.`,
          `Configured: ${known}.`,
          { facts: { service: name } },
        );
      }
      if (!(await runtimeStatus.hasten(name))) {
        throw new ApiError(
          409,
          'not-resting',
          `Posting to ${name} does not rest, or ${name} itself asked us to wait.`,
          'Look at it again.',
          { facts: { service: name } },
        );
      }
      const { who } = request;
      ports.log('posting-resumed', `Posting to the service ${name} is tried again: ${who} asked for it.`, {
        service: name,
        who,
      });
      return reply.code(202).send({ name, tried: true });
    },
  );
}

/** Requests, and imports that stand still, that are shown of each service. */
const SHOWN = 10;
/** An answer says how a service is for so long, in milliseconds. */
const LATELY_MS = 15 * 60_000;

type ServiceBody = z.output<typeof servicesAnswer>['services'][number];

/** A service as it is configured, as this process has met it, and as the ledger and the queue know it of all processes. */
async function serviceBody(service: Service, queues: QueueLook | undefined, ports: ServerPorts): Promise<ServiceBody> {
  const { ledger, now, runtimeStatus } = ports;
  const { name } = service;
  const { state, answers, sent, waiting, condition, resting } = await standingOf(name, ports);
  const rests = queues?.rests[name];
  const { breaker } = state;
  const trouble = await serviceTrouble(name, ports);
  return {
    name,
    ...(service.company === '' ? {} : { company: service.company }),
    address: addressOf(service),
    condition,
    ...(trouble === undefined ? {} : { trouble: troubleTimes(trouble) }),
    ...(resting === undefined
      ? {}
      : { rest: { ...resting, since: isoTime(resting.since), until: isoTime(resting.until) } }),
    ...(rests === undefined ? {} : { restUntil: isoTime(now() + rests) }),
    breaker: {
      state: breaker.state,
      failures: breaker.state === 'closed' ? breaker.failures : 0,
      ...(breaker.state === 'open' ? { until: isoTime(breaker.until) } : {}),
    },
    mayTry: waiting > 0 && mayTry(state, answers, sent),
    postedHere: runtimeStatus.roles().includes('post'),
    waiting,
    inDoubt: (await ledger.totals.inDoubt()).find((each) => each.service === name)?.batches ?? 0,
    ...(service.rate === undefined ? {} : { rate: { ...service.rate } }),
    concurrency: service.concurrency,
    sending: await ledger.workCounts.sending(name),
    lastMinute: runtimeStatus.watch.lastMinute(name),
    answers: answers
      .slice(0, SHOWN)
      .map(({ at, operation, outcome, ms }) => ({ at: isoTime(at), operation, outcome, ms: Math.round(ms) })),
    sent: sent.map(({ at, outcome, status, took }) => ({
      at: isoTime(at),
      outcome,
      ...(status === null ? {} : { status }),
      ms: Math.max(0, took),
    })),
    ...cacheBody(name, ports),
    blocked: (await ledger.serviceSends.blocked(name, SHOWN)).map((each) => ({
      ...{ import: each.id, file: each.file },
      ...blockedBody(each),
    })),
  };
}

/** How a service stands. */
interface Standing {
  readonly state: PostingState;
  /** Of this process, newest first. */
  readonly answers: readonly SeenAnswer[];
  /** Of any process, newest first. */
  readonly sent: readonly SentRequest[];
  /** Imports that are planned or sent at the moment. */
  readonly waiting: number;
  readonly condition: ServiceBody['condition'];
  /** Why nothing is sent to it for a while. */
  readonly resting: Rest | undefined;
}

async function standingOf(name: string, { ledger, now, runtimeStatus }: ServerPorts): Promise<Standing> {
  const state = runtimeStatus.watch.posting(name);
  const answers = runtimeStatus.watch.answers(name);
  const sent = await ledger.serviceSends.last(name, SHOWN);
  const waiting = await ledger.serviceSends.waiting(name);
  const condition = conditionOf(state, answers, sent, waiting > 0, now());
  return { state, answers, sent, waiting, condition, resting: condition === 'well' ? undefined : state.rest };
}

/** A service that asks for a pause is no trouble before it asks for more than this, in milliseconds. */
const PAUSE_MS = 60_000;

/** What is wrong with a service, since when, and when it is tried again; undefined where nothing is known to be. */
export async function serviceTrouble(
  name: string,
  ports: ServerPorts,
): Promise<{ why: 'refused' | 'troubled' | 'asked-to-wait'; since: number; next?: number } | undefined> {
  const { state, answers, sent, waiting, condition, resting } = await standingOf(name, ports);
  if (condition === 'well' || condition === 'unknown') return undefined;
  // A reply was lost, and nothing else is to be sent: that is a doubt, which has a page of its own.
  if (condition === 'troubled' && waiting === 0 && state.breaker.state === 'closed') return undefined;
  const next = resting?.until;
  if (condition === 'asked-to-wait' && (next ?? 0) - ports.now() < PAUSE_MS) return undefined;
  const all = [...answers, ...sent].sort((a, b) => b.at - a.at);
  const good = all.findIndex(({ outcome }) => GOOD.includes(outcome));
  const since = resting?.since ?? all.slice(0, good < 0 ? undefined : good).at(-1)?.at ?? ports.now();
  return { why: condition, since, ...(next === undefined ? {} : { next }) };
}

/** Since when, and when it is tried again. */
export function troubleTimes({ since, next }: { readonly since: number; readonly next?: number }) {
  return { since: isoTime(since), ...(next === undefined ? {} : { next: isoTime(next) }) };
}

/** Outcomes of requests that a service answered as it should. */
const GOOD: readonly string[] = ['booked', 'rejected', 'answered'];

/**
 * How a service is. What this process met counts first; where another process sends, the ledger says what came of it.
 * @param waits something is still to be sent to it
 */
function conditionOf(
  { breaker, rest }: PostingState,
  answers: readonly SeenAnswer[],
  sent: readonly SentRequest[],
  waits: boolean,
  now: number,
): ServiceBody['condition'] {
  const [newest] = answers;
  const [last] = sent;
  // What was sent by any process says more than what this one looked up before.
  const lastOutcome = last !== undefined && last.at >= (newest?.at ?? 0) ? last.outcome : newest?.outcome;
  const lastAt = Math.max(last?.at ?? 0, newest?.at ?? 0);
  const current = waits || now - lastAt < LATELY_MS;
  if (!current || lastOutcome === undefined) return 'unknown';
  if (lastOutcome === 'misconfigured') return 'refused';
  if (rest?.why === 'retry-after' && now < rest.until) return 'asked-to-wait';
  if (breaker.state !== 'closed') return 'troubled';
  return GOOD.includes(lastOutcome) ? 'well' : 'troubled';
}

/** A rest that the service itself asked for is not ended; one of another process is known by the ledger alone. */
function mayTry({ rest }: PostingState, [newest]: readonly SeenAnswer[], [last]: readonly SentRequest[]): boolean {
  if (rest !== undefined) return rest.why !== 'retry-after';
  return newest?.outcome === 'misconfigured' || last?.outcome === 'misconfigured';
}

/** Without user, password, what stands behind a question mark, and what may be a key in its path. */
function addressOf(service: Service): string {
  const { baseUrl } = service;
  if (!URL.canParse(baseUrl)) return '?';
  const { origin, pathname } = new URL(baseUrl);
  return shownAddress(`${origin}${pathname === '/' ? '' : pathname}`);
}

function cacheBody(name: string, ports: ServerPorts): Pick<ServiceBody, 'cache'> {
  let port: ServicePort;
  try {
    port = ports.service(name);
  } catch {
    // An address or a header that can't be used: whoever wants to send to it says so.
    return {};
  }
  const { accounts, vatTypes, hits, shared, loaded } = port.references.use();
  return { cache: { accounts, vatTypes, hits, shared, loaded } };
}
