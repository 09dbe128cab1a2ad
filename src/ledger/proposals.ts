import type { Decision } from './doubts.ts';
import type { BatchRow, ProposalRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/**
 * What one person says became of a batch, until another one has confirmed it (job: `doubt.confirm`). Whatever settles the
 * doubt meanwhile removes it (`proposal_settled` in the schema). Each method is one transaction.
 */
export interface Proposals {
  /** The one that stands about a batch. */
  of(batch: Pick<BatchRow, 'import' | 'no' | 'attempt'>): Promise<ProposalRow | undefined>;
  /**
   * @param state of the batch, as the person saw it
   * @returns false where the batch is no longer so, or another proposal stands
   */
  make(proposal: ProposalRow, state: BatchRow['state'], detail: object): Promise<boolean>;
  /**
   * Takes a proposal away; the reason stays in the history.
   * @returns false where it stands no more
   */
  drop(proposal: ProposalRow, at: number, who: string, reason: string): Promise<boolean>;
}

/** Whether what a decision confirms is still what is proposed, to the letter; true where it confirms nothing. */
export async function proposalStands(
  db: Sql,
  num: number,
  no: number,
  { became, confirms }: Pick<Decision, 'became' | 'confirms'>,
): Promise<boolean> {
  if (confirms === undefined) return true;
  const { who, at } = confirms;
  const found = await db.get(
    'select 1 from proposal where import = ? and batch = ? and became = ? and who = ? and at = ?',
    num,
    no,
    became,
    who,
    at,
  );
  return found !== undefined;
}

export function proposalsOf(db: Sql): Proposals {
  const record = (tx: Sql, num: number, at: number, who: string, what: string, detail: object) =>
    tx.run(
      'insert into event (import, at, who, what, detail) values (?, ?, ?, ?, ?)',
      num,
      at,
      who,
      what,
      JSON.stringify(detail),
    );
  return {
    of: ({ import: num, no, attempt }) =>
      db.get<ProposalRow>('select * from proposal where import = ? and batch = ? and attempt = ?', num, no, attempt),
    make: ({ import: num, batch, attempt, became, reason, at, who, place, part, sender_gone }, state, detail) =>
      db.write(async (tx) => {
        const made = await tx.run(
          `insert or ignore into proposal (import, batch, attempt, became, reason, at, who, place, part, sender_gone)
           select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 where exists
             (select 1 from batch where import = ?1 and no = ?2 and attempt = ?3 and state = ?11)`,
          num,
          batch,
          attempt,
          became,
          reason,
          at,
          who,
          place,
          part,
          sender_gone,
          state,
        );
        if (made === 1) await record(tx, num, at, who, 'proposed', { batch, became, reason, ...detail });
        return made === 1;
      }),
    drop: ({ import: num, batch, became, at: proposedAt, who: proposer }, at, who, reason) =>
      db.write(async (tx) => {
        const gone = await tx.run(
          'delete from proposal where import = ? and batch = ? and became = ? and who = ? and at = ?',
          num,
          batch,
          became,
          proposer,
          proposedAt,
        );
        const what = who === proposer ? 'proposal-withdrawn' : 'proposal-rejected';
        if (gone === 1)
          await record(tx, num, at, who, what, { batch, became, reason, proposed: { who: proposer, at: proposedAt } });
        return gone === 1;
      }),
  };
}
