import type { Model, ModelLookup } from '../domain/custom-field.ts';
import type { Client } from './client.ts';
import { list, type Row, unexpected } from './list.ts';
import { idOf, textOf } from './reply-fields.ts';

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
