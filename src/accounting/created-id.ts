import { isRow } from './list.ts';
import { idOf } from './reply-fields.ts';

/**
 * The ID in the reply to a creation: of an object, or of an array of one. What the reply looks like is shown for custom
 * fields alone (service interface, section 4.6); anything else names no ID.
 * @param body the text of a reply that was found to be a success
 */
export function createdId(body: string): number | undefined {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return undefined;
  }
  const row: unknown = Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
  return isRow(row) ? idOf(row['ID']) : undefined;
}
