import { group, oneOf, whole } from '../../domain/schema-parts.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { ApiError } from './api-error.ts';
import { BATCH_STATES, batchAnswer, batchesAnswer } from './api-imports.ts';
import { batchBody, wholeBatch } from './batch-body.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { importUrl } from './import-body.ts';
import { byId, importId, importOf } from './import-of.ts';
import { pageSize } from './import-routes.ts';
import type { Served } from './server-ports.ts';

const query = group(
  {
    limit: pageSize.meta({ description: 'batches on a page' }),
    after: whole(0, Number.MAX_SAFE_INTEGER, '120')
      .default(0)
      .meta({ type: 'integer', minimum: 0, description: 'only batches of higher numbers' }),
    state: oneOf(BATCH_STATES).optional(),
  },
  '?limit=50',
);

const byNumber = group(
  {
    id: importId('01M7Y70DRAX1NCFJ699GM8ZHVA').meta({ description: 'id of an import' }),
    no: whole(1, Number.MAX_SAFE_INTEGER, '3').meta({ type: 'integer', minimum: 1, description: 'number of a batch' }),
  },
  '/api/imports/ID/batches/3',
);

/** The batches of an import: what was sent together, and what became of it. */
export function batchRoutes(server: Api, { ports }: Served): void {
  const { ledger } = ports;
  server.get(
    '/api/imports/:id/batches',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The batches of an import, in the order of their numbers',
        operationId: 'getBatches',
        params: byId,
        querystring: query,
        response: answers({ 200: batchesAnswer }),
      },
    },
    ({ params, query: { limit, after, state } }) => {
      const row = importOf(params, ports);
      const url = `${importUrl(row.id)}/batches`;
      const found = ledger.batches.page(row.num, after, limit + 1, state);
      const page = found.slice(0, limit);
      const scale = scaleOf(row);
      const filter = state === undefined ? '' : `&state=${state}`;
      const next = `${url}?limit=${limit}${filter}&after=${page.at(-1)?.no}`;
      return {
        import: row.id,
        states: ledger.batches.counts(row.num),
        batches: page.map((batch) => batchBody(batch, url, scale, ledger)),
        ...(found.length > limit ? { next } : {}),
      };
    },
  );
  server.get(
    '/api/imports/:id/batches/:no',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'A batch: what it holds, every attempt to send it with what was seen, looks and decisions',
        operationId: 'getBatch',
        params: byNumber,
        response: answers({ 200: batchAnswer }),
      },
    },
    ({ params }) => {
      const row = importOf(params, ports);
      const batch = ledger.posting.batch(row.num, params.no);
      if (batch === undefined) {
        throw new ApiError(
          404,
          'batch-unknown',
          `Import ${row.id} has no batch ${params.no}.`,
          `All that it has: GET ${importUrl(row.id)}/batches`,
        );
      }
      return { import: row.id, ...wholeBatch(batch, `${importUrl(row.id)}/batches`, scaleOf(row), ledger) };
    },
  );
}

/** Decimals of its amounts. */
function scaleOf({ facts, scale }: ImportRow): number {
  return facts === null ? scale : (JSON.parse(facts) as { scale: number }).scale;
}
