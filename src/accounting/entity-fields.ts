import type { Client } from './client.ts';
import { contactPath } from './contacts.ts';
import { customValuesOf } from './custom-values.ts';
import { isRow, listAll } from './list.ts';
import { one } from './one.ts';
import { getProduct } from './products.ts';
import { idOf } from './reply-fields.ts';

/** Any contact shows all fields of its model, a deleted one too. */
const ANY_CONTACT = '/api/biz/contacts?hateoas=false&top=1';

/**
 * Names of the custom fields that an entity of a model shows (service interface, section 2.5), without the prefix
 * `Custom`: of `Contact` any one of the list, of `Product` the one given. The service has no list of custom fields, so
 * that this is the only way to see which are there. A field that was created and is not active yet does not show.
 * Undefined where nothing can be said: no entity to look at, or one that shows no custom values.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function customFieldsOf(
  client: Client,
  model: string,
  productId?: number,
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const values = await valuesOf(client, model.trim().toLowerCase(), productId, signal);
  return values && Object.keys(values);
}

async function valuesOf(client: Client, model: string, productId: number | undefined, signal?: AbortSignal) {
  if (model === 'contact') {
    const [contact] = (await listAll(client, ANY_CONTACT, signal)).filter(isRow);
    const listed = contact && customValuesOf(contact);
    const id = listed === undefined ? idOf(contact?.['ID']) : undefined;
    if (id === undefined) return listed;
    // Its list may show no values where the contact itself does.
    const row = await one(client, contactPath(id), id, signal);
    return row && customValuesOf(row);
  }
  if (model !== 'product' || productId === undefined) return undefined;
  return (await getProduct(client, productId, signal))?.customValues;
}
