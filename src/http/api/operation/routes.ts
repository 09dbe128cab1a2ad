import { z } from 'zod';
import { group, whole } from '../../../core/schema-parts.ts';
import type { Ledger } from '../../../ledger/open-ledger.ts';
import type { Health } from '../../../reporting/health.ts';
import { createThroughput } from '../../../reporting/throughput.ts';
import type { Api, Served } from '../../ports.ts';
import { answers, isoTime } from '../describe.ts';
import { aliveAnswer, healthAnswer } from '../shapes.ts';
import { queuesBody } from './queues.ts';
import { serviceTrouble, troubleTimes } from './services.ts';
import { daysAnswer, operationAnswer, standingAnswer } from './shapes.ts';
import { throughputRoute } from './throughput.ts';

/** What those who run bilag ask: is it well, what does it do, what can it be asked. */
export function operationRoutes(server: Api, { ports }: Served): void {
  server.get(
    '/health/live',
    {
      config: { role: 'anyone' },
      exposeHeadRoute: true,
      schema: { summary: 'The process answers', operationId: 'live', response: answers({ 200: aliveAnswer }) },
    },
    () => ({ ok: true }),
  );
  let asked: Promise<Health> | undefined;
  /** Anyone may ask, as often as they like: one look serves all who ask meanwhile. */
  const health = () =>
    (asked ??= ports.health().finally(() => {
      asked = undefined;
    }));
  server.get(
    '/health/ready',
    {
      config: { role: 'anyone' },
      exposeHeadRoute: true,
      schema: {
        summary: 'Files can be booked: Redis, ledger, disk',
        description: '503 where something is not well. What it is, is told to users.',
        operationId: 'ready',
        response: answers({ 200: healthAnswer, 503: healthAnswer }),
      },
    },
    async (request, reply) => {
      const { ok, checks } = await health();
      const told = checks.map(({ name, ok: well, what, remedy }) => ({
        name,
        ok: well,
        ...(request.known ? { what, ...(remedy === undefined ? {} : { remedy }) } : {}),
      }));
      return reply.code(ok ? 200 : 503).send({ ok, checks: told });
    },
  );
  server.get(
    '/metrics',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Figures, for Prometheus',
        operationId: 'metrics',
        response: answers({ 200: { content: { 'text/plain': { schema: z.string() } } } }),
      },
    },
    async (_request, reply) => {
      const { type, text } = await ports.metrics();
      return reply.type(type).send(text);
    },
  );
  server.get(
    '/api/openapi.json',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'This document',
        operationId: 'openapi',
        response: answers({ 200: z.looseObject({ openapi: z.string() }) }),
      },
    },
    () => server.swagger(),
  );
}

const DAY_MS = 24 * 60 * 60_000;

type Day = z.output<typeof daysAnswer>['days'][number];

/** Rows by outcome of each of the last days, today included: by the day, in UTC, on which their import was received. */
async function daysBody(
  days: number,
  ledger: Pick<Ledger, 'daily'>,
  now: number,
): Promise<z.output<typeof daysAnswer>> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const all = new Map<string, Day>();
  for (let back = days - 1; back >= 0; back--) {
    const day = dayOf(now - back * DAY_MS);
    all.set(day, { day, booked: 0, pending: 0, inDoubt: 0, held: 0, rejected: 0, duplicate: 0, skipped: 0 });
  }
  for (const { day, outcome, rows } of await ledger.daily.since(dayOf(now - (days - 1) * DAY_MS))) {
    const found = all.get(day);
    // Received by a machine whose clock is ahead.
    if (found !== undefined) found[outcome] = rows;
  }
  return { zone: 'UTC', days: [...all.values()] };
}

const DAYS = 30;
const DAYS_MAX = 366;

const daysQuery = group(
  {
    days: whole(1, DAYS_MAX, String(DAYS)).default(DAYS).meta({ type: 'integer', minimum: 1, maximum: DAYS_MAX }),
  },
  '?days=30',
);

/** The machine behind it all: what it needs, who works, what waits, and what came of it by day. */
export function statusRoutes(server: Api, served: Served): void {
  const { ports } = served;
  const { ledger, runtimeStatus } = ports;
  const throughput = createThroughput(ledger.throughput, ports.now);
  throughputRoute(server, served, throughput);
  let asked: Promise<Health> | undefined;
  /** One look serves all who ask meanwhile. */
  const health = () =>
    (asked ??= ports.health().finally(() => {
      asked = undefined;
    }));
  server.get(
    '/api/operation',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'How bilag is: its checks, its processes and its queues',
        operationId: 'getOperation',
        response: answers({ 200: operationAnswer }),
      },
    },
    async () => {
      const [{ ok, checks }, queues] = await Promise.all([health(), runtimeStatus.queues()]);
      const backedUp = await ledger.recovery.backedUp();
      return {
        version: runtimeStatus.version,
        node: process.versions.node,
        process: `${ports.host} ${process.pid}`,
        began: isoTime(runtimeStatus.began),
        roles: [...runtimeStatus.roles()],
        ok,
        checks: checks.map(({ since: _, figures, ...check }) => ({
          ...check,
          ...(figures === undefined ? {} : { figures: { ...figures } }),
        })),
        ...(backedUp === undefined ? {} : { backup: isoTime(backedUp) }),
        senders: (await ledger.leases.living(ports.now())).map(({ host, pid, since }) => ({
          host,
          pid,
          ...(since === null ? {} : { since: isoTime(since) }),
          here: host === ports.host && pid === process.pid,
        })),
        ...(queues === undefined ? {} : { queues: await queuesBody(queues, ports, throughput) }),
      };
    },
  );
  server.get(
    '/api/standing',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Whose books, and what is in trouble: a service, Redis, the ledger, the disk',
        operationId: 'getStanding',
        response: answers({ 200: standingAnswer }),
      },
    },
    async () => {
      const { services } = runtimeStatus;
      const { checks } = await health();
      const ill = checks.flatMap(({ name: of, ok, since = ports.now() }) =>
        ok ? [] : [{ of: of as 'redis' | 'ledger' | 'disk', since: isoTime(since) }],
      );
      const found = await Promise.all(
        services.map(async ({ name, company }) => ({
          name,
          service: company || name,
          trouble: await serviceTrouble(name, ports),
        })),
      );
      const refused = found.flatMap(({ name, service, trouble }) => {
        if (trouble === undefined) return [];
        return [{ of: 'service' as const, service, name, why: trouble.why, ...troubleTimes(trouble) }];
      });
      const companies = new Set(services.map(({ company }) => company).filter((company) => company !== ''));
      return { companies: [...companies], troubles: [...ill, ...refused] };
    },
  );
  server.get(
    '/api/days',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Rows by day and outcome',
        description:
          'Of the imports that were received on each day, in UTC, as each stood at its last change. They add up to the counts of those imports.',
        operationId: 'listDays',
        querystring: daysQuery,
        response: answers({ 200: daysAnswer }),
      },
    },
    (request) => daysBody(request.query.days, ledger, ports.now()),
  );
}
