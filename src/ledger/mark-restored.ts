import { unpackEntries } from './batches.ts';
import { claimIfFree, retakeClaim } from './claims.ts';
import { forgetCopyMark } from './copy-ledger.ts';
import { importsOf } from './imports.ts';
import { clearUnsent } from './plans.ts';
import { revisionsOf } from './revisions.ts';
import type { ImportRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

export interface MarkRestoredOptions {
  /** When the copy was made. */
  readonly copiedAt: number;
  /** What is said of each batch; default: that the ledger was restored from a copy. */
  readonly evidence?: string | undefined;
  readonly at: number;
  readonly who: string;
  readonly reason: string;
  newId(): string;
}

/** What became of an import of which more may have been sent than this ledger knows. */
export interface Doubted {
  readonly num: number;
  /** Batches that were ready to be sent, and are in doubt now. */
  readonly inDoubt: number;
}

const EVIDENCE = JSON.stringify({
  error:
    'The ledger was restored from a copy, in which this waited to be sent, or was being sent. Nobody knows what became of it.',
});

/**
 * In a ledger that is put back from a copy, with no log of what was sent since: whatever was about to be sent may have
 * been. What was ready, or being sent, is in doubt; what was never begun is planned and no more, until somebody says that it be booked;
 * what was being tried again waits as it did before. One transaction, which ends with the mark of the copy gone.
 */
export async function markRestored(db: Sql, options: MarkRestoredOptions): Promise<Doubted[]> {
  const { at, who, reason } = options;
  return await db.write(async (tx) => {
    const imports = importsOf(tx);
    const touched: Doubted[] = [];
    for (const row of await imports.inState('planning', 'posting', 'in-doubt')) {
      const { num, state, todo } = row;
      // One that rests in doubt goes on by itself as well, with what waits beside its doubt.
      if (state === 'in-doubt' && !(await isUnsent(tx, num))) continue;
      const begun = state !== 'planning' || (todo !== 'plan' && (await wasSent(tx, num)));
      if (begun && state === 'planning') await forgetHalfPlan(tx, row);
      const inDoubt = begun ? await doubtBatches(tx, row, options) : 0;
      // Set by whoever was planning it when the copy was made.
      await imports.update(num, { ...(begun ? { state: 'posting' } : { book: 0 }), planner: null, planner_until: 0 });
      await imports.record(num, at, who, begun ? 'restored' : 'restored-plan', {
        inDoubt,
        copied: options.copiedAt,
        reason,
      });
      touched.push({ num, inDoubt });
    }
    await tx.run("update meta set value = value + 1 where name = 'claims'");
    await forgetCopyMark(tx);
    return touched;
  });
}

/** What is planned again still waits until its plan is whole: sent out of half a plan, it would be booked once more by the next retry. */
async function forgetHalfPlan(db: Sql, { num, todo }: ImportRow): Promise<void> {
  if (todo !== 'retry' && todo !== 'correction') return;
  await clearUnsent(db, num, 0);
  const last = todo === 'correction' ? (await importsOf(db).corrections(num)).at(-1) : undefined;
  if (last !== undefined) await revisionsOf(db).giveBack(num, last.no);
}

async function isUnsent(db: Sql, num: number): Promise<boolean> {
  return (
    (await db.get("select 1 from batch where import = ? and state in ('ready', 'waiting') limit 1", num)) !== undefined
  );
}

async function wasSent(db: Sql, num: number): Promise<boolean> {
  return (await db.get('select 1 from attempt where import = ? limit 1', num)) !== undefined;
}

async function doubtBatches(db: Sql, { num }: ImportRow, options: MarkRestoredOptions): Promise<number> {
  const { copiedAt, at, newId } = options;
  const evidence = options.evidence === undefined ? EVIDENCE : JSON.stringify({ error: options.evidence });
  const unsettled = await db.all<{
    no: number;
    state: 'ready' | 'waiting' | 'sending';
    attempt: string;
    entries: string;
  }>(
    `select no, state, attempt, body.entries from batch join batch_body as body using (import, no)
     where import = ? and state in ('ready', 'waiting', 'sending') order by no`,
    num,
  );
  for (const { no, state, attempt, entries } of unsettled) {
    const id = state === 'sending' ? attempt : newId();
    await db.run(
      `insert or ignore into attempt (id, import, batch, holder, began_at, deadline) values (?, ?, ?, '', ?4, ?4)`,
      id,
      num,
      no,
      copiedAt,
    );
    // That whoever sent it has ended is what a person says who accepts the copy.
    await db.run("update attempt set ended_at = ?, outcome = 'in-doubt', evidence = ? where id = ?", at, evidence, id);
    await db.run(
      "update batch set state = 'in-doubt', attempt = ?, holder = null, deadline = null where import = ? and no = ?",
      id,
      num,
      no,
    );
    // What is planned again has none yet.
    for (const entry of unpackEntries(entries)) {
      // What waited for another import has no claims: it was sent only if the other one was given up.
      if (state === 'waiting') await claimIfFree(db, num, entry);
      else await retakeClaim(db, num, entry);
    }
  }
  return unsettled.length;
}
