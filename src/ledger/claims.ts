import type { BatchEntry } from '../domain/batch.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Claims that are taken in one transaction: about 30 ms of work. */
const CLAIMS_AT_ONCE = 10_000;

/** A claim on an entry that was taken earlier. */
export interface Claim {
  readonly identity: number;
  readonly content: string;
  readonly import: number;
  readonly seq: number;
  readonly row: number;
}

/** An entry of a frozen batch that somebody claimed while it was planned. */
export interface ClaimConflict extends Claim {
  readonly claimedSeq: number;
}

/** Goes up whenever anyone takes a claim. */
export function claimVersion(db: SqliteDatabase): number {
  return Number(db.get<{ value: string }>("select value from meta where name = 'claims'")!.value);
}

/** Whether an entry of an import holds this very claim. */
export function hasClaim(
  db: SqliteDatabase,
  { identity, content, import: num, seq }: Pick<Claim, 'identity' | 'content' | 'import' | 'seq'>,
): boolean {
  const sql = 'select 1 from claim where identity = ? and content = ? and import = ? and seq = ?';
  return db.get(sql, identity, content, num, seq) !== undefined;
}

/** Claims with any of these identities. */
export function claimsOf(db: SqliteDatabase, identities: readonly number[]): Claim[] {
  return db.all<Claim>(
    'select identity, content, import, seq, row from claim where identity in (select value from json_each(?))',
    JSON.stringify(identities),
  );
}

/**
 * Gives the claim of an entry of a batch back, where nothing was applied of it: what an earlier step created stands in
 * the service, whatever becomes of the steps that follow.
 */
export function releaseUnapplied(db: SqliteDatabase, num: number, no: number, entry: BatchEntry): void {
  const follows = db.get(
    `select 1 from batch b join batch p on p.import = b.import and p.no = b.parent
     where b.import = ? and b.no = ? and p.state = 'continued'`,
    num,
    no,
  );
  if (follows === undefined) releaseClaim(db, num, entry);
}

/** Gives a claim back, so that the entry can be claimed anew; somebody else's claim is left alone. */
export function releaseClaim(db: SqliteDatabase, num: number, entry: BatchEntry): void {
  db.run(
    'delete from claim where identity = ? and content = ? and import = ? and seq = ?',
    entry.identity,
    entry.content,
    num,
    entry.seq,
  );
  for (const { identity } of entry.known ?? [])
    db.run('delete from claim where identity = ? and content = ?', identity, sharedContent(num, entry.seq));
}

/** What two contacts are known by may be one: each has a claim of its own on it. */
function sharedContent(num: number, seq: number): string {
  return `${num}.${seq}`;
}

/** Claims all that a contact is known by besides what its own claim is on; of any other entry nothing. */
export function claimKnown(
  db: SqliteDatabase,
  num: number,
  { identity: own, seq, rows, known = [] }: BatchEntry,
): void {
  for (const { identity } of known.filter((each) => each.identity !== own)) {
    db.run(
      'insert or ignore into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
      identity,
      sharedContent(num, seq),
      num,
      seq,
      Number.parseInt(rows, 10),
    );
  }
}

/**
 * Claims are taken in the order of their tree: taken in the order of the file, every transaction would write most of
 * the tree's pages anew (measured: ten times the work). The temporary tables are this connection's own.
 * @returns batches that hold entries which others claimed, in order; which entries, `conflictsIn` says: there may be a million
 */
export function takeClaims(db: SqliteDatabase, num: number, seen: number): number[] {
  db.exec('drop table if exists temp.wanted');
  db.exec('drop table if exists temp.conflict');
  db.exec('create temp table conflict (batch, claimedSeq, identity, content, import, seq, row)');
  db.exec('create temp table wanted (no integer primary key, batch, seq, row, identity, content)');
  db.run(
    `insert into wanted (batch, seq, row, identity, content)
     select b.no, e.value ->> 0, cast(e.value ->> 2 as integer), e.value ->> 5, e.value ->> 6
     from batch b join batch_body y on y.import = b.import and y.no = b.no, json_each(y.entries) e
     where b.import = ? and b.state in ('ready', 'waiting') and b.attempt is null and b.step <> 'create-contact'
     order by 4, 5`,
    num,
  );
  let check = false;
  let expected = seen;
  const { count } = db.get<{ count: number }>('select count(*) as count from wanted')!;
  for (let after = 0; after < count; after += CLAIMS_AT_ONCE) {
    const upTo = Math.min(count, after + CLAIMS_AT_ONCE);
    db.transaction(() => {
      // Looked at under the write lock: of two imports that claim at once, the later one sees the earlier one's claims.
      const version = claimVersion(db);
      check ||= version !== expected;
      const taken = db.run(
        `insert or ignore into claim (identity, content, import, seq, row)
         select identity, content, ?, seq, row from wanted where no > ? and no <= ? order by no`,
        num,
        after,
        upTo,
      );
      if (taken > 0) db.run("update meta set value = value + 1 where name = 'claims'");
      expected = taken > 0 ? version + 1 : version;
      if (taken === upTo - after && !check) return;
      db.run(
        `insert into conflict select w.batch, w.seq, c.identity, c.content, c.import, c.seq, c.row
         from wanted w join claim c on c.identity = w.identity
         where w.no > ? and w.no <= ? and not (c.import = ? and c.seq = w.seq)`,
        after,
        upTo,
        num,
      );
    });
  }
  db.exec('drop table temp.wanted');
  db.exec('create index temp.conflict_batch on conflict (batch)');
  return db.all<{ batch: number }>('select distinct batch from conflict order by batch').map(({ batch }) => batch);
}

/**
 * Entries of a batch that others had claimed when `takeClaims` was last called on this connection: they have no claim of
 * their own, whatever became of the other's since.
 */
export function conflictsIn(db: SqliteDatabase, batch: number): ClaimConflict[] {
  return db.all<ClaimConflict>(
    'select claimedSeq, identity, content, import, seq, row from temp.conflict where batch = ?',
    batch,
  );
}
