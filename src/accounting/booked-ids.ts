import type { BookedId } from '../domain/outcome.ts';

/**
 * The IDs in the reply to a booking (design, section 8): only from an array with one object per entry sent, each with an
 * `ID` or a `JournalEntryNumber` of its own. Anything else, and which entry got which ID would be a guess.
 * @param body the text of a reply that was found to be a success
 */
export function bookedIds(body: string, entries: number): readonly BookedId[] | undefined {
  if (body.trim() === '') return undefined;
  let rows: unknown;
  try {
    rows = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!Array.isArray(rows) || rows.length !== entries) return undefined;
  const ids = rows.map(bookedId);
  if (!ids.every((each) => each !== undefined)) return undefined;
  return distinct(ids.map(({ id }) => id)) && distinct(ids.map(({ number }) => number)) ? ids : undefined;
}

function bookedId(row: unknown): BookedId | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { ID, JournalEntryNumber } = row as Record<string, unknown>;
  const id = typeof ID === 'string' && /^\d{1,15}$/.test(ID) ? Number(ID) : ID;
  const number = String(JournalEntryNumber ?? '').trim();
  const known = {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    number: ['string', 'number'].includes(typeof JournalEntryNumber) && number !== '' ? number : null,
  };
  return known.id === null && known.number === null ? undefined : known;
}

/** Two entries under one ID: the rows are not one to an entry (lines, say, that happen to be as many). */
function distinct(values: readonly (string | number | null)[]): boolean {
  const present = values.filter((value) => value !== null);
  return new Set(present).size === present.length;
}
