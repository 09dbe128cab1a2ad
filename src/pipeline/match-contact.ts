import type { Contact, ContactDifference, ListedContact, MatchBy, MatchKeys } from '../domain/contact.ts';
import type { ContactIndex } from '../ledger/contact-index.ts';

/**
 * What a row's contact is. `differences` are those of the row from the contact or the earlier row; none where that says
 * all that the row says.
 */
export type ContactMatch =
  | { readonly is: 'new' }
  | {
      readonly is: 'existing';
      readonly by: MatchBy;
      readonly contact: ListedContact;
      readonly differences: readonly ContactDifference[];
    }
  | {
      readonly is: 'repeated';
      readonly by: MatchBy;
      /** The earlier row of the file. */
      readonly row: number;
      readonly differences: readonly ContactDifference[];
    }
  | {
      readonly is: 'ambiguous';
      readonly by: MatchBy;
      readonly contacts: readonly ListedContact[];
      /** The service has more of them than these. */
      readonly more: boolean;
    };

export interface MatchPorts {
  readonly index: Pick<ContactIndex, 'find'>;
  /** In what a row and another contact say different things (rules/contact/contact-differences.ts). */
  readonly differences: (row: Contact, other: Contact) => readonly ContactDifference[];
}

/**
 * Whether a row's contact is there already. The first criterion that finds anybody decides (job: `match`): later ones
 * are not asked to tell several apart, since that would be a guess. A contact of the service goes before earlier rows
 * of the file; of several such rows the first one counts, as all of them are one contact.
 */
export function matchContact(
  row: { readonly contact: Contact; readonly keys: MatchKeys },
  by: readonly MatchBy[],
  { index, differences }: MatchPorts,
): ContactMatch {
  const found = index.find(row.keys, by);
  if (found === undefined) return { is: 'new' };
  const [contact, another] = found.listed;
  if (another !== undefined) return { is: 'ambiguous', by: found.by, contacts: found.listed, more: found.more };
  if (contact !== undefined) {
    return { is: 'existing', by: found.by, contact, differences: differences(row.contact, contact) };
  }
  const earlier = found.rows[0]!;
  return { is: 'repeated', by: found.by, row: earlier.row, differences: differences(row.contact, earlier.contact) };
}
