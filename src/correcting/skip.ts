import { setImmediate as letOthers } from 'node:timers/promises';
import { UsageError } from '../core/issue.ts';
import { type ImportState, RETRIABLE } from '../core/states.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingCount, WaitingFilter } from '../ledger/waiting.ts';
import { keepCounts } from '../reporting/receipt.ts';
import { checkCount } from './select.ts';

/** Entries that one transaction skips, or takes back, so that it stays under 100 ms. */
export const ENTRIES_AT_ONCE = 500;

/**
 * Entries that match are not to be booked: their rows count as skipped, and the reason stands in the history and in the
 * audit trail. The receipt adds up after each transaction. Where nothing waits any more the import comes to its end.
 * @throws CountChanged where others match than were confirmed
 */
export async function skipEntries(
  row: ImportRow,
  reason: string,
  { filter, expect }: { filter: WaitingFilter; expect: WaitingCount },
  ports: PipelinePorts,
): Promise<WaitingCount & { state: ImportState }> {
  const { ledger, now, who } = ports;
  const skip = { no: 0, at: now(), who, reason };
  // Whoever brings the same voucher again is told that it was skipped.
  const claims = kindOf(row.kind).records === undefined;
  const done = { entries: 0, rows: 0 };
  let chosen: number[] = [];
  for (let at = 0; at === 0 || at < chosen.length; at += ENTRIES_AT_ONCE) {
    if (at > 0) await letOthers();
    const some = await ledger.write(async (tx) => {
      const { state } = await tx.imports.byNum(row.num);
      // Of what is being planned again somebody else decides.
      if (!RETRIABLE.includes(state)) {
        throw new UsageError(
          `Import ${row.id} is ${state}: what waits in it can't be skipped now.`,
          'Try again later.',
          { reason: 'not-now', facts: { state } },
        );
      }
      if (at === 0) {
        checkCount(await tx.waiting.count(row.num, filter), expect);
        chosen = await tx.waiting.seqs(row.num, filter);
        skip.no = await tx.skips.next(row.num);
      }
      const skipped = await tx.skips.skip(row.num, chosen.slice(at, at + ENTRIES_AT_ONCE), skip, claims);
      await tx.imports.record(row.num, now(), who, 'skipped', { skip: skip.no, reason, ...skipped });
      await keepCounts(row.num, tx);
      return skipped;
    });
    done.entries += some.entries;
    done.rows += some.rows;
  }
  return { ...done, state: await finishIfDone(row.num, ports) };
}
