import type { ContactsJob } from '../../domain/job.ts';
import type { ContactIndex } from '../../ledger/contact-index.ts';
import { matchKeys } from '../../rules/contact/match-keys.ts';
import type { PlanFacts, References } from '../plan-ports.ts';
import { readContacts } from '../read-contacts.ts';

/** Where the index of a plan lies, in its scratch folder. */
export const INDEX_FILE = 'contacts.db';

/** Reads the service's contacts into an index. @returns whether these are all it has */
export async function fillIndex(
  index: Pick<ContactIndex, 'add'>,
  job: ContactsJob,
  references: References,
): Promise<NonNullable<PlanFacts['matching']>> {
  const pages = readContacts((skip, top) => references.contacts(skip, top));
  const { countryCode } = job.defaults;
  for (;;) {
    const page = await pages.next();
    if (page.done) return page.value;
    index.add(page.value.map((contact) => ({ contact, keys: matchKeys(contact, countryCode) })));
  }
}
