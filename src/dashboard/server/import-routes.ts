import { whole } from '../../domain/schema-parts.ts';
import { receiptOf } from '../../pipeline/receipt.ts';
import { eventsAnswer, importAnswer, receiptAnswer } from './api-schemas.ts';
import type { Api } from './build-server.ts';
import { answers } from './describe-api.ts';
import { importBody, receiptBody } from './import-body.ts';
import { byId, importOf } from './import-of.ts';
import type { Served } from './server-ports.ts';

/** Imports on one page. */
export const PAGE_MAX = 200;
const PAGE = 50;

/** How many on a page. */
export const pageSize = whole(1, PAGE_MAX, String(PAGE))
  .default(PAGE)
  .meta({ type: 'integer', minimum: 1, maximum: PAGE_MAX });

/** What became of a file: receipt and history. */
export function importRoutes(server: Api, { ports }: Served): void {
  const { ledger } = ports;
  server.get(
    '/api/imports/:id',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'An import: its receipt, where it came from, where to go from here',
        operationId: 'getImport',
        params: byId,
        response: answers({ 200: importAnswer }),
      },
    },
    ({ params }) => {
      const row = importOf(params, ports);
      return importBody(row, receiptOf(row.num, ledger, ports.now(), 'glance'), ledger);
    },
  );
  server.get(
    '/api/imports/:id/receipt',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The receipt, as `bilag show --json` has it',
        operationId: 'getReceipt',
        params: byId,
        response: answers({ 200: receiptAnswer }),
      },
    },
    ({ params }) => {
      const row = importOf(params, ports);
      return receiptBody(row, receiptOf(row.num, ledger, ports.now()), ledger);
    },
  );
  server.get(
    '/api/imports/:id/events',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'The history: who did what, and when',
        operationId: 'getEvents',
        params: byId,
        response: answers({ 200: eventsAnswer }),
      },
    },
    ({ params }) => {
      const { num, id } = importOf(params, ports);
      const events = ledger.imports.events(num).map(({ at, who, what, detail }) => ({
        at: new Date(at).toISOString(),
        who,
        what,
        ...(detail === null ? {} : { detail: JSON.parse(detail) as unknown }),
      }));
      return { import: id, events };
    },
  );
}
