import type { ListedFieldType } from '../domain/custom-field.ts';
import type { Client } from './client.ts';
import { counts, isRow, list, type Row, unexpected } from './list.ts';
import { textOf } from './reply-fields.ts';

/** Code of the value list that holds the data types of custom fields. */
const LIST_CODE = 'customfieldsqltypes';

/**
 * The data types of custom fields (service interface, sections 2.6 and 4.4). The filter may have been ignored: only the
 * list of their code is read, and other lists alone are no answer (design, section 8). An item without a name or a code
 * can't be used and is left out.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function listFieldTypes(client: Client, signal?: AbortSignal): Promise<ListedFieldType[]> {
  const filter = encodeURIComponent(`code eq '${LIST_CODE}'`);
  const path = `/api/biz/valuelists?expand=items&filter=${filter}&hateoas=false`;
  const rows = await list(client, path, signal);
  const lists = rows.filter((row) => textOf(row['Code']).toLowerCase() === LIST_CODE);
  if (lists.length === 0 && rows.length > 0) {
    throw unexpected(client, path, `the value list ${LIST_CODE} or an empty list, by the filter`, rows[0]);
  }
  const types = new Map<string, ListedFieldType>();
  for (const row of lists) {
    const items: unknown = row['Items'];
    if (!Array.isArray(items)) throw unexpected(client, path, `the value list ${LIST_CODE} with its Items`, row);
    for (const item of items.filter(isRow).filter(counts)) {
      const type = fieldTypeOf(item);
      if (type !== undefined) types.set(type.code, type);
    }
  }
  // Not one of them usable: that must not pass for "this service has no data types".
  if (types.size === 0 && lists.length > 0) throw unexpected(client, path, 'items with Name and Code', lists[0]);
  return [...types.values()];
}

function fieldTypeOf(row: Row): ListedFieldType | undefined {
  const name = textOf(row['Name']);
  const code = textOf(row['Code']);
  return name === '' || code === '' ? undefined : { name, code, description: textOf(row['Description']) };
}
