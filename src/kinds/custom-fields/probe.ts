import type { LookWhy } from '../../core/look.ts';
import type { FieldMemory } from '../../ledger/custom-fields.ts';
import type { LookResult } from '../../ledger/probe-log.ts';
import { customFieldsOf } from '../../service/custom-fields.ts';
import { failedLook, type ServiceUnavailable } from '../../service/errors.ts';
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
  const unclear = (why: string, told: LookWhy, failed = false) => ({
    found: 0,
    absent: 0,
    unclear: 1,
    detail: `unclear: ${key} (${why})`,
    parts: [{ say: 'unclear', entries: [key], why: told }] as const,
    failed,
  });
  try {
    const shown = await customFieldsOf(client, model, product, leaving);
    if (shown === undefined) return unclear(`there is no ${model} to look at`, { code: 'hidden' });
    const isThere = shown.some((each) => each.toLowerCase() === name.toLowerCase());
    if (!isThere)
      return unclear(`no ${model} shows it; it may have been created all the same, and not be active`, {
        code: 'hidden',
      });
    const parts = [{ say: 'found', entries: [key], why: { code: 'found' } }] as const;
    return { found: 1, absent: 0, unclear: 0, detail: `found: ${key}, active`, parts, failed: false };
  } catch (error) {
    if (leaving.aborted) return undefined;
    const { message, evidence } = error as Partial<ServiceUnavailable> & Error;
    return unclear(message, failedLook(evidence), true);
  }
}
