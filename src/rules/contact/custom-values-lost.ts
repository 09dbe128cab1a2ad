import { CUSTOM_PREFIX } from '../../domain/custom-field.ts';

/**
 * Which custom values of a contact that was created are not there when it is read back (service interface, sections 2.5
 * and 4.10).
 * @param sent the body of the creation
 * @param reply the body of the reply to reading it
 * @returns names of the fields, without their prefix; undefined where the reply shows no custom values: then none was seen to be
 * absent
 */
export function customValuesLost(sent: string, reply: string): string[] | undefined {
  const wanted = valuesOf(JSON.parse(sent)) ?? {};
  const kept = valuesOf(contactOf(reply));
  if (kept === undefined) return undefined;
  return Object.entries(wanted)
    .filter(([key, value]) => value !== null && !isSame(value, kept[key]))
    .map(([key]) => key.slice(CUSTOM_PREFIX.length));
}

function contactOf(reply: string): unknown {
  try {
    const parsed: unknown = JSON.parse(reply);
    return Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
  } catch {
    return undefined;
  }
}

function valuesOf(contact: unknown): Readonly<Record<string, unknown>> | undefined {
  const values = (contact as { CustomValues?: unknown } | null | undefined)?.CustomValues;
  return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : undefined;
}

/** Numbers may come back as text, and with other decimals. */
function isSame(sent: unknown, kept: unknown): boolean {
  if (sent === kept) return true;
  if (kept === null || kept === undefined || typeof kept === 'object') return false;
  if (typeof sent === 'number') return String(kept).trim() !== '' && Number(kept) === sent;
  return String(kept).trim() === String(sent).trim();
}
