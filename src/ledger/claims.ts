import { firstRow, firstRowSql } from '../core/row-ranges.ts';
import type { BatchEntry } from '../core/states.ts';
import type { EntryRow, ImportRow, NewEntry, Skip } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** Claims that one transaction takes: about 30 ms of work. */
const CLAIMS_AT_ONCE = 10_000;

/** A claim on an entry that was taken earlier. */
export interface Claim {
  readonly identity: number;
  readonly content: string;
  readonly import: number;
  readonly seq: number;
  readonly row: number;
}

/** An entry that has a claim, with that claim where it is known. */
export type ClaimedEntry = Pick<Claim, 'import' | 'seq'> & Partial<Pick<Claim, 'identity' | 'content'>>;

/** What a duplicate is one of: an entry of another import, or of the same one. */
export interface Twin extends Pick<Claim, 'import' | 'seq' | 'row'> {
  /** A person said so, and nobody could have told otherwise. */
  readonly said?: true;
}

/** An entry of a frozen batch that somebody claimed while it was planned. */
export interface ClaimConflict extends Claim {
  readonly claimedSeq: number;
  /** Where both have the same amount before it was converted, what the frozen one says with it; `content` is then the other's. */
  readonly original: string | null;
}

const COUNT_UP = "update meta set value = value + 1 where name = 'claims'";

/** Goes up whenever anyone takes a claim. */
export async function claimVersion(db: Sql): Promise<number> {
  return Number((await db.get<{ value: string }>("select value from meta where name = 'claims'"))!.value);
}

/**
 * What is an entry of an import although it says something else, as a claim of that entry, as long as it is booked, on its way
 * there, or skipped by a person: an answer about the numbers, dates or texts of one file holds for the next file, too. What waits
 * for an entry is among them.
 */
const SAID_SAME = `(select s.identity, s.content, s.import, s.seq, s.row from said_same s join import i on i.num = s.import
  where i.state not in ('rejected', 'cancelled')
    and not exists (select 1 from entry e where e.import = s.import and e.seq = s.seq and e.state not in ('replaced', 'skipped')))`;

/** Whether an entry of an import holds this very claim, or was said to be what it is on. */
export async function hasClaim(
  db: Sql,
  { identity, content, import: num, seq }: Pick<Claim, 'identity' | 'content' | 'import' | 'seq'>,
): Promise<boolean> {
  const found = async (from: string) => {
    const sql = `select 1 from ${from} where identity = ? and content = ? and import = ? and seq = ?`;
    return (await db.get(sql, identity, content, num, seq)) !== undefined;
  };
  return (await found('claim')) || (await found(SAID_SAME));
}

/** Claims with any of these identities: JSON, for to read a row each of a million takes twice as long. */
export async function claimsOf(db: Sql, identities: readonly number[]): Promise<Claim[]> {
  type Packed = [identity: number, content: string, num: number, seq: number, row: number];
  const wanted = JSON.stringify(identities);
  const of = async (from: string) => {
    const { claims } = (await db.get<{ claims: string }>(
      `select json_group_array(json_array(identity, content, import, seq, row)) as claims from ${from}
       where identity in (select value from json_each(?))`,
      wanted,
    ))!;
    return (JSON.parse(claims) as Packed[]).map(
      ([identity, content, num, seq, row]): Claim => ({ identity, content, import: num, seq, row }),
    );
  };
  return [...(await of('claim')), ...(await of(SAID_SAME))];
}

/** Remembers what a person said of entries that are not booked for it. To be called in the transaction that acts on the answer. */
export async function noteSaidSame(
  db: Sql,
  aside: readonly { readonly entry: NewEntry; readonly twin?: Twin | undefined }[],
): Promise<void> {
  for (const { entry, twin } of aside) {
    const { identity, content } = entry;
    if (twin?.said !== true || identity == null || content == null) continue;
    await saySame(db, { identity, content, import: twin.import, seq: twin.seq, row: twin.row });
  }
}

/**
 * Remembers what the file said of an entry that a person corrected: the next export says it again, and the entry is booked as
 * she corrected it, or will be. To be called in the transaction that ends the plan of the correction.
 * @param was as it waited; what can't be read says nothing
 */
export async function noteCorrected(
  db: Sql,
  was: Pick<EntryRow, 'import' | 'identity' | 'content'>,
  now: (Pick<EntryRow, 'identity' | 'content'> & Pick<Claim, 'seq' | 'row'>) | undefined,
): Promise<void> {
  const { import: num, identity, content } = was;
  if (now === undefined || identity === null || content === null) return;
  if (now.identity === identity && now.content === content) return;
  await saySame(db, { identity, content, import: num, seq: now.seq, row: now.row });
}

/** Has an entry found by something else too, as long as it stands. @param isNews whether a plan that was made just now has to look again */
export async function saySame(
  db: Sql,
  { identity, content, import: num, seq, row }: Claim,
  isNews = true,
): Promise<void> {
  const said = await db.run(
    'insert or ignore into said_same (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
    identity,
    content,
    num,
    seq,
    row,
  );
  if (said > 0 && isNews) await db.run(COUNT_UP);
}

/** By ordinal: what entries of an import were said to be. */
export async function saidOf(
  db: Sql,
  num: number,
): Promise<ReadonlyMap<number, readonly Pick<Claim, 'identity' | 'content'>[]>> {
  const found = new Map<number, Pick<Claim, 'identity' | 'content'>[]>();
  for (const { seq, ...said } of await db.all<Pick<Claim, 'identity' | 'content' | 'seq'>>(
    'select seq, identity, content from said_same where import = ?',
    num,
  )) {
    const those = found.get(seq);
    if (those === undefined) found.set(seq, [said]);
    else those.push(said);
  }
  return found;
}

/**
 * Gives the claim of an entry of a batch back, where nothing was applied of it: what an earlier step created stands in
 * the service, whatever becomes of the steps that follow.
 */
export async function releaseUnapplied(db: Sql, num: number, no: number, entry: BatchEntry): Promise<void> {
  const follows = await db.get(
    `select 1 from batch b join batch p on p.import = b.import and p.no = b.parent
     where b.import = ? and b.no = ? and p.state = 'continued'`,
    num,
    no,
  );
  if (follows === undefined) await releaseClaim(db, num, entry);
}

/** Gives a claim back, so that the entry can be claimed anew; somebody else's claim is left alone. */
export async function releaseClaim(db: Sql, num: number, entry: BatchEntry): Promise<void> {
  await db.run(
    'delete from claim where identity = ? and content = ? and import = ? and seq = ?',
    entry.identity,
    entry.content,
    num,
    entry.seq,
  );
  for (const { identity } of entry.known ?? [])
    await db.run('delete from claim where identity = ? and content = ?', identity, sharedContent(num, entry.seq));
}

/** What two contacts are known by may be one: each has a claim of its own on it. */
function sharedContent(num: number, seq: number): string {
  return `${num}.${seq}`;
}

/** Claims all that a contact is known by besides what its own claim is on; of any other entry nothing. */
export async function claimKnown(
  db: Sql,
  num: number,
  { identity: own, seq, rows, known = [] }: BatchEntry,
): Promise<void> {
  for (const { identity } of known.filter((each) => each.identity !== own)) {
    await db.run(
      'insert or ignore into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
      identity,
      sharedContent(num, seq),
      num,
      seq,
      firstRow(rows),
    );
  }
}

/**
 * Claims are taken in the order of their tree: in the order of the file, every transaction would write most of
 * the tree's pages anew (measured: ten times the work). The temporary tables are this connection's own.
 * @returns batches that hold entries which others claimed, in order; which entries, `conflictsIn` says: there may be a million
 */
export async function takeClaims(db: Sql, num: number, seen: number): Promise<number[]> {
  await db.exec('drop table if exists temp.wanted');
  await db.exec('drop table if exists temp.conflict');
  await db.exec('drop table if exists temp.progress');
  await db.exec('create temp table progress (import integer primary key, settled)');
  await db.exec('create temp table conflict (batch, claimedSeq, identity, content, import, seq, row, original)');
  await db.exec('create temp table wanted (no integer primary key, batch, seq, row, identity, content)');
  await db.run(
    `insert into wanted (batch, seq, row, identity, content)
     select b.no, e.value ->> 0, ${firstRowSql('e.value ->> 2')}, e.value ->> 5, e.value ->> 6
     from batch b join batch_body y on y.import = b.import and y.no = b.no, json_each(y.entries) e
     where b.import = ? and b.state in ('ready', 'waiting') and b.attempt is null and b.step <> 'create-contact'
     order by 4, 5`,
    num,
  );
  let check = false;
  let expected = seen;
  let conflicts = 0;
  const { count } = (await db.get<{ count: number }>('select count(*) as count from wanted'))!;
  for (let after = 0; after < count; after += CLAIMS_AT_ONCE) {
    const upTo = Math.min(count, after + CLAIMS_AT_ONCE);
    await db.write(async (tx) => {
      // Looked at under the write lock: of two imports that claim at once, the later one sees the earlier one's claims.
      const version = await claimVersion(tx);
      check ||= version !== expected;
      const taken = await tx.run(
        `insert or ignore into claim (identity, content, import, seq, row)
         select identity, content, ?, seq, row from wanted where no > ? and no <= ? order by no`,
        num,
        after,
        upTo,
      );
      if (taken > 0) await tx.run(COUNT_UP);
      expected = taken > 0 ? version + 1 : version;
      if (taken === upTo - after && !check) return;
      let found = 0;
      for (const from of ['claim', SAID_SAME]) {
        found += await tx.run(
          `insert into conflict select w.batch, w.seq, c.identity, c.content, c.import, c.seq, c.row, null
           from wanted w join ${from} c on c.identity = w.identity
           where w.no > ? and w.no <= ? and not (c.import = ? and c.seq = w.seq)`,
          after,
          upTo,
          num,
        );
      }
      await tx.run(
        `insert into progress (import, settled) select o.num, ${SETTLED} from import o
         where o.num in (select import from conflict where rowid > ?) and o.num not in (select import from progress)`,
        conflicts,
      );
      conflicts += found;
    });
  }
  if (check) await db.write((tx) => noteSaidAlike(tx, num));
  await db.exec('drop table temp.wanted');
  await db.exec('create index temp.conflict_batch on conflict (batch)');
  return (await db.all<{ batch: number }>('select distinct batch from conflict order by batch')).map(
    ({ batch }) => batch,
  );
}

/** Entries that have something in common with others that they don't have by their own claims: their amounts before a conversion. */
async function noteSaidAlike(tx: Sql, num: number): Promise<void> {
  await tx.exec('create index temp.conflict_entry on conflict (import, seq)');
  await tx.run(
    `insert into conflict select w.batch, w.seq, c.identity, c.content, c.import, c.seq, c.row, s.content
     from said_same s join wanted w on w.seq = s.seq
       join ${SAID_SAME} c on c.identity = s.identity and c.import <> s.import
     where s.import = ?1 and not exists (select 1 from conflict k where k.import = c.import and k.seq = c.seq)`,
    num,
  );
  await tx.run(
    `insert into progress (import, settled) select o.num, ${SETTLED} from import o
     where o.num in (select import from conflict where original is not null) and o.num not in (select import from progress)`,
  );
}

/**
 * Entries of a batch that others had claimed when `takeClaims` was last called on this connection: they have no claim of
 * their own, whatever became of the other's since.
 */
export async function conflictsIn(db: Sql, batch: number): Promise<ClaimConflict[]> {
  return await db.all<ClaimConflict>(
    'select claimedSeq, identity, content, import, seq, row, original from temp.conflict where batch = ?',
    batch,
  );
}

/**
 * Batches with an outcome that an import had when `takeClaims` on this connection found its claims: what has moved since,
 * also before anybody asks what became of them, shows as a difference.
 */
export async function settledThen(db: Sql, num: number): Promise<number> {
  return (await db.get<{ settled: number }>('select settled from temp.progress where import = ?', num))!.settled;
}

/** What became of the entry behind a claim (docs: the same entry, section 4). What was given up has no claim. */
export type ClaimFate =
  | { readonly is: 'booked' }
  /** It is planned, or on its way: it has its claim, or is about to take it. */
  | { readonly is: 'pending'; readonly isOnItsWay: boolean }
  /** It was sent, and nobody knows whether it is booked. */
  | { readonly is: 'doubt' }
  /** A person said that it is not to be booked. */
  | { readonly is: 'skipped'; readonly skip: Skip };

const BOOKED: ClaimFate = { is: 'booked' };
const PLANNED: ClaimFate = { is: 'pending', isOnItsWay: false };
const ON_ITS_WAY: ClaimFate = { is: 'pending', isOnItsWay: true };
const DOUBT: ClaimFate = { is: 'doubt' };

/**
 * Tells what became of entries. What is read of an import is kept: a plan judges by how things stood when it first asked, and
 * its claims are judged once more before they are taken.
 */
export function claimFates(db: Sql): (entry: ClaimedEntry) => Promise<ClaimFate> {
  const known = new Map<number, { readonly open: ReadonlyMap<number, ClaimFate>; asked: number }>();
  return async ({ import: num, seq, identity, content }) => {
    let of = known.get(num);
    if (of === undefined) {
      of = { open: await openEntries(db, num), asked: 0 };
      known.set(num, of);
    }
    const fate = of.open.get(seq);
    if (fate !== undefined) return fate;
    if (of.open === CANCELLED) return PLANNED;
    if (identity === undefined || content === undefined) return BOOKED;
    // The claim was read before its import was asked about: given up in between, its entry is not booked.
    const stands = of.asked++ >= CHECKED_CLAIMS || (await hasClaim(db, { identity, content, import: num, seq }));
    return stands ? BOOKED : PLANNED;
  };
}

/** Claims of an import that are looked at again: more than are read before it is first asked about. */
const CHECKED_CLAIMS = 20_000;

/** Its claims are being given back. */
const CANCELLED: ReadonlyMap<number, ClaimFate> = new Map();

/** The entries of an import that are claimed and not booked. */
async function openEntries(db: Sql, num: number): Promise<ReadonlyMap<number, ClaimFate>> {
  const row = await db.get<Pick<ImportRow, 'state' | 'book' | 'todo'>>(
    'select state, book, todo from import where num = ?',
    num,
  );
  if (row?.state === 'cancelled') return CANCELLED;
  const pending = row?.book === 1 && row.todo !== 'plan' ? ON_ITS_WAY : PLANNED;
  const open = new Map<number, ClaimFate>();
  for (const { seq, skipped } of await db.all<{ seq: number; skipped: string | null }>(
    "select seq, json_remove(skipped, '$.was') as skipped from entry where import = ? and state = 'skipped'",
    num,
  )) {
    open.set(seq, { is: 'skipped', skip: JSON.parse(skipped ?? '{}') as Skip });
  }
  await db.each<{ seq: number; state: string }>(
    ({ seq, state }) => open.set(seq, state === 'in-doubt' ? DOUBT : pending),
    `select e.value ->> 0 as seq, b.state from batch b join batch_body y on y.import = b.import and y.no = b.no,
       json_each(y.entries) e where b.import = ? and b.state in ('ready', 'waiting', 'sending', 'in-doubt')`,
    num,
  );
  return open;
}

/** How long a planner whose claims were taken is kept from going on, in milliseconds: longer than it takes to notice. */
const PLANNER_PAUSE_MS = 10_000;
/**
 * Takes a claim, whoever has it.
 * @returns the import that had it; undefined where nobody had
 */
export async function retakeClaim(db: Sql, num: number, entry: BatchEntry): Promise<number | undefined> {
  const { identity, content, seq, rows } = entry;
  const had = await db.get<{ import: number }>(
    'select import from claim where identity = ? and content = ?',
    identity,
    content,
  );
  await db.run(
    'insert or replace into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
    identity,
    content,
    num,
    seq,
    firstRow(rows),
  );
  await claimKnown(db, num, entry);
  return had?.import;
}

/** Takes a claim that nobody has. @returns who has it, where somebody else does */
export async function claimIfFree(db: Sql, num: number, entry: BatchEntry): Promise<number | undefined> {
  const { identity, content, seq, rows } = entry;
  await db.run(
    'insert or ignore into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
    identity,
    content,
    num,
    seq,
    firstRow(rows),
  );
  const owner = (await db.get<{ import: number; seq: number }>(
    'select import, seq from claim where identity = ? and content = ?',
    identity,
    content,
  ))!;
  if (owner.import !== num || owner.seq !== seq) return owner.import;
  await claimKnown(db, num, entry);
  return undefined;
}

/** Entries of this import were sent by another: before it sends anything it claims anew, and sets those aside. */
export async function claimAgain(db: Sql, num: number, now: number): Promise<void> {
  // Whoever plans it just now may have looked at the claims before.
  await db.run(
    "update import set planner = 'recovery', planner_until = ? where num = ? and state = 'planning'",
    now + PLANNER_PAUSE_MS,
    num,
  );
  // A claim is only looked at for what no attempt is under way for; what is ready has none.
  await db.run("update batch set attempt = null where import = ? and state = 'ready'", num);
  // Of one that was cancelled nothing is sent: what is ready is held, by whoever closes it.
  await db.run(
    `update import set state = case when cancelled is null then 'planning' else 'posting' end, todo = 'claim'
     where num = ?1 and state in ('posting', 'in-doubt', 'partly-booked')
     and exists (select 1 from batch where import = ?1 and state = 'ready')`,
    num,
  );
}

/**
 * Batches of the import `o` that have an outcome. It only grows: entries that are unfinished might be as many as before, when
 * some were booked and others came back.
 */
export const SETTLED = `(select count(*) from batch b
  where b.import = o.num and b.state in ('booked', 'split', 'continued', 'rejected', 'withdrawn'))`;

/** An import that is waited for: entries that wait, and batches of it that had an outcome before these were judged. */
export interface Blocking {
  entries: number;
  readonly settled: number;
}

/** A number of batches that no import has: whoever waits for it looks again. */
export const LOOK_AGAIN = -1;

/** @param isOvertaken another process has judged some of the entries meanwhile: what is known stays, and is looked at again */
export async function setBlockers(
  db: Sql,
  num: number,
  blockers: ReadonlyMap<number, Blocking>,
  isOvertaken: boolean,
): Promise<void> {
  await db.write(async (tx) => {
    if (isOvertaken) await tx.run('update wait set settled = ? where import = ?', LOOK_AGAIN, num);
    else await tx.run('delete from wait where import = ?', num);
    for (const [other, { entries, settled }] of blockers) {
      await tx.run(
        'insert or replace into wait (import, other, entries, settled) values (?, ?, ?, ?)',
        num,
        other,
        entries,
        isOvertaken ? LOOK_AGAIN : settled,
      );
    }
  });
}

/** Batches of an import that have an outcome. */
export async function settledOf(db: Sql, num: number): Promise<number> {
  return (
    (await db.get<{ settled: number }>(`select ${SETTLED} as settled from import o where o.num = ?`, num))?.settled ?? 0
  );
}
