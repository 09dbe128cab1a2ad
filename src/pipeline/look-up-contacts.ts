import { setTimeout as sleep } from 'node:timers/promises';
import { listContacts } from '../accounting/contacts.ts';
import type { Contact, ListedContact } from '../domain/contact.ts';
import type { LookResult } from '../ledger/looks.ts';
import { isSameContact } from '../rules/contact/is-same-contact.ts';
import { nameKey } from '../rules/contact/match-keys.ts';
import { entryName } from '../rules/entries-named.ts';
import type { ServicePort } from './ports.ts';
import { readContacts } from './read-contacts.ts';
import type { SoughtContact } from './sought-contact.ts';

/** A look that takes longer is given up, in milliseconds. */
const LOOK_MAX_MS = 10 * 60_000;
/** Characters of what went wrong that are kept. */
const WHY_CHARACTERS = 300;

/**
 * Looks for contacts in the service's list, all in one reading (design, section 4). None is known to be absent where the
 * list may not be whole.
 * @returns undefined where `leaving` cut it off; `failed` where the service is of no help now
 */
export async function lookUpContacts(
  sought: readonly SoughtContact[],
  service: ServicePort,
  leaving: AbortSignal,
): Promise<{ found: Map<SoughtContact, Omit<LookResult, 'at'>>; failed: boolean } | undefined> {
  const seen = await findContacts(sought, service, leaving);
  if (leaving.aborted) return undefined;
  const { matches, why, failed } = seen;
  return { found: new Map([...matches].map(([each, those]) => [each, resultOf(each, those, why)])), failed };
}

/** Contacts of the service that are like those sought, in one reading of its list. */
export async function findContacts<Sought extends { readonly contact: Contact }>(
  sought: readonly Sought[],
  { client, pagePauseMs }: Pick<ServicePort, 'client' | 'pagePauseMs'>,
  leaving: AbortSignal,
): Promise<{
  matches: Map<Sought, ListedContact[]> /** Why one that is not among them may be there. */;
  why?: string;
  failed: boolean;
}> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(LOOK_MAX_MS)]);
  const matches = new Map<Sought, ListedContact[]>(sought.map((each) => [each, []]));
  const byName = new Map<string, Sought[]>();
  for (const each of sought) {
    const name = nameKey(each.contact.name);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [each]);
    else same.push(each);
  }
  let why: string | undefined;
  let failed = false;
  try {
    const pages = readContacts(async (skip, top) => {
      if (skip > 0 && pagePauseMs > 0) await sleep(pagePauseMs, undefined, { signal });
      return listContacts(client, { skip, top }, signal);
    });
    for (;;) {
      const page = await pages.next();
      if (page.done) {
        if (!page.value.complete) why = page.value.why ?? 'the service may have more contacts than it shows';
        break;
      }
      for (const listed of page.value) {
        for (const each of byName.get(nameKey(listed.name)) ?? [])
          if (isSameContact(each.contact, listed)) matches.get(each)!.push(listed);
      }
    }
  } catch (error) {
    why = (error as Error).message;
    failed = true;
  }
  return { matches, failed, ...(why === undefined ? {} : { why }) };
}

function resultOf(
  { entry }: SoughtContact,
  those: readonly ListedContact[],
  why: string | undefined,
): Omit<LookResult, 'at'> {
  const name = entryName(entry);
  const [one, ...more] = those;
  if (one !== undefined && more.length === 0) {
    const detail = `found: ${name}, as contact ${one.id}`;
    return { found: 1, absent: 0, unclear: 0, detail, ids: JSON.stringify([[one.id, null]]) };
  }
  if (one !== undefined) {
    const ids = those.map(({ id }) => id).join(', ');
    return { found: 0, absent: 0, unclear: 1, detail: `unclear: ${name} (several contacts are like it: ${ids})` };
  }
  if (why === undefined) return { found: 0, absent: 1, unclear: 0, detail: `absent: ${name}` };
  return { found: 0, absent: 0, unclear: 1, detail: `unclear: ${name} (${why.slice(0, WHY_CHARACTERS)})` };
}
