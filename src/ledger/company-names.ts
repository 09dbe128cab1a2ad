import type { Company } from '../core/company.ts';
import type { ImportRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** What people said of the books behind the name that the configuration gives them (docs: the same entry, section 5). */
export interface CompanyNames {
  /** The books that a name stands for: its own, unless somebody said that it is another name for those of another. */
  booksOf(name: Company): Promise<Company>;
  /** Whether somebody said which books a service means by this name. */
  isAnswered(service: string, name: Company): Promise<boolean>;
  /** The newest import of a service of which entries were claimed or sent, and how many there are. */
  booked(service: string): Promise<{ readonly last: ImportRow; readonly imports: number } | undefined>;
  /**
   * The newest import of which entries were claimed or sent through a service that is none of these, for books that are none
   * of these; how many there are of its books, and whose those of all such imports are.
   */
  bookedElsewhere(
    services: readonly string[],
    books: readonly Company[],
    unnamedOnly: boolean,
  ): Promise<{ readonly last: ImportRow; readonly imports: number; readonly all: readonly Company[] } | undefined>;
  /** Whether entries of any import were claimed or sent for these books. */
  hasBooked(company: Company): Promise<boolean>;
  /**
   * The newest import of these books of which entries were claimed or sent at another address, where none was at this one, and
   * nobody said that the books are there too.
   */
  bookedAtOther(books: Company, address: string): Promise<ImportRow | undefined>;
  /** The books are at this address too. */
  acceptAddress(books: Company, address: string, at: number, who: string): Promise<void>;
  /** Other names that these books were given. */
  hasOtherName(books: Company): Promise<boolean>;
  /** What was only planned before a service's books had a name is planned anew for these: it is lost to nobody. */
  adoptPlans(from: Company, to: Company): Promise<void>;
  /** From now on the name stands for these books, whoever uses it. What was only planned under the name belongs to them too. */
  answer(service: string, name: Company, books: Company, at: number, who: string): Promise<void>;
}

/** Entries of it were claimed, or sent: a mere plan holds none. */
const CLAIMED = `i.book = 1 and exists (select 1 from batch where import = i.num)
  and (i.state in ('posting', 'completed', 'partly-booked', 'in-doubt') or (i.state = 'planning' and i.todo <> 'plan'))`;

/** Of it nothing was claimed, and nobody is planning it now. */
const ONLY_PLANNED =
  "(i.state in ('planned', 'rejected', 'cancelled') or (i.state = 'planning' and i.todo = 'plan' and i.planner is null))";

export function companyNamesOf(db: Sql): CompanyNames {
  const adopt = async (tx: Sql, from: Company, to: Company) => {
    const which = `i.company = ? and ${ONLY_PLANNED}`;
    // Most often there is none, and nothing is to be written.
    if ((await tx.get(`select 1 from import i where ${which} limit 1`, from)) === undefined) return;
    // Its entries are told by the books, so a plan is none any more: it is made anew.
    await tx.run(`update import as i set company = ?, job_hash = null where ${which}`, to, from);
  };
  return {
    booksOf: async (name) =>
      (await db.get<{ books: Company }>('select books from company_name where name = ? limit 1', name))?.books ?? name,
    isAnswered: async (service, name) =>
      (await db.get('select 1 from company_name where service = ? and name = ?', service, name)) !== undefined,
    async booked(service) {
      const last = await db.get<ImportRow>(
        `select * from import i where i.service = ? and ${CLAIMED} order by i.num desc limit 1`,
        service,
      );
      if (last === undefined) return undefined;
      const { imports } = (await db.get<{ imports: number }>(
        `select count(*) as imports from import i where i.service = ? and i.company = ? and ${CLAIMED}`,
        service,
        last.company,
      ))!;
      return { last, imports };
    },
    async bookedElsewhere(services, books, unnamedOnly) {
      const found = await db.all<{ company: Company; num: number; imports: number }>(
        `select i.company, max(i.num) as num, count(*) as imports from import i
         where i.service not in (select value from json_each(?)) and i.company not in (select value from json_each(?))
           and (? = 0 or i.company like 'service:%') and ${CLAIMED} group by i.company order by num desc`,
        JSON.stringify(services),
        JSON.stringify(books),
        unnamedOnly ? 1 : 0,
      );
      const [first] = found;
      if (first === undefined) return undefined;
      const last = (await db.get<ImportRow>('select * from import where num = ?', first.num))!;
      return { last, imports: first.imports, all: found.map(({ company }) => company) };
    },
    hasBooked: async (company) =>
      (await db.get(`select 1 from import i where i.company = ? and ${CLAIMED} limit 1`, company)) !== undefined,
    bookedAtOther: (books, address) =>
      db.get<ImportRow>(
        `select * from import i where i.company = ?1 and i.address <> ?2 and ${CLAIMED}
           and not exists (select 1 from books_address where books = ?1 and address = ?2)
           and not exists (select 1 from import i where i.company = ?1 and i.address = ?2 and ${CLAIMED})
         order by i.num desc limit 1`,
        books,
        address,
      ),
    async acceptAddress(books, address, at, who) {
      const values = [books, address, at, who];
      await db.run('insert or ignore into books_address (books, address, at, who) values (?, ?, ?, ?)', ...values);
    },
    hasOtherName: async (books) =>
      (await db.get('select 1 from company_name where books = ? and name <> books limit 1', books)) !== undefined,
    adoptPlans: (from, to) => adopt(db, from, to),
    answer: (service, name, books, at, who) =>
      db.write(async (tx) => {
        await tx.run(
          'insert or replace into company_name (service, name, books, at, who) values (?, ?, ?, ?, ?)',
          service,
          name,
          books,
          at,
          who,
        );
        await tx.run('update company_name set books = ? where name = ?', books, name);
        if (books !== name) await adopt(tx, name, books);
      }),
  };
}
