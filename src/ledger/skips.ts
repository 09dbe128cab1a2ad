import { baseContent, nthContent } from '../core/entry-content.ts';
import { firstRow } from '../core/row-ranges.ts';
import { importsOf } from './imports.ts';
import { revisionsOf } from './revisions.ts';
import type { EntryRow, ProblemRow, Skip } from './rows.ts';
import type { Sql } from './sqlite-database.ts';
import { SOME_WAITS, WAITS, type WaitingCount } from './waiting.ts';

/** What a skip leaves out, and what becomes of it when somebody takes that back. To be called in a transaction. */
export interface Skips {
  /** The number of the next skip of an import, from 1. */
  next(num: number): Promise<number>;
  /**
   * Skips entries: their rows count as skipped, and what they come to is no part of the file's totals any more; duplicates stay
   * booked already. Where nothing waits any more the import is `posting`, with nothing left to be sent: ready to be closed.
   * @returns those that still waited
   */
  skip(num: number, seqs: readonly number[], skip: Skip, claims: boolean): Promise<WaitingCount>;
  /** Entries that are skipped by a skip, in file order. */
  seqs(num: number, no: number): Promise<number[]>;
  /**
   * They wait again as they did before the skip. An import that had come to its end is `posting`, with nothing to be sent: ready
   * to be closed. @returns those that were still skipped by it, and are not now
   */
  takeBack(num: number, no: number, seqs: readonly number[], at: number): Promise<TakenBack>;
}

export interface TakenBack extends WaitingCount {
  /** Entries that stay skipped: another import has booked the same since, or is about to. */
  readonly kept: number;
  /** Such an import; undefined where nothing is kept. */
  readonly keptFor: number | undefined;
}

/** How an entry stood before it was skipped. */
interface Before {
  readonly state: EntryRow['state'];
  readonly problems: readonly Omit<ProblemRow, 'import' | 'seq'>[];
  /** Corrections that counted, by id. */
  readonly revisions: readonly number[];
  /** Claims that other imports had on the same; absent where a skip claims nothing. */
  readonly others?: number;
}

/** A skip as it stands beside an entry. */
interface KeptSkip extends Skip {
  readonly was: Before;
}

const IS_SKIPPED = "state in ('skipped', 'duplicate-skipped') and skipped is not null";

export function skipsOf(db: Sql): Skips {
  return {
    next: async (num) =>
      (await db.get<{ no: number }>("select count(*) + 1 as no from event where import = ? and what = 'skipped'", num))!
        .no,
    skip: (num, seqs, skip, claims) => skipEntries(db, num, seqs, skip, claims),
    seqs: async (num, no) =>
      (
        await db.all<{ seq: number }>(
          `select seq from entry where import = ? and ${IS_SKIPPED} and skipped ->> '$.no' = ? order by seq`,
          num,
          no,
        )
      ).map(({ seq }) => seq),
    takeBack: (num, no, seqs, at) => takeBack(db, num, no, seqs, at),
  };
}

async function skipEntries(
  db: Sql,
  num: number,
  seqs: readonly number[],
  skip: Skip,
  claims: boolean,
): Promise<WaitingCount> {
  const imports = importsOf(db);
  const { state, file_totals, rows_skipped } = await imports.byNum(num);
  const totals = totalsOf(file_totals);
  const done = { entries: 0, rows: 0 };
  let rows = 0;
  const corrected = await revisionsOf(db).counting(num, seqs);
  for (const seq of seqs) {
    const entry = await db.get<EntryRow>(
      `select e.* from entry e where e.import = ? and e.seq = ? and ${WAITS}`,
      num,
      seq,
    );
    if (entry === undefined) continue;
    done.entries++;
    done.rows += entry.row_count;
    const revisions = corrected.filter((each) => each.seq === seq).map(({ id }) => id);
    // The service has it by an earlier import, and that stays so.
    if (entry.state === 'duplicate') {
      await setSkipped(db, entry, 'duplicate-skipped', {
        ...skip,
        was: { state: entry.state, problems: [], revisions },
      });
      continue;
    }
    rows += entry.row_count;
    addTotals(totals, entry.totals, -1n);
    const was: Before = {
      state: entry.state,
      problems: await db.all<Before['problems'][number]>(
        'select row, cause, detail, own from problem where import = ? and seq = ? order by row, cause',
        num,
        seq,
      ),
      revisions,
      ...(claims ? { others: (await othersWith(db, entry)).length } : {}),
    };
    await setSkipped(db, entry, 'skipped', { ...skip, was });
    await db.run('delete from problem where import = ? and seq = ?', num, seq);
    // Whoever brings the same entry again is told that it was skipped.
    if (claims) await claimSkipped(db, entry);
  }
  await revisionsOf(db).supersede(num, seqs, skip.at);
  // Whoever goes round closes it too, should this process die before it does.
  const isOver = state === 'partly-booked' && (await db.get(SOME_WAITS, num)) === undefined;
  await imports.update(num, {
    ...(isOver ? { state: 'posting' as const, posting_at: skip.at } : {}),
    rows_skipped: rows_skipped + rows,
    ...(file_totals === null ? {} : { file_totals: totalsText(totals) }),
  });
  return done;
}

async function takeBack(db: Sql, num: number, no: number, seqs: readonly number[], at: number): Promise<TakenBack> {
  const imports = importsOf(db);
  const { state, file_totals, rows_skipped } = await imports.byNum(num);
  const totals = totalsOf(file_totals);
  const done = { entries: 0, rows: 0, kept: 0 };
  let keptFor: number | undefined;
  let rows = 0;
  for (const seq of seqs) {
    const entry = await db.get<EntryRow>(
      `select * from entry where import = ? and seq = ? and ${IS_SKIPPED}`,
      num,
      seq,
    );
    if (entry === undefined) continue;
    const { no: of, was } = JSON.parse(entry.skipped!) as KeptSkip;
    if (of !== no) continue;
    const others = was.others === undefined ? [] : await othersWith(db, entry);
    const booked = others.length - (was.others ?? 0);
    // Of several equal ones as many stay skipped as others have booked.
    if (booked > 0 && (await equalSkipped(db, entry)) <= booked) {
      done.kept++;
      keptFor = Math.max(...others);
      continue;
    }
    done.entries++;
    done.rows += entry.row_count;
    if (entry.state === 'skipped') {
      rows += entry.row_count;
      addTotals(totals, entry.totals, 1n);
      for (const { row, cause, detail, own } of was.problems)
        await db.run(
          'insert into problem (import, seq, row, cause, detail, own) values (?, ?, ?, ?, ?, ?)',
          num,
          seq,
          row,
          cause,
          detail,
          own,
        );
      if (was.others !== undefined)
        await db.run('delete from claim where identity = ? and import = ? and seq = ?', entry.identity, num, seq);
    }
    // A new place: cells that were copied while it was skipped lack its rows (`Waiting.newest`).
    await db.run(
      `update entry set state = ?, skipped = null, rowid = (select max(rowid) + 1 from entry) where import = ? and seq = ?`,
      was.state,
      num,
      seq,
    );
    await db.run(
      'update revision set undone_at = null where import = ? and id in (select value from json_each(?))',
      num,
      JSON.stringify(was.revisions),
    );
  }
  await imports.update(num, {
    ...(state === 'completed' && done.entries > 0 ? { state: 'posting' as const, posting_at: at } : {}),
    rows_skipped: rows_skipped - rows,
    ...(file_totals === null ? {} : { file_totals: totalsText(totals) }),
  });
  return { ...done, keptFor };
}

async function setSkipped(
  db: Sql,
  { import: num, seq }: EntryRow,
  state: EntryRow['state'],
  skip: KeptSkip,
): Promise<void> {
  const skipped = JSON.stringify(skip);
  await db.run('update entry set state = ?, skipped = ? where import = ? and seq = ?', state, skipped, num, seq);
}

/** Other imports that have the same entry: booked, or on its way there. One that has it twice is there twice. */
async function othersWith(db: Sql, { import: num, identity, content }: EntryRow): Promise<number[]> {
  if (identity === null || content === null) return [];
  const claims = await db.all<{ import: number; content: string }>(
    `select c.import, c.content from claim c where c.identity = ? and c.import <> ? and not exists (
       select 1 from entry e where e.import = c.import and e.seq = c.seq and e.state = 'skipped')`,
    identity,
    num,
  );
  return claims.filter((claim) => baseContent(claim.content) === content).map((claim) => claim.import);
}

/** How many entries of its import that say the same are skipped, itself among them. */
async function equalSkipped(db: Sql, { import: num, identity, content }: EntryRow): Promise<number> {
  const { count } = (await db.get<{ count: number }>(
    `select count(*) as count from entry where import = ? and identity = ? and content = ? and ${IS_SKIPPED}`,
    num,
    identity,
    content,
  ))!;
  return count;
}

/** Takes the first claim among equals that is free. */
async function claimSkipped(db: Sql, { import: num, seq, rows, identity, content }: EntryRow): Promise<void> {
  if (identity === null || content === null) return;
  const row = firstRow(rows);
  for (let n = 0; ; n++) {
    // Only a claim that is taken leads to the next one: whatever else is wrong with it would be so for ever.
    const taken = await db.run(
      'insert into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?) on conflict do nothing',
      identity,
      nthContent(content, n),
      num,
      seq,
      row,
    );
    if (taken > 0) break;
  }
  await db.run("update meta set value = value + 1 where name = 'claims'");
}

function totalsOf(text: string | null): Map<string, bigint> {
  const totals = JSON.parse(text ?? '{}') as Readonly<Record<string, string>>;
  return new Map(Object.entries(totals).map(([account, units]) => [account, BigInt(units)]));
}

/** An account that no row names any more is none of the file's. */
function addTotals(to: Map<string, bigint>, totals: string, sign: 1n | -1n): void {
  for (const [account, units] of totalsOf(totals)) {
    const sum = (to.get(account) ?? 0n) + sign * units;
    if (sum === 0n) to.delete(account);
    else to.set(account, sum);
  }
}

function totalsText(totals: ReadonlyMap<string, bigint>): string {
  return JSON.stringify(Object.fromEntries([...totals].map(([account, units]) => [account, String(units)])));
}
