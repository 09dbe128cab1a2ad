import type { JobKind } from '../domain/job.ts';
import type { PlanWriter } from '../ledger/plan-writer.ts';
import { CauseBook } from '../rules/cause-book.ts';
import { type BodyKey, cutBatch } from '../rules/cut-batch.ts';
import { changedIssue, duplicateIssue } from '../rules/duplicate-issue.ts';

export interface ClaimOrder {
  readonly num: number;
  readonly onDuplicate: 'hold' | 'skip' | 'book';
  readonly kind: JobKind;
  readonly key: BodyKey;
  /** Entries that a person said are no duplicates. */
  readonly insisted: ReadonlySet<number>;
  /** Claims taken by everyone when the plan looked for duplicates. */
  readonly claimVersion: number;
}

/**
 * Takes the claims of a plan just before it is posted (design, section 5): of two imports of the same entry, one gets
 * it. Entries that somebody claimed since the plan are taken out of their batches, which were never sent, and set aside.
 */
export function claimEntries(
  order: ClaimOrder,
  writer: PlanWriter,
  describe: (num: number) => { id: string; file: string },
): void {
  const { num, insisted, kind: jobKind, key } = order;
  // One for all batches: the same reason is one cause, in however many of them.
  const causes = new CauseBook(Number.POSITIVE_INFINITY, writer.nextCause(num));
  for (const no of writer.takeClaims(num, order.claimVersion)) {
    const found = writer.conflicts(no);
    const batch = writer.body(num, no);
    const aside = batch.entries.flatMap((entry) => {
      const onDuplicate = insisted.has(entry.seq) ? 'book' : order.onDuplicate;
      const mine = found.filter((conflict) => conflict.claimedSeq === entry.seq);
      const same = mine.find((conflict) => conflict.content === entry.content);
      const other = mine.find((conflict) => conflict.import !== num);
      const changed = jobKind === 'bookings' && entry.key !== '' && other !== undefined && onDuplicate !== 'book';
      const kind = same !== undefined ? 'duplicate' : changed ? 'changed' : undefined;
      if (kind === undefined) return [];
      const earlier = { ...describe((same ?? other)!.import), row: (same ?? other)!.row };
      const { issue, detail } =
        kind === 'duplicate'
          ? duplicateIssue(entry.key, earlier, jobKind)
          : changedIssue(entry.key, entry.date, earlier);
      const state: 'held' | 'duplicate' | 'duplicate-skipped' =
        kind === 'changed'
          ? 'held'
          : onDuplicate === 'skip' || entry.rowCount === 0
            ? 'duplicate-skipped'
            : 'duplicate';
      const alone = cutBatch(0, batch, (kept) => kept === entry, key);
      return [
        {
          batchEntry: entry,
          entry: {
            seq: entry.seq,
            source: 0,
            key: entry.key,
            rows: entry.rows,
            row_count: entry.rowCount,
            state,
            totals: JSON.stringify(alone.totals),
          },
          problems: [{ row: 0, cause: causes.note(issue), detail }],
        },
      ];
    });
    if (aside.length === 0) continue;
    const gone = new Set(aside.map(({ entry }) => entry.seq));
    const rest =
      gone.size === batch.entries.length
        ? undefined
        : (next: number) => cutBatch(next, batch, (entry) => !gone.has(entry.seq), key);
    writer.withdraw(num, no, rest, aside, causes.takeFresh());
  }
}
