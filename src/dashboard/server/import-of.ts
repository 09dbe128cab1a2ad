import { checkedText, group } from '../../domain/schema-parts.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import { ApiError } from './api-error.ts';
import type { ServerPorts } from './server-ports.ts';

/** A ULID, in upper or lower case. */
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

export const importId = (shown: string) =>
  checkedText('the id of an import', shown, (value) =>
    ID.test(value) ? undefined : 'must be the id of an import, which has 26 letters and digits, not {value}',
  );

/** The part of an address that names an import. */
export const byId = group(
  { id: importId('01M7Y70DRAX1NCFJ699GM8ZHVA').meta({ description: 'id of an import' }) },
  '/api/imports/ID',
);

/** @throws ApiError 404 */
export function importOf({ id }: { readonly id: string }, { ledger }: Pick<ServerPorts, 'ledger'>): ImportRow {
  const row = ledger.pages.ofId(id.toUpperCase());
  if (row !== undefined) return row;
  throw new ApiError(404, 'import-unknown', `There is no import ${id}.`, 'All there are: GET /api/imports');
}
