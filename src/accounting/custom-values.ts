import type { CustomValue } from '../domain/contact.ts';
import { CUSTOM_PREFIX } from '../domain/custom-field.ts';
import { isRow, type Row } from './list.ts';

/**
 * The custom values of an entity by their fields' names, without the prefix `Custom` (service interface, section 2.5);
 * undefined where the record has no `CustomValues`: which fields there are is then not known.
 */
export function customValuesOf(row: Row): Record<string, CustomValue> | undefined {
  const values = row['CustomValues'];
  if (!isRow(values)) return undefined;
  const named = Object.entries(values).filter(([key]) => key.startsWith(CUSTOM_PREFIX) && key !== CUSTOM_PREFIX);
  return Object.fromEntries(named.map(([key, value]) => [key.slice(CUSTOM_PREFIX.length), customValue(value)]));
}

/** What the interface doesn't know (a boolean, an object) is something all the same: its JSON, never "not set". */
function customValue(value: unknown): CustomValue {
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);
}
