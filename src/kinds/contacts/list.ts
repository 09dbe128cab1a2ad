import type { ContactPage, ListedContact, MatchBy } from '../../core/records.ts';
import { readList } from '../../service/read-list.ts';
import { CRITERION } from './issues.ts';

export interface Completeness {
  /** False where the service may have contacts that it did not show. */
  readonly complete: boolean;
  /** Contacts that were read. */
  readonly contacts: number;
  /** For people: why the list may not be whole. */
  readonly why?: string;
}

/**
 * Reads all contacts that the service shows, each once, and says whether that is all it has.
 * @param page one request for the list (service interface, section 4.9)
 * @param by what they are to be recognised by: a contact that has it and does not show it may be anybody
 * @throws what `page` rejects with, but for a service that refuses `skip`
 */
export async function* readContacts(
  page: (skip: number, top: number) => Promise<ContactPage>,
  by: readonly MatchBy[],
): AsyncGenerator<readonly ListedContact[], Completeness> {
  let why: string | undefined;
  const { read, ...told } = yield* readList('contacts', async (skip, top) => {
    const { contacts: listed, ...shown } = await page(skip, top);
    for (const { id, hidden } of why === undefined ? listed : []) {
      const unseen = hidden && by.find((each) => hidden.includes(each));
      if (unseen) why = `The service does not show the ${CRITERION[unseen]} of contact ${id}, and maybe of others.`;
    }
    return { ...shown, listed };
  });
  return told.complete && why !== undefined ? { complete: false, contacts: read, why } : { ...told, contacts: read };
}
