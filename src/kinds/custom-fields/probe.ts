import type { FieldMemory } from '../../ledger/custom-fields.ts';
import type { LookResult } from '../../ledger/probe-log.ts';
import { customFieldsOf } from '../../service/custom-fields.ts';
import type { ServicePort } from '../ports.ts';

/**
 * Looks for a custom field on an entity of its model (design, section 4). It shows there when it is active; that it does
 * not show proves nothing, since one that was created and is not active shows nowhere.
 * @returns undefined where `leaving` cut it off; `failed` where the service is of no help now
 */
export async function lookUpField(
  { model, name }: FieldMemory,
  { client, product }: ServicePort,
  leaving: AbortSignal,
): Promise<(Omit<LookResult, 'at'> & { failed: boolean }) | undefined> {
  const key = `${model}.${name}`;
  const unclear = (why: string, failed: boolean) => ({
    found: 0,
    absent: 0,
    unclear: 1,
    detail: `unclear: ${key} (${why})`,
    failed,
  });
  try {
    const shown = await customFieldsOf(client, model, product, leaving);
    if (shown === undefined) return unclear(`there is no ${model} to look at`, false);
    const isThere = shown.some((each) => each.toLowerCase() === name.toLowerCase());
    if (!isThere)
      return unclear(`no ${model} shows it; it may have been created all the same, and not be active`, false);
    return { found: 1, absent: 0, unclear: 0, detail: `found: ${key}, active`, failed: false };
  } catch (error) {
    return leaving.aborted ? undefined : unclear((error as Error).message, true);
  }
}
