import type { z } from 'zod';
import type { Company } from '../../../core/company.ts';
import { findValues } from '../../../core/find-values.ts';
import { anyText, group, oneOf, text, whole } from '../../../core/schema-parts.ts';
import { keepsBooks } from '../../../importing/keep-chart.ts';
import { READING_MAX_MS } from '../../../ledger/chart.ts';
import { ApiError } from '../../errors.ts';
import type { Api, Served } from '../../ports.ts';
import { answers, isoTime } from '../describe.ts';
import { byId, importOf } from '../imports/routes.ts';
import type { ChartReader } from './chart-reader.ts';
import { CHART_KINDS, type ChartAnswer, chartAnswer } from './shapes.ts';

/** Accounts or VAT codes in one answer. */
const VALUES = 8;
const VALUES_MAX = 100;
/** Characters that are looked for. */
const SOUGHT_MAX_CHARACTERS = 100;

const query = group(
  {
    of: oneOf(CHART_KINDS).default('account'),
    q: anyText('a text to look for', 'porto')
      .refine((given) => given.length <= SOUGHT_MAX_CHARACTERS, {
        error: `must be at most ${SOUGHT_MAX_CHARACTERS} characters`,
      })
      .default('')
      .meta({ description: 'words or digits that its number or its name holds', maxLength: SOUGHT_MAX_CHARACTERS }),
    limit: whole(1, VALUES_MAX, String(VALUES))
      .default(VALUES)
      .meta({ type: 'integer', minimum: 1, maximum: VALUES_MAX }),
  },
  '?of=account&q=porto',
);
const byName = group({ name: text('the name of a service', 'main') }, '/api/services/main');

/** The accounts and VAT codes that there are to choose from, searched as somebody types. */
export function chartRoutes(server: Api, { ports }: Served, reader: ChartReader): void {
  const { ledger, now } = ports;
  async function bodyOf(
    company: Company,
    service: string,
    { of, q, limit }: z.output<typeof query>,
  ): Promise<ChartAnswer> {
    const kept = await ledger.chart.of(company, service, of);
    const found = findValues(
      q,
      kept.map(({ code, name }) => ({ value: code, name })),
    );
    const isOurs = await keepsBooks(service, company, ports);
    // What is not found may have been created a moment ago.
    if (isOurs) await reader.renew(service, found.length > 0 ? 'found' : 'missing');
    const reading = await ledger.chart.reading(company, service);
    return {
      of,
      q: q.trim(),
      total: kept.length,
      matching: found.length,
      values: found.slice(0, limit),
      ...(reading?.read_at ? { readAt: isoTime(reading.read_at) } : {}),
      whole: reading?.whole === 1,
      state: isOurs ? stateOf(reading) : 'other-books',
    };
  }

  function stateOf(reading: Awaited<ReturnType<typeof ledger.chart.reading>>): ChartAnswer['state'] {
    const { asked_at = 0, read_at = 0, failed_at = 0 } = reading ?? {};
    if (asked_at > Math.max(read_at, failed_at) && now() - asked_at < READING_MAX_MS) return 'reading';
    return failed_at > read_at ? 'away' : 'kept';
  }

  const description =
    'As the service told them, kept also while it is away. Where that was longer ago than the configuration allows, the service is asked again meanwhile.';
  server.get(
    '/api/imports/:id/chart',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Accounts, or VAT codes, of the company that an import is for, by number and name',
        description,
        operationId: 'getChart',
        params: byId,
        querystring: query,
        response: answers({ 200: chartAnswer }),
      },
    },
    async ({ params, query }) => {
      const { company, service } = await importOf(params, ports);
      return bodyOf(company, service, query);
    },
  );
  server.get(
    '/api/services/:name/chart',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Accounts, or VAT codes, of the company whose books a service keeps today',
        description,
        operationId: 'getServiceChart',
        params: byName,
        querystring: query,
        response: answers({ 200: chartAnswer }),
      },
    },
    async ({ params: { name }, query }) => {
      if (!ports.services().includes(name))
        throw new ApiError(404, 'service-unknown', `There is no service ${JSON.stringify(name)}.`);
      return bodyOf(await ports.service(name).company(), name, query);
    },
  );
}
