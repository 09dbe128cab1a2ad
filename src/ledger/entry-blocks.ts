import { SETTLES_WITHIN_DAYS } from '../core/entry-content.ts';
import type { Sql } from './sqlite-database.ts';

/** What the entries of an import say, without their numbers: 12 bytes an entry, read only where days overlap. */
export interface EntryBlock {
  readonly import: number;
  /** Whether its entries had voucher numbers. */
  readonly keyed: boolean;
  /** Hash of what each entry says (`baseContent`), and its ordinal. */
  readonly hashes: Float64Array;
  readonly seqs: Uint32Array;
}

/** Days of the entries of a plan, `YYYY-MM-DD`, and what they say. */
export interface NewBlock extends Omit<EntryBlock, 'import'> {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** To be called in the transaction that ends a plan. */
export async function insertBlock(db: Sql, num: number, block: NewBlock): Promise<void> {
  const { hashes, seqs } = block;
  if (hashes.length === 0) return;
  await db.run(
    `insert into entry_block (import, company, first_day, last_day, keyed, hashes, seqs)
     select ?1, company, ?2, ?3, ?4, ?5, ?6 from import where num = ?1`,
    num,
    block.firstDay,
    block.lastDay,
    block.keyed ? 1 : 0,
    Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength),
    Buffer.from(seqs.buffer, seqs.byteOffset, seqs.byteLength),
  );
}

/** Blocks of other imports of the same books whose days overlap with these. Imports that were given up have none. */
export async function blocksWithin(
  db: Sql,
  num: number,
  company: string,
  first: string,
  last: string,
): Promise<EntryBlock[]> {
  return (
    await db.all<{ import: number; keyed: number; hashes: Buffer; seqs: Buffer }>(
      `select b.import, b.keyed, b.hashes, b.seqs from entry_block b join import i on i.num = b.import
       where b.company = ? and b.first_day <= ? and b.last_day >= ? and b.import <> ? and i.book = 1
         and i.state not in ('rejected', 'cancelled')`,
      company,
      last,
      first,
      num,
    )
  ).map(({ import: other, keyed, hashes, seqs }) => ({
    import: other,
    keyed: keyed === 1,
    hashes: new Float64Array(aligned(hashes)),
    seqs: new Uint32Array(aligned(seqs)),
  }));
}

/**
 * Whether another import of the same books has booked payments without numbers, of days near those of a plan, since that was made:
 * some may be the same with another text or of another day, which only a new plan tells.
 */
export async function areLinesOvertaken(db: Sql, num: number): Promise<boolean> {
  return (
    (await db.get(
      `select 1 from entry_block mine join entry_block b on b.company = mine.company and b.import <> mine.import and b.keyed = 0
         and b.last_day >= date(mine.first_day, '-${SETTLES_WITHIN_DAYS} days') and b.first_day <= date(mine.last_day, '+${SETTLES_WITHIN_DAYS} days')
       join import i on i.num = b.import and i.book = 1 and i.state not in ('rejected', 'cancelled')
       where mine.import = ?1 and mine.keyed = 0 and exists (
         select 1 from event e where e.import = b.import and e.id > (select max(id) from event where import = ?1)) limit 1`,
      num,
    )) !== undefined
  );
}

/** Ordinals of entries of an import that are not booked, nor on their way there. */
export async function givenUp(db: Sql, num: number): Promise<ReadonlySet<number>> {
  return new Set(
    (await db.all<{ seq: number }>("select seq from entry where import = ? and state <> 'replaced'", num)).map(
      ({ seq }) => seq,
    ),
  );
}

function aligned(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer as ArrayBuffer;
}
