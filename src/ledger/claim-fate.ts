import { type Claim, hasClaim } from './claims.ts';
import type { Skip } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** What became of the entry behind a claim (docs: the same entry, section 3). What was given up has no claim. */
export type ClaimFate =
  | { readonly is: 'booked' }
  /** It is planned or being sent. */
  | { readonly is: 'pending' }
  /** It was sent, and nobody knows whether it is booked. */
  | { readonly is: 'doubt' }
  /** A person said that it is not to be booked. */
  | { readonly is: 'skipped'; readonly skip: Skip };

const BOOKED: ClaimFate = { is: 'booked' };
const PENDING: ClaimFate = { is: 'pending' };
const DOUBT: ClaimFate = { is: 'doubt' };

/**
 * Tells what became of entries. What is read of an import is kept: a plan judges by how things stood when it first asked, and
 * its claims are judged once more before they are taken.
 */
export function claimFates(db: SqliteDatabase): (claim: Claim) => ClaimFate {
  const known = new Map<number, { readonly open: ReadonlyMap<number, ClaimFate>; asked: number }>();
  return ({ import: num, seq, identity, content }) => {
    let of = known.get(num);
    if (of === undefined) {
      of = { open: openEntries(db, num), asked: 0 };
      known.set(num, of);
    }
    const fate = of.open.get(seq);
    if (fate !== undefined) return fate;
    if (of.open === CANCELLED) return PENDING;
    // The claim was read before its import was asked about: given up in between, its entry is not booked.
    const stands = of.asked++ >= CHECKED_CLAIMS || hasClaim(db, { identity, content, import: num, seq });
    return stands ? BOOKED : PENDING;
  };
}

/** Claims of an import that are looked at again: more than are read before it is first asked about. */
const CHECKED_CLAIMS = 20_000;

/** Its claims are being given back. */
const CANCELLED: ReadonlyMap<number, ClaimFate> = new Map();

/** The entries of an import that are claimed and not booked. */
function openEntries(db: SqliteDatabase, num: number): ReadonlyMap<number, ClaimFate> {
  const row = db.get<{ state: string }>('select state from import where num = ?', num);
  if (row?.state === 'cancelled') return CANCELLED;
  const open = new Map<number, ClaimFate>();
  for (const { seq, skipped } of db.all<{ seq: number; skipped: string | null }>(
    "select seq, skipped from entry where import = ? and state = 'skipped'",
    num,
  )) {
    open.set(seq, { is: 'skipped', skip: JSON.parse(skipped ?? '{}') as Skip });
  }
  const unfinished = db.iterate<{ seq: number; state: string }>(
    `select e.value ->> 0 as seq, b.state from batch b join batch_body y on y.import = b.import and y.no = b.no,
       json_each(y.entries) e where b.import = ? and b.state in ('ready', 'waiting', 'sending', 'in-doubt')`,
    num,
  );
  for (const { seq, state } of unfinished) open.set(seq, state === 'in-doubt' ? DOUBT : PENDING);
  return open;
}
