import { group, oneOf } from '../../../core/schema-parts.ts';
import type { createThroughput, Days, ErrorSum } from '../../../reporting/throughput.ts';
import type { Api, Served } from '../../ports.ts';
import { answers, isoTime } from '../describe.ts';
import { throughputAnswer } from './shapes.ts';

export type Throughputs = ReturnType<typeof createThroughput>;

const daysQuery = group({ days: oneOf(['1', '7', '30']).default('1') }, '?days=7');

/** What the services booked over time, and which requests failed. */
export function throughputRoute(server: Api, { ports }: Served, throughput: Throughputs): void {
  server.get(
    '/api/throughput',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Entries booked and requests that failed over time, by service',
        description:
          'Of the last day, week or 30 days, in 48, 56 or 60 bars. An entry counts when its request was answered. Half hours that are over are counted again every ten minutes.',
        operationId: 'getThroughput',
        querystring: daysQuery,
        response: answers({ 200: throughputAnswer }),
      },
    },
    async (request) => {
      const names = ports.runtimeStatus.services.map(({ name }) => name);
      const { from, to, barMs, services } = await throughput(Number(request.query.days) as Days, names);
      return {
        from: isoTime(from),
        to: isoTime(to),
        barMs,
        services: services.map(({ errors, name, booked, failed }) => ({
          name,
          booked: [...booked],
          failed: [...failed],
          errors: errors.map(errorBody),
        })),
      };
    },
  );
}

function errorBody({ first, last, ...error }: ErrorSum) {
  return { ...error, first: isoTime(first), last: isoTime(last) };
}
