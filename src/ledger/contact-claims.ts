import type { MatchBy } from '../core/records.ts';
import { firstRow } from '../core/row-ranges.ts';
import type { BatchEntry, KnownBy } from '../core/states.ts';
import { unpackEntries } from './batches.ts';
import { type Claim, claimFates, claimKnown, hasClaim, settledOf } from './claims.ts';
import type { Sql } from './sqlite-database.ts';

/** Contacts whose claims one transaction takes: about 50 ms of work. */
const CONTACTS_AT_ONCE = 1_000;

/** A claim that keeps a contact from being created before it is compared with whose claim that is. */
export interface Rival extends Pick<Claim, 'import' | 'seq' | 'row'> {
  /** What both are known by; null: the very same claim, of a contact that its job recognises by nothing that it has. */
  readonly by: MatchBy | null;
  /** Whether the other contact is created, or whether that is not known yet. */
  readonly is: 'created' | 'unsettled';
  /** Batches with an outcome that the other import had when this was looked at. */
  readonly settled: number;
}

export interface ContactClaims {
  /**
   * The newest event of any import when the service's list was read: what an import that rested by then has created stands in
   * it. 0 where the list may not be whole: then it proves nothing.
   */
  readonly listedAt: number;
  /** Contacts that a person said are others than those that exist. */
  readonly insisted: ReadonlySet<number>;
}

/** The newest event in any import's history: 0 where there is none. */
export async function newestEvent(db: Sql): Promise<number> {
  return (await db.get<{ id: number }>('select coalesce(max(id), 0) as id from event'))!.id;
}

/** Whether an import is at work, or was since this event. */
export async function movedSince(db: Sql, num: number, event: number): Promise<boolean> {
  return (
    (await db.get(
      `select 1 from import where num = ?1 and (state in ('planning', 'posting')
         or exists (select 1 from event where import = ?1 and id > ?2))`,
      num,
      event,
    )) !== undefined
  );
}

/**
 * Takes the claims of contacts that are to be created: each takes all that it is known by, or nothing where another import has
 * a claim on a part of it and the list that this one was compared with may not show that one's contact (docs: the same
 * entry, section 6). Of two imports at once the later one so always sees the earlier one's.
 * @returns batches that got none; `rivalsOf` says why
 */
export async function takeContactClaims(
  db: Sql,
  num: number,
  { listedAt, insisted }: ContactClaims,
): Promise<number[]> {
  await db.exec('drop table if exists temp.rival');
  await db.exec('create temp table rival (batch, "by", import, seq, row, "is", settled)');
  const next = (after: number) =>
    db.all<{ no: number; entries: string }>(
      `select b.no, y.entries from batch b join batch_body y on y.import = b.import and y.no = b.no
       where b.import = ? and b.no > ? and b.state in ('ready', 'waiting') and b.attempt is null
         and b.step = 'create-contact' order by b.no limit ${CONTACTS_AT_ONCE}`,
      num,
      after,
    );
  const without: number[] = [];
  for (let page = await next(0); page.length > 0; page = await next(page.at(-1)!.no)) {
    await db.write(async (tx) => {
      // Asked under the write lock: within a transaction nobody else's contact moves.
      const fateOf = claimFates(tx);
      let taken = 0;
      for (const { no, entries } of page) {
        const [entry] = unpackEntries(entries) as [BatchEntry];
        if (await hasClaim(tx, { ...entry, import: num })) continue;
        let rivals = 0;
        for (const { by, same, ...claim } of await rivalClaims(tx, num, entry, insisted.has(entry.seq))) {
          const fate = claim.import === num ? 'booked' : (await fateOf(claim)).is;
          const unsettled = fate === 'pending' || fate === 'doubt';
          if (!unsettled && !same && (fate === 'skipped' || !(await movedSince(tx, claim.import, listedAt)))) continue;
          const { import: other, seq, row } = claim;
          const is = unsettled ? 'unsettled' : 'created';
          await tx.run(
            'insert into rival values (?, ?, ?, ?, ?, ?, ?)',
            no,
            by,
            other,
            seq,
            row,
            is,
            await settledOf(tx, other),
          );
          rivals++;
        }
        if (rivals > 0) {
          without.push(no);
          continue;
        }
        await takeAll(tx, num, entry);
        taken++;
      }
      if (taken > 0) await tx.run("update meta set value = value + 1 where name = 'claims'");
    });
  }
  return without;
}

/** Why a batch got no claims when `takeContactClaims` was last called on this connection. */
export async function rivalsOf(db: Sql, batch: number): Promise<Rival[]> {
  return await db.all<Rival>('select "by", import, seq, row, "is", settled from temp.rival where batch = ?', batch);
}

async function takeAll(db: Sql, num: number, entry: BatchEntry): Promise<void> {
  await db.run(
    'insert into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
    entry.identity,
    entry.content,
    num,
    entry.seq,
    firstRow(entry.rows),
  );
  await claimKnown(db, num, entry);
}

type RivalClaim = Claim & Pick<Rival, 'by'> & { readonly same: boolean };

/** Claims of others on what the contact's job matches by; contacts of one file were compared with each other when it was planned. */
async function rivalClaims(db: Sql, num: number, entry: BatchEntry, insisted: boolean): Promise<RivalClaim[]> {
  const { identity, content, known = [] } = entry;
  const own = await db.get<Claim>('select * from claim where identity = ? and content = ?', identity, content);
  const found: RivalClaim[] = own === undefined ? [] : [{ ...own, by: byOf(known, identity), same: true }];
  for (const { by, identity: shared } of insisted ? [] : known.filter(({ matched }) => matched)) {
    // Most find nobody, and a list of nobody costs more than an answer.
    const some = 'from claim where identity = ? and import <> ? and not (identity = ? and content = ?)';
    if ((await db.get(`select 1 ${some} limit 1`, shared, num, identity, content)) === undefined) continue;
    const others = await db.all<Claim>(`select * ${some}`, shared, num, identity, content);
    found.push(...others.map((claim) => ({ ...claim, by, same: false })));
  }
  return found;
}

function byOf(known: readonly KnownBy[], identity: number): MatchBy | null {
  return known.find((each) => each.identity === identity && each.matched)?.by ?? null;
}
