import { findService, isTwin, type Service } from '../config/config.ts';
import { addressWords, keptAddress } from '../config/kept-address.ts';
import { type Company, companyName, companyOf, companyWords, isNamed } from '../core/company.ts';
import { UsageError } from '../core/issue.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';

/** Whether the books of a service are those that it booked in before is not known: nothing of it is planned or sent. */
export class WhoseBooks extends UsageError {}

type Names = Pick<Ledger, 'companyNames'>;
type Services = Readonly<Record<string, Service>>;

/** What was booked before in books that may be those of a service. */
interface Booked {
  readonly last: ImportRow;
  /** How many imports were booked in the books of that one. */
  readonly imports: number;
  /** Other books that it may be instead. */
  readonly others: readonly Company[];
}

/**
 * The books that a service means by the name which the configuration gives them. Where the books got their first name, or
 * lost it, since this ledger booked for the service, or the service itself got another name, a person is asked once whether
 * they are the same (docs: the same entry, section 5).
 * @param services all that are configured
 * @throws WhoseBooks
 */
export async function whoseBooks(service: string, services: Services, ledger: Names): Promise<Company> {
  const asked = await booksAsked(service, services, ledger);
  if (asked !== undefined) throw asked;
  const { companyNames } = ledger;
  const books = await companyNames.booksOf(companyOf(findService(services, service)));
  const unnamed = companyOf({ name: service, company: '' });
  if (books !== unnamed && !(await companyNames.hasBooked(unnamed))) await companyNames.adoptPlans(unnamed, books);
  return books;
}

/**
 * Books are told by their name, and an address may change. Where nothing was booked at this one, other books may stand behind it,
 * in which nothing of what this ledger calls booked is: a person is asked before a file is compared with that.
 * @throws WhoseBooks
 */
export async function checkAddress(
  { name, address }: Pick<ServicePort, 'name' | 'address'>,
  books: Company,
  { companyNames }: Names,
): Promise<void> {
  const last = await companyNames.bookedAtOther(books, address);
  if (last !== undefined) throw addressAsked(name, address, last);
}

function addressAsked(service: string, address: string, { id, file, address: before }: ImportRow): WhoseBooks {
  return new WhoseBooks(
    `Service ${service} now leads to ${addressWords(address)}. Import ${id} (${file}) was booked at ${addressWords(before!)}, and nothing at the new address. Whether these are the same books is not known, so nothing is taken in for ${service}.`,
    `The same books: bilag books same ${service}. Other books: ${NAME_OTHERS}`,
    { reason: 'books-unknown', facts: { service } },
  );
}

/** How other books at another address are told from those that the ledger knows. */
const NAME_OTHERS =
  'work for them in another folder, or with another BILAG_HOME; or give the service a company of its own in bilag.yaml';

/** What is asked about the books of a service; undefined where nothing is. It changes nothing. */
export async function booksAsked(service: string, services: Services, ledger: Names): Promise<WhoseBooks | undefined> {
  const asked = await question(service, services, ledger);
  return asked === undefined ? undefined : nameAsked(service, services, asked);
}

/** What is asked about the address of a service whose books are known; undefined where nothing is. */
export async function addressQuestion(
  service: string,
  services: Services,
  { companyNames }: Names,
): Promise<WhoseBooks | undefined> {
  const { baseUrl, ...own } = findService(services, service);
  const address = keptAddress(baseUrl);
  const last = await companyNames.bookedAtOther(await companyNames.booksOf(companyOf(own)), address);
  return last && addressAsked(service, address, last);
}

function nameAsked(service: string, services: Services, { last, imports, others }: Booked): WhoseBooks {
  const name = companyOf(findService(services, service));
  const before = imports === 1 ? '' : `, and ${imports - 1} before it,`;
  const more = others.length === 0 ? '' : ` Others were booked for ${others.map(companyWords).join(', ')}.`;
  const wasOther =
    others.length === 0 ? '' : '. If it keeps the books of one of the others, give it back its name or company instead';
  return new WhoseBooks(
    `Service ${service} now keeps the books of ${companyWords(name)}. Import ${last.id} (${last.file})${before} was booked for ${companyWords(last.company)}.${more} Whether these are the same books is not known, so nothing is planned or sent for ${service}.`,
    `The same books: bilag books same ${service}. Other books, where nothing of this is booked yet: bilag books other ${service}${wasOther}`,
    { reason: 'books-unknown', facts: { service } },
  );
}

async function question(service: string, services: Services, { companyNames }: Names): Promise<Booked | undefined> {
  const name = companyOf(findService(services, service));
  if (await companyNames.isAnswered(service, name)) return undefined;
  const booked = await companyNames.booked(service);
  if (booked === undefined) return await underOtherName(service, services, companyNames);
  const { company } = booked.last;
  // From one name to another is another company.
  const sameKind = isNamed(company) === isNamed(name) || (await companyNames.hasOtherName(company));
  return sameKind || (await companyNames.booksOf(name)) === company ? undefined : { ...booked, others: [] };
}

/**
 * What was booked through a service that is not configured any more, where this one has booked nothing: it may be the same one
 * under another name. From one name of a company to another is another company.
 */
async function underOtherName(
  service: string,
  services: Services,
  companyNames: Ledger['companyNames'],
): Promise<Booked | undefined> {
  const own = findService(services, service);
  const name = companyOf(own);
  if (await companyNames.hasBooked(await companyNames.booksOf(name))) return undefined;
  // One that leads to the same place with the same credentials may be kept from before.
  const kept = Object.values(services).filter((other) => other.name === service || !isTwin(own, other));
  const books = await Promise.all(kept.map((each) => companyNames.booksOf(companyOf(each))));
  const found = await companyNames.bookedElsewhere(
    kept.map((each) => each.name),
    books,
    isNamed(name),
  );
  if (found === undefined) return undefined;
  const { last, imports, all } = found;
  return { last, imports, others: all.filter((company) => company !== last.company) };
}

/** What was answered, and about which books. */
export interface BooksAnswered {
  readonly about: 'name' | 'ids' | 'address';
  readonly books: Company;
}

/**
 * A person says whether a service keeps the books that it kept before: where they got another name, where it leads to another
 * address, or where the IDs of all accounts are others.
 * @param services all that are configured
 * @throws UsageError where nothing is asked, or the answer can't be
 */
export async function answerBooks(
  serviceName: string,
  services: Services,
  same: boolean,
  { ledger, now, who }: Pick<PipelinePorts, 'ledger' | 'now' | 'who'>,
): Promise<BooksAnswered> {
  const service = findService(services, serviceName);
  const name = companyOf(service);
  const address = keptAddress(service.baseUrl);
  return await ledger.write(async ({ companyNames, knownIds, imports }) => {
    const asked = await question(service.name, services, { companyNames });
    if (asked === undefined) {
      const books = await companyNames.booksOf(name);
      const elsewhere = await companyNames.bookedAtOther(books, address);
      if (elsewhere !== undefined) {
        if (!same) throw otherAddress(service.name, address);
        await companyNames.acceptAddress(books, address, now(), who);
        const detail = { service: service.name, name: companyName(name), address: addressWords(address) };
        await imports.record(elsewhere.num, now(), who, 'books-same', detail);
        return { about: 'address', books };
      }
      if ((await knownIds.verdict(books)) !== 'asked')
        throw new UsageError(`Nothing is asked about the books of service ${service.name}: ${companyWords(name)}.`);
      if (!same) throw otherIds(service.name);
      await knownIds.setVerdict(books, 'same');
      return { about: 'ids', books };
    }
    const { last } = asked;
    const own = await companyNames.booksOf(name);
    if (same && (own !== name || (await companyNames.hasBooked(name)))) {
      throw new UsageError(
        `${companyWords(name)} has books of its own in this ledger, and those of ${companyWords(last.company)} can't be joined with them.`,
        `Go on with the books of ${companyName(name) || service.name} alone: bilag books other ${service.name}. What was booked for ${companyWords(last.company)} is then not compared with: import none of it again`,
      );
    }
    const books = same ? last.company : own;
    await companyNames.answer(service.name, name, books, now(), who);
    if (same) await companyNames.acceptAddress(books, address, now(), who);
    await imports.record(last.num, now(), who, same ? 'books-same' : 'books-other', {
      service: service.name,
      name: companyName(name),
    });
    return { about: 'name', books };
  });
}

function otherAddress(service: string, address: string): UsageError {
  return new UsageError(
    `Service ${service} has the name of the books that it kept before, and ${addressWords(address)} keeps others.`,
    `Set ${service} back to its address to go on with those. For the other books: ${NAME_OTHERS}`,
    { reason: 'books-differ', facts: { service } },
  );
}

function otherIds(service: string): UsageError {
  return new UsageError(
    `What service ${service} has planned names accounts of the books that it kept before.`,
    `Set ${service} back to those books (address, token, company), or name the other ones: company, in services.${service} of bilag.yaml. Then import the file there.`,
    { reason: 'books-differ', facts: { service } },
  );
}
