import type { CustomValue, ListedFieldType, Model, ModelLookup } from '../core/records.ts';
import type { Client } from './client.ts';
import { contactPath, customValuesOf } from './contacts.ts';
import { counts, isRow, list, listAll, one, type Row, unexpected } from './lists.ts';
import { idOf, textOf } from './reply-fields.ts';

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

const FIELDS_PATH = '/api/biz/custom-fields';

/** Where custom fields are created (service interface, section 4.6). */
export function createFieldPath(): string {
  return FIELDS_PATH;
}

/** Where a custom field is activated, by a request without a body (service interface, section 4.7). */
export function activateFieldPath(id: number): string {
  return `${FIELDS_PATH}/${id}?action=activate`;
}

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

/** It has no form in UTF-8, so that it can't be asked for. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/**
 * Looks a model up by its name (service interface, section 4.5): the one of exactly this name, else the one that differs
 * from it in case alone. The records are checked again; with others alone the service has not looked for this one, which
 * is no answer (design, section 8).
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function lookupModel(client: Client, name: string, signal?: AbortSignal): Promise<ModelLookup> {
  const wanted = name.trim();
  if (wanted === '' || HALF_CHARACTER.test(wanted)) return { found: 'none' };
  const path = `/api/biz/models?filter=${encodeURIComponent(`name eq '${wanted.replaceAll("'", "''")}'`)}`;
  const rows = await list(client, path, signal);
  const folded = rows.filter((row) => textOf(row['Name']).toLowerCase() === wanted.toLowerCase());
  const exact = folded.filter((row) => textOf(row['Name']) === wanted);
  const models = new Map<number, Model>();
  for (const row of exact.length > 0 ? exact : folded) {
    const model = modelOf(row);
    if (model === undefined) throw unexpected(client, path, `a model ${wanted} with an ID`, row);
    models.set(model.id, model);
  }
  const [model] = models.values();
  if (model === undefined) {
    // Other models than the one that was asked for: the filter was not used, and this one may be on another page.
    if (rows.length > 0) throw unexpected(client, path, `the model ${wanted} or an empty list, by the filter`, rows[0]);
    return { found: 'none' };
  }
  return models.size === 1 ? { found: 'one', model } : { found: 'several', count: models.size };
}

function modelOf(row: Row): Model | undefined {
  const id = idOf(row['ID']);
  return id === undefined ? undefined : { id, name: textOf(row['Name']), label: textOf(row['Label']) };
}

/** A product, as far as the interface shows it (section 2.8). */
interface Product {
  readonly id: number;
  /** By the field's name, without the prefix `Custom`; undefined where the service showed none at all. */
  readonly customValues: Readonly<Record<string, CustomValue>> | undefined;
}

/**
 * One product (service interface, section 4.8); undefined where there is none, or it is deleted.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function getProduct(client: Client, id: number, signal?: AbortSignal): Promise<Product | undefined> {
  const row = await one(client, `/api/biz/products/${id}`, id, signal);
  return row && { id, customValues: customValuesOf(row) };
}
