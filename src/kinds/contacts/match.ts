import type { Contact, ContactDifference, ListedContact, MatchBy, MatchKeys } from '../../core/records.ts';
import type { ContactIndex } from '../../ledger/contact-index.ts';
import { contactDifferences } from './differences.ts';
import { matchKeys } from './match-keys.ts';

/**
 * What a row's contact is. `differences` are those of the row from the contact or the earlier row; none where that says
 * all that the row says.
 */
type ContactMatch =
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
      /** The earlier row of the file, and the ordinal of its entry. */
      readonly row: number;
      readonly seq: number;
      readonly differences: readonly ContactDifference[];
    }
  | {
      readonly is: 'ambiguous';
      readonly by: MatchBy;
      readonly contacts: readonly ListedContact[];
      /** The service has more of them than these. */
      readonly more: boolean;
    };

interface MatchPorts {
  readonly index: Pick<ContactIndex, 'find'>;
  /** In what a row and another contact say different things (`contactDifferences`). */
  readonly differences: (row: Contact, other: Contact) => readonly ContactDifference[];
  /** Job: `onDuplicate`. With `book`, several contacts may say the same, and each is as good as the others. */
  readonly onDuplicate: 'hold' | 'skip' | 'book';
}

/**
 * Whether a row's contact is there already. The first criterion that finds anybody decides (job: `match`): later ones
 * are not asked to tell several apart, since that would be a guess. Where one alone says all that the row says it is
 * that one, and nothing is guessed. A contact of the service goes before earlier rows of the file.
 */
export function matchContact(
  row: { readonly contact: Contact; readonly keys: MatchKeys },
  by: readonly MatchBy[],
  { index, differences, onDuplicate }: MatchPorts,
): ContactMatch {
  const found = index.find(row.keys, by);
  if (found === undefined) return { is: 'new' };
  const { by: criterion, more } = found;
  const listed = found.listed.map((contact) => ({ contact, differences: differences(row.contact, contact) }));
  const rows = found.rows.map(({ contact, ...at }) => ({ ...at, differences: differences(row.contact, contact) }));
  const equal = onDuplicate === 'book' ? listed.find(isEqual) : onlyEqual(listed);
  if (equal !== undefined) return { is: 'existing', by: criterion, ...equal };
  // Of several rows one was created although it is like another.
  const repeated = rows.find(isEqual) ?? (listed.length === 0 ? rows[0] : undefined);
  if (repeated !== undefined) return { is: 'repeated', by: criterion, ...repeated };
  return listed.length === 1
    ? { is: 'existing', by: criterion, ...listed[0]! }
    : { is: 'ambiguous', by: criterion, contacts: found.listed, more };
}

interface Compared {
  readonly differences: readonly unknown[];
}

function isEqual({ differences }: Compared): boolean {
  return differences.length === 0;
}

/** Whether a row says something else than whoever it is recognised in. */
export function isAnother(match: ContactMatch): boolean {
  return match.is === 'new' || match.is === 'ambiguous' || !isEqual(match);
}

/** The one of several from which nothing differs; undefined where none is, or several are. */
export function onlyEqual<C extends Compared>(compared: readonly C[]): C | undefined {
  const equal = compared.filter(isEqual);
  return equal.length === 1 ? equal[0] : undefined;
}

/** What a contact that was sent is told by (design, section 4): its e-mail, else its phone, else its name. */
export function toldBy({ email, phone }: Contact): MatchBy {
  return email !== '' ? 'email' : phone !== undefined ? 'phone' : 'name';
}

/**
 * Whether a contact of the service is the one that was sent (design, section 4): by e-mail, else by name and phone, else
 * by all that was said of it. The name must be the same in any case: two people may share an address or a switchboard.
 */
export function isSameContact(sent: Contact, listed: Contact): boolean {
  const [own, other] = keysOf(sent, listed);
  if (own.name !== other.name) return false;
  const by = toldBy(sent);
  return by === 'name' ? contactDifferences(sent, listed).length === 0 : own[by] === other[by];
}

/**
 * Whether a contact of the service may be the one that was sent, although it is not the same: a service may spell a name
 * in its own way, or keep less than it was given. While there is such a one, the one that was sent is not known to be absent.
 */
export function mayBeSame(sent: Contact, listed: Contact): boolean {
  const [own, other] = keysOf(sent, listed);
  const by = toldBy(sent);
  if (own.name === other.name) return by === 'name' || other[by] === undefined || own[by] === other[by];
  return by !== 'name' && own[by] === other[by];
}

/** A number that the service has without a country code is taken to be in that of the one that was sent. */
function keysOf(sent: Contact, listed: Contact) {
  return [matchKeys(sent), matchKeys(listed, sent.phone?.countryCode)] as const;
}
