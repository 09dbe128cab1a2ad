import type { Contact } from '../../domain/contact.ts';
import { contactDifferences } from './contact-differences.ts';
import { matchKeys } from './match-keys.ts';

/**
 * Whether a contact of the service is the one that was sent (design, section 4): by e-mail, else by name and phone, else
 * by all that was said of it. The name must be the same in any case: two people may share an address or a switchboard.
 */
export function isSameContact(sent: Contact, listed: Contact): boolean {
  const [own, other] = [matchKeys(sent), matchKeys(listed)];
  if (own.name !== other.name) return false;
  if (own.email !== undefined) return own.email === other.email;
  if (own.phone !== undefined) return own.phone === other.phone;
  return contactDifferences(sent, listed).length === 0;
}
