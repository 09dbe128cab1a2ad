import type { BatchRow, ImportRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** A batch in doubt as a list shows it. */
export type ListedDoubt = Pick<BatchRow, 'import' | 'no' | 'step' | 'entries' | 'rows' | 'attempt' | 'message'> &
  Pick<ImportRow, 'id' | 'job' | 'kind' | 'file' | 'scale'> & {
    /** Its control totals, JSON. */
    readonly totals: string;
    /** When its last request was begun. */
    readonly began_at: number | null;
    /** Names of those who have answered, the first first, JSON: one person does not decide about it. */
    readonly answered: string;
  };

/** Where a page of doubts begins: behind this batch. */
export interface BehindBatch {
  readonly num: number;
  readonly no: number;
}

/** Batches in doubt, of one import or of all. Each view takes as long as there are doubts, however much the ledger holds. */
export interface DoubtPages {
  /** By import, the oldest first. */
  page(limit: number, behind: BehindBatch, num: number | undefined): Promise<ListedDoubt[]>;
  count(num: number | undefined): Promise<{ batches: number; entries: number }>;
  /** A batch that is in doubt no more, as the list shows one. */
  listed(num: number, no: number): Promise<ListedDoubt | undefined>;
  /** Imports with a decision that the outcome of its request may contradict. */
  suspects(num: number | undefined): Promise<number[]>;
}

const LISTED = `select b.import, b.no, b.step, b.entries, b.rows, y.totals, b.attempt, b.message, i.id, i.job, i.kind, i.file,
    i.scale, a.began_at, (select json_group_array(who) from (select who from proposal p
      where p.import = b.import and p.batch = b.no and p.attempt = b.attempt order by at, place, who)) as answered
  from batch b join batch_body y on y.import = b.import and y.no = b.no join import i on i.num = b.import
  left join attempt a on a.id = b.attempt`;

export function doubtPagesOf(db: Sql): DoubtPages {
  return {
    page: (limit, { num: afterNum, no: afterNo }, num) =>
      db.all<ListedDoubt>(
        `${LISTED} where b.state = 'in-doubt' and (b.import, b.no) > (?, ?) and (?3 is null or b.import = ?3)
         order by b.import, b.no limit ?4`,
        afterNum,
        afterNo,
        num ?? null,
        limit,
      ),
    count: async (num) =>
      (await db.get<{ batches: number; entries: number }>(
        `select count(*) as batches, coalesce(sum(entries), 0) as entries from batch
         where state = 'in-doubt' and (?1 is null or import = ?1)`,
        num ?? null,
      ))!,
    listed: (num, no) =>
      db.get<ListedDoubt>(`${LISTED} where b.import = ? and b.no = ? and b.state <> 'in-doubt'`, num, no),
    suspects: async (num) =>
      (
        await db.all<{ import: number }>(
          `select distinct d.import from decision d join attempt a on a.id = d.attempt
           where d.ended = 0 and a.ended_at is not null and a.outcome is not 'in-doubt'
             and (d.became = 'booked') <> (a.outcome = 'booked') and (?1 is null or d.import = ?1) order by d.import`,
          num ?? null,
        )
      ).map((each) => each.import),
  };
}
