import { group, whole } from '../../domain/schema-parts.ts';
import type { Health } from '../../pipeline/health.ts';
import { daysAnswer, operationAnswer } from './api-operation.ts';
import type { Api } from './build-server.ts';
import { daysBody } from './days-body.ts';
import { answers } from './describe-api.ts';
import { isoTime } from './job-body.ts';
import type { Served } from './server-ports.ts';

const DAYS = 30;
const DAYS_MAX = 366;

const daysQuery = group(
  {
    days: whole(1, DAYS_MAX, String(DAYS)).default(DAYS).meta({ type: 'integer', minimum: 1, maximum: DAYS_MAX }),
  },
  '?days=30',
);

/** The machine behind it all: what it needs, who works, what waits, and what came of it by day. */
export function worksRoutes(server: Api, { ports }: Served): void {
  const { ledger, works } = ports;
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
      const [{ ok, checks }, queues] = await Promise.all([health(), works.queues()]);
      return {
        version: works.version,
        node: process.versions.node,
        process: `${ports.host}, process ${process.pid}`,
        began: isoTime(works.began),
        roles: [...works.roles()],
        ok,
        checks: checks.map(({ name, ok: well, what, remedy }) => ({
          name,
          ok: well,
          what,
          ...(remedy === undefined ? {} : { remedy }),
        })),
        senders: ledger.holders.living(ports.now()).map(({ host, pid, since }) => ({
          host,
          pid,
          ...(since === null ? {} : { since: isoTime(since) }),
          here: host === ports.host && pid === process.pid,
        })),
        ...(queues === undefined
          ? {}
          : { queues: Object.entries(queues.depths).map(([name, waiting]) => ({ name, waiting })) }),
      };
    },
  );
  server.get(
    '/api/days',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Rows by day and outcome',
        description:
          'Of the imports that were taken in on each day, in UTC, as each stood at its last change. They add up to the counts of those imports.',
        operationId: 'listDays',
        querystring: daysQuery,
        response: answers({ 200: daysAnswer }),
      },
    },
    (request) => daysBody(request.query.days, ledger, ports.now()),
  );
}
