import type { BatchRow, ProposalRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/**
 * What people say became of a batch, where two of them have to say the same (job: `doubt.confirm`): one answer a person.
 * Whatever settles the doubt removes them (`proposal_settled` in the schema). Each method is one transaction.
 */
export interface Proposals {
  /** Those about a batch, the oldest first. */
  of(batch: Pick<BatchRow, 'import' | 'no' | 'attempt'>): Promise<ProposalRow[]>;
  /** Those about all batches of an import. */
  ofImport(num: number): Promise<ProposalRow[]>;
  /**
   * Keeps an answer; it takes the place of what the same person said before.
   * @param state of the batch, as the person saw it
   * @returns false where the batch is no longer so
   */
  make(proposal: ProposalRow, state: BatchRow['state'], detail: object): Promise<boolean>;
  /**
   * Takes an answer away; that it was given, and why it is withdrawn, stays in the history.
   * @returns false where it stands no more
   */
  drop(proposal: ProposalRow, at: number, reason: string): Promise<boolean>;
}

export function proposalsOf(db: Sql): Proposals {
  const record = (
    tx: Sql,
    { import: num, batch, attempt, place, who }: ProposalRow,
    at: number,
    what: string,
    detail: object,
  ) =>
    tx.run(
      'insert into event (import, at, who, what, detail) values (?, ?, ?, ?, ?)',
      num,
      at,
      who,
      what,
      JSON.stringify({ batch, attempt, place, ...detail }),
    );
  return {
    of: ({ import: num, no, attempt }) =>
      db.all<ProposalRow>(
        'select * from proposal where import = ? and batch = ? and attempt = ? order by at, place, who',
        num,
        no,
        attempt,
      ),
    ofImport: (num) => db.all<ProposalRow>('select * from proposal where import = ?', num),
    make: (proposal, state, detail) =>
      db.write(async (tx) => {
        const { import: num, batch, attempt, became, reason, at, who, place, part } = proposal;
        const made = await tx.run(
          `insert or replace into proposal (import, batch, attempt, became, reason, at, who, place, part)
           select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 where exists
             (select 1 from batch where import = ?1 and no = ?2 and attempt = ?3 and state = ?10)`,
          num,
          batch,
          attempt,
          became,
          reason,
          at,
          who,
          place,
          part,
          state,
        );
        if (made === 0) return false;
        await record(tx, proposal, at, 'proposed', { became, reason, ...detail });
        return true;
      }),
    drop: (proposal, at, reason) =>
      db.write(async (tx) => {
        const { import: num, batch, attempt, became, at: said, who, place } = proposal;
        const gone = await tx.run(
          'delete from proposal where import = ? and batch = ? and attempt = ? and place = ? and who = ? and became = ? and at = ?',
          num,
          batch,
          attempt,
          place,
          who,
          became,
          said,
        );
        if (gone === 0) return false;
        await record(tx, proposal, at, 'proposal-withdrawn', { became, reason });
        return true;
      }),
  };
}
