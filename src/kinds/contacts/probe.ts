import { setTimeout as sleep } from 'node:timers/promises';
import { entryName } from '../../core/entry-names.ts';
import type { LookWhy } from '../../core/look.ts';
import type { Contact, ListedContact } from '../../core/records.ts';
import type { LookResult } from '../../ledger/probe-log.ts';
import { listContacts } from '../../service/contacts.ts';
import { failedLook, type ServiceUnavailable } from '../../service/errors.ts';
import type { ServicePort } from '../ports.ts';
import { readContacts } from './list.ts';
import { isSameContact, mayBeSame, toldBy } from './match.ts';
import { emailKey, nameKey, phoneKey } from './match-keys.ts';
import type { SoughtContact } from './sought.ts';

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
  const { matches, alike, why, told, failed } = seen;
  const found = [...matches].map(([each, those]) => [each, resultOf(each, those, alike.get(each), why, told)] as const);
  return { found: new Map(found), failed };
}

/** Contacts of the service that are like those sought, in one reading of its list. */
export async function findContacts<Sought extends { readonly contact: Contact }>(
  sought: readonly Sought[],
  { client, pagePauseMs }: Pick<ServicePort, 'client' | 'pagePauseMs'>,
  leaving: AbortSignal,
): Promise<{
  matches: Map<Sought, ListedContact[]>;
  /** One that is no match and may be the sought one all the same. */
  alike: Map<Sought, ListedContact>;
  /** Why one that is not among them may be there. */
  why?: string;
  /** The same for pages. */
  told: LookWhy;
  failed: boolean;
}> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(LOOK_MAX_MS)]);
  const matches = new Map<Sought, ListedContact[]>(sought.map((each) => [each, []]));
  const alike = new Map<Sought, ListedContact>();
  const byName = new Map<string, Sought[]>();
  const byOther = { email: new Map<string, Sought[]>(), phone: new Map<string, Sought[]>() };
  const put = (to: Map<string, Sought[]>, key: string, each: Sought) => {
    const same = to.get(key);
    if (same === undefined) to.set(key, [each]);
    else same.push(each);
  };
  for (const each of sought) {
    const { contact } = each;
    put(byName, nameKey(contact.name), each);
    const by = toldBy(contact);
    if (by !== 'name') put(byOther[by], by === 'email' ? emailKey(contact.email) : phoneKey(contact.phone!), each);
  }
  let why: string | undefined;
  let told: LookWhy = { code: 'hidden' };
  let failed = false;
  try {
    const pages = readContacts(
      async (skip, top) => {
        if (skip > 0 && pagePauseMs > 0) await sleep(pagePauseMs, undefined, { signal });
        return listContacts(client, { skip, top }, signal);
      },
      [...new Set(sought.map(({ contact }) => toldBy(contact)))],
    );
    for (;;) {
      const page = await pages.next();
      if (page.done) {
        if (!page.value.complete) why = page.value.why ?? 'the service may have more contacts than it shows';
        break;
      }
      for (const listed of page.value) {
        const named = byName.get(nameKey(listed.name)) ?? [];
        const mailed = byOther.email.get(emailKey(listed.email)) ?? [];
        // Reading a number takes time, and most doubts are told by an e-mail address.
        const called =
          byOther.phone.size === 0 || listed.phone === undefined ? [] : byOther.phone.get(phoneKey(listed.phone));
        for (const each of new Set([...named, ...mailed, ...(called ?? [])])) {
          if (isSameContact(each.contact, listed)) matches.get(each)!.push(listed);
          else if (mayBeSame(each.contact, listed)) alike.set(each, listed);
        }
      }
    }
  } catch (error) {
    const { message, evidence } = error as Partial<ServiceUnavailable> & Error;
    why = message;
    told = failedLook(evidence);
    failed = true;
  }
  return { matches, alike, failed, told, ...(why === undefined ? {} : { why }) };
}

function resultOf(
  { entry }: SoughtContact,
  those: readonly ListedContact[],
  other: ListedContact | undefined,
  why: string | undefined,
  told: LookWhy,
): Omit<LookResult, 'at'> {
  const name = entryName(entry);
  const [one, ...more] = those;
  if (one !== undefined && more.length === 0) {
    const detail = `found: ${name}, as contact ${one.id}`;
    const parts = [{ say: 'found', entries: [name], why: { code: 'found' } }] as const;
    return { found: 1, absent: 0, unclear: 0, detail, parts, ids: JSON.stringify([[one.id, null]]) };
  }
  const unclear = (words: string, because: LookWhy) => ({
    ...{ found: 0, absent: 0, unclear: 1, detail: `unclear: ${name} (${words})` },
    parts: [{ say: 'unclear', entries: [name], why: because }] as const,
  });
  if (one !== undefined)
    return unclear(`several contacts are like it: ${those.map(({ id }) => id).join(', ')}`, { code: 'several' });
  if (other !== undefined) return unclear(`contact ${other.id} may be it, and is not the same`, { code: 'differs' });
  // The list was read whole: what it does not hold is not there.
  if (why === undefined) {
    const parts = [{ say: 'absent', entries: [name], why: { code: 'absent' } }] as const;
    return { found: 0, absent: 1, unclear: 0, control: 1, detail: `absent: ${name}`, parts };
  }
  return unclear(why.slice(0, WHY_CHARACTERS), told);
}
