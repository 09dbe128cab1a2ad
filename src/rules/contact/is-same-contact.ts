import type { Contact, MatchBy } from '../../domain/contact.ts';
import { contactDifferences } from './contact-differences.ts';
import { matchKeys } from './match-keys.ts';

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
