import type { User } from '../../../config/users.ts';
import { checkedText, group, text, whole } from '../../../core/schema-parts.ts';
import { historyFor } from '../../../doubt/unseen.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import { receiptOf } from '../../../reporting/receipt.ts';
import { ApiError } from '../../errors.ts';
import type { Api, Served, ServerPorts } from '../../ports.ts';
import { answers } from '../describe.ts';
import { placeOf } from '../place.ts';
import { eventsAnswer, importAnswer, receiptAnswer } from '../shapes.ts';
import { importBody, receiptBody } from './body.ts';

/** Imports on one page. */
const PAGE_MAX = 200;
const PAGE = 50;

/** How many on a page. */
export const pageSize = whole(1, PAGE_MAX, String(PAGE))
  .default(PAGE)
  .meta({ type: 'integer', minimum: 1, maximum: PAGE_MAX });

/** What became of a file: receipt and history. */
export function importRoutes(server: Api, { ports }: Served, users: readonly User[]): void {
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
    async ({ params }) => {
      const { num } = await importOf(params, ports);
      // All figures of one moment: what is booked meanwhile is in none of them.
      return await ledger.read(async (moment) => {
        const now = ports.now();
        const receipt = await receiptOf(num, moment, now, 'glance');
        return importBody(await moment.imports.byNum(num), receipt, moment, now);
      });
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
    async ({ params }) => {
      const row = await importOf(params, ports);
      return await receiptBody(row, await receiptOf(row.num, ledger, ports.now()), ledger);
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
    async ({ params, who }) => {
      const row = await importOf(params, ports);
      const events = (await historyFor(row, { who, place: placeOf(users) }, ports)).map(
        ({ at, who, what, detail }) => ({
          at: new Date(at).toISOString(),
          who,
          what,
          ...(detail === null ? {} : { detail: JSON.parse(detail) as unknown }),
        }),
      );
      return { import: row.id, events };
    },
  );
}

/** A ULID, in upper or lower case. */
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

export const importId = (shown: string) =>
  checkedText('the id of an import', shown, (value) =>
    ID.test(value) ? undefined : 'must be the id of an import, which has 26 letters and digits, not {value}',
  );

/** The part of an address that names an import. */
export const byId = group(
  { id: text('the id of an import', '01M7Y70DRAX1NCFJ699GM8ZHVA').meta({ description: 'id of an import' }) },
  '/api/imports/ID',
);

/** @throws ApiError 404 */
export async function importOf(
  { id }: { readonly id: string },
  { ledger }: Pick<ServerPorts, 'ledger'>,
): Promise<ImportRow> {
  const row = await ledger.pages.ofId(id.toUpperCase());
  if (row !== undefined) return row;
  throw new ApiError(404, 'import-unknown', `There is no import ${id}.`, 'All there are: GET /api/imports');
}
