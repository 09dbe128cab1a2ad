import type { ContactsJob } from '../../domain/job.ts';
import type { ContactIndex } from '../../ledger/contact-index.ts';
import type { PlanWriter } from '../../ledger/plan-writer.ts';
import { matchKeys } from '../../rules/contact/match-keys.ts';
import type { Matching, References } from '../plan-ports.ts';
import { readContacts } from '../read-contacts.ts';

/** Where the index of a plan lies, in its scratch folder. */
export const INDEX_FILE = 'contacts.db';

/** Reads the service's contacts into an index. @returns whether these are all it has, and since when others may have created more */
export async function fillIndex(
  index: Pick<ContactIndex, 'add'>,
  job: ContactsJob,
  references: References,
  ledger: Pick<PlanWriter, 'newestEvent'>,
): Promise<Matching> {
  // Asked before the first page: what was created by imports that rest by now stands in the list.
  const newest = ledger.newestEvent();
  const pages = readContacts((skip, top) => references.contacts(skip, top));
  const { countryCode } = job.defaults;
  for (;;) {
    const page = await pages.next();
    if (page.done) return { ...page.value, listedAt: page.value.complete ? newest : 0 };
    index.add(page.value.map((contact) => ({ contact, keys: matchKeys(contact, countryCode) })));
  }
}
