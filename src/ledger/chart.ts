import type { Company } from '../core/company.ts';
import type { ChartValue, ReferenceKind } from '../core/records.ts';
import type { Sql } from './sqlite-database.ts';

/** Accounts and VAT types that are kept of a company in a service, at most. */
export const CHART_MAX = 20_000;
/** A reading of the service's list is taken to be given up after this time, in milliseconds: its process may be gone. */
export const READING_MAX_MS = 2 * 60_000;
/** A list that could not be read is asked for again after this time, in milliseconds. */
export const CHART_RETRY_MS = 60_000;

/** How the list of a company in a service was read; times are 0 where that never happened. */
export interface ChartReading {
  readonly asked_at: number;
  readonly read_at: number;
  readonly failed_at: number;
  /** 1 where the service was seen to have no more than what was read. */
  readonly whole: 0 | 1;
}

/** The chart of accounts: accounts and VAT types that a company's service is known to have, also while it is away. */
export interface ChartBook {
  of(company: Company, service: string, kind: ReferenceKind): Promise<ChartValue[]>;
  /** The names of some of them; one that is not known is left out. */
  names(company: Company, service: string, kind: ReferenceKind, codes: readonly string[]): Promise<[string, string][]>;
  reading(company: Company, service: string): Promise<ChartReading | undefined>;
  /** The services whose accounts people may choose, since rows of imports of these kinds wait for them. */
  wanted(kinds: readonly string[]): Promise<{ readonly company: Company; readonly service: string }[]>;
  /**
   * Begins a reading of the service's list, unless it was read since `olderThan`, is being read, or could not be read a moment
   * ago. @returns whether it began
   */
  begin(company: Company, service: string, now: number, olderThan: number): Promise<boolean>;
  /** What the service's list said; what a whole one does not name is gone. */
  keep(company: Company, service: string, values: readonly ChartValue[], whole: boolean, at: number): Promise<void>;
  failed(company: Company, service: string, at: number): Promise<void>;
  /** What single look-ups found is added, or takes the place of what was known. */
  note(company: Company, service: string, values: readonly ChartValue[]): Promise<void>;
}

export function chartBookOf(db: Sql): ChartBook {
  async function put(tx: Sql, company: Company, service: string, values: readonly ChartValue[]): Promise<void> {
    for (const { kind, code, id, name, percent = null } of values.slice(0, CHART_MAX)) {
      await tx.run(
        'insert or replace into chart (company, service, kind, code, service_id, name, percent) values (?, ?, ?, ?, ?, ?, ?)',
        company,
        service,
        kind,
        code,
        id,
        name,
        percent,
      );
    }
  }
  return {
    of: (company, service, kind) =>
      db.all<ChartValue>(
        `select kind, code, service_id as id, name, percent from chart
         where company = ? and service = ? and kind = ? order by length(code), code`,
        company,
        service,
        kind,
      ),
    async names(company, service, kind, codes) {
      if (codes.length === 0) return [];
      const found = await db.all<Pick<ChartValue, 'code' | 'name'>>(
        `select code, name from chart
         where company = ? and service = ? and kind = ? and code in (select value from json_each(?))`,
        company,
        service,
        kind,
        JSON.stringify(codes),
      );
      return found.map(({ code, name }) => [code, name]);
    },
    reading: (company, service) =>
      db.get<ChartReading>(
        'select asked_at, read_at, failed_at, whole from chart_list where company = ? and service = ?',
        company,
        service,
      ),
    wanted: (kinds) =>
      db.all(
        `select distinct company, service from import
         where state = 'partly-booked' and kind in (select value from json_each(?))`,
        JSON.stringify(kinds),
      ),
    begin: async (company, service, now, olderThan) =>
      (await db.run(
        `insert into chart_list (company, service, asked_at) values (?1, ?2, ?3)
         on conflict (company, service) do update set asked_at = ?3
         where (read_at <= ?4 or read_at > ?3) and failed_at not between ?3 - ?5 and ?3
           and (asked_at <= max(read_at, failed_at) or asked_at not between ?3 - ?6 and ?3)`,
        company,
        service,
        now,
        olderThan,
        CHART_RETRY_MS,
        READING_MAX_MS,
      )) > 0,
    keep: (company, service, values, whole, at) =>
      db.write(async (tx) => {
        if (whole) await tx.run('delete from chart where company = ? and service = ?', company, service);
        await put(tx, company, service, values);
        await tx.run(
          'update chart_list set read_at = ?, whole = ? where company = ? and service = ?',
          at,
          whole ? 1 : 0,
          company,
          service,
        );
      }),
    async failed(company, service, at) {
      await db.run('update chart_list set failed_at = ? where company = ? and service = ?', at, company, service);
    },
    note: (company, service, values) => db.write((tx) => put(tx, company, service, values)),
  };
}
