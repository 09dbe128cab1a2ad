import { type Company, companyName, companyOf, companyWords, isNamed } from '../core/company.ts';
import { UsageError } from '../core/issue.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';

/** Whether the books of a service are those that it booked in before is not known: nothing of it is planned or sent. */
export class WhoseBooks extends UsageError {}

type Names = Pick<Ledger, 'companyNames'>;

/**
 * The books that a service means by the name which the configuration gives them. Where the books got their first name, or
 * lost it, since this ledger booked for the service, a person is asked once whether they are the same (docs: the same entry,
 * section 5).
 * @throws WhoseBooks
 */
export async function whoseBooks(service: string, name: Company, ledger: Names): Promise<Company> {
  const asked = await question(service, name, ledger);
  if (asked === undefined) {
    const books = await ledger.companyNames.booksOf(name);
    const unnamed = companyOf({ name: service, company: '' });
    if (books !== unnamed && !(await ledger.companyNames.hasBooked(unnamed)))
      await ledger.companyNames.adoptPlans(unnamed, books);
    return books;
  }
  const { last, imports } = asked;
  const before = imports === 1 ? '' : `, and ${imports - 1} before it,`;
  throw new WhoseBooks(
    `Service ${service} now keeps the books of ${companyWords(name)}. Import ${last.id} (${last.file})${before} was booked for ${companyWords(last.company)}. Whether these are the same books is not known, so nothing is planned or sent for ${service}.`,
    `The same books: bilag books same ${service}. Other books, where nothing of this is booked yet: bilag books other ${service}`,
    { reason: 'books-unknown', facts: { service } },
  );
}

/** What was booked before in books that have another name now, or none; undefined where nothing is to be asked. */
async function question(
  service: string,
  name: Company,
  { companyNames }: Names,
): Promise<{ readonly last: ImportRow; readonly imports: number } | undefined> {
  if (await companyNames.isAnswered(service, name)) return undefined;
  const booked = await companyNames.booked(service);
  if (booked === undefined) return undefined;
  const { company } = booked.last;
  // From one name to another is another company.
  const sameKind = isNamed(company) === isNamed(name) || (await companyNames.hasOtherName(company));
  return sameKind || (await companyNames.booksOf(name)) === company ? undefined : booked;
}

/** What was answered, and about which books. */
export interface BooksAnswered {
  readonly about: 'name' | 'ids';
  readonly books: Company;
}

/**
 * A person says whether a service keeps the books that it kept before: where they got another name, or where the IDs of all
 * accounts are others.
 * @param service as it is configured
 * @throws UsageError where nothing is asked, or the answer can't be
 */
export async function answerBooks(
  service: { readonly name: string; readonly company: string },
  same: boolean,
  { ledger, now, who }: Pick<PipelinePorts, 'ledger' | 'now' | 'who'>,
): Promise<BooksAnswered> {
  const name = companyOf(service);
  return await ledger.write(async ({ companyNames, knownIds, imports }) => {
    const asked = await question(service.name, name, { companyNames });
    if (asked === undefined) {
      const books = await companyNames.booksOf(name);
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
    await imports.record(last.num, now(), who, same ? 'books-same' : 'books-other', {
      service: service.name,
      name: companyName(name),
    });
    return { about: 'name', books };
  });
}

function otherIds(service: string): UsageError {
  return new UsageError(
    `What service ${service} has planned names accounts of the books that it kept before.`,
    `Set ${service} back to those books (address, token, company), or name the other ones: company, in services.${service} of bilag.yaml. Then import the file there.`,
    { reason: 'books-differ', facts: { service } },
  );
}
