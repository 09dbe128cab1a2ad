import type { ContactPage, ListedContact } from '../../core/records.ts';
import { readList } from '../../service/read-list.ts';

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
 * @throws what `page` rejects with, but for a service that refuses `skip`
 */
export async function* readContacts(
  page: (skip: number, top: number) => Promise<ContactPage>,
): AsyncGenerator<readonly ListedContact[], Completeness> {
  const { read, ...told } = yield* readList('contacts', async (skip, top) => {
    const { contacts: listed, ...shown } = await page(skip, top);
    return { ...shown, listed };
  });
  return { ...told, contacts: read };
}
