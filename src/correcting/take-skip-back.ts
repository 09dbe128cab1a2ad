import { setImmediate as letOthers } from 'node:timers/promises';
import { UsageError } from '../core/issue.ts';
import type { ImportState } from '../core/states.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingCount } from '../ledger/waiting.ts';
import { keepCounts } from '../reporting/receipt.ts';
import { ENTRIES_AT_ONCE } from './skip.ts';

/** Of what is being planned again somebody else decides. What is sent meanwhile is nobody's that was skipped. */
const TAKEN_BACK_IN: readonly ImportState[] = ['posting', 'completed', 'partly-booked', 'in-doubt'];

/**
 * What a person skipped waits again, as it did before: with its problems and what was corrected in it. Nothing is booked by
 * that: what waits is compared with all that was booked since when it is submitted. What another import has booked since,
 * or is about to, stays skipped. Whoever was cut off, or comes second, takes back the rest.
 * @param no of the skip, as the history has it
 * @throws UsageError where nothing of it is skipped any more, or others have all of it
 */
export async function takeSkipBack(
  row: ImportRow,
  no: number,
  reason: string,
  ports: PipelinePorts,
): Promise<WaitingCount & { kept: number; state: ImportState }> {
  const { ledger, now, who } = ports;
  if (reason.trim() === '') {
    throw new UsageError('A reason is needed.', 'Add --reason with why it was wrong to skip them.', {
      reason: 'reason-needed',
    });
  }
  const done = { entries: 0, rows: 0, kept: 0 };
  let keptFor: number | undefined;
  const chosen = await ledger.skips.seqs(row.num, no);
  for (let at = 0; at === 0 || at < chosen.length; at += ENTRIES_AT_ONCE) {
    if (at > 0) await letOthers();
    const some = await ledger.write(async (tx) => {
      const { state } = await tx.imports.byNum(row.num);
      if (!TAKEN_BACK_IN.includes(state)) {
        throw new UsageError(
          `Import ${row.id} is ${state}: what was skipped in it can't be taken back now.`,
          'Try again later.',
          { reason: 'not-now', facts: { state } },
        );
      }
      const { keptFor: other, ...taken } = await tx.skips.takeBack(
        row.num,
        no,
        chosen.slice(at, at + ENTRIES_AT_ONCE),
        now(),
      );
      keptFor ??= other;
      if (taken.entries > 0) {
        await tx.imports.record(row.num, now(), who, 'skip-taken-back', { skip: no, reason, ...taken });
        await keepCounts(row.num, tx);
      }
      return taken;
    });
    done.entries += some.entries;
    done.rows += some.rows;
    done.kept += some.kept;
  }
  if (keptFor !== undefined && done.entries === 0) throw await overtaken(row, keptFor, ports);
  if (done.entries === 0) {
    throw new UsageError(
      `Nothing of import ${row.id} is skipped by skip ${no}.`,
      `Its history has them, and what was taken back: bilag show ${row.id}`,
      { reason: 'skip-none' },
    );
  }
  return { ...done, state: await finishIfDone(row.num, ports) };
}

async function overtaken(
  { kind }: ImportRow,
  num: number,
  { ledger }: Pick<PipelinePorts, 'ledger'>,
): Promise<UsageError> {
  const { id, file } = await ledger.imports.byNum(num);
  const { many, done } = kindWords(kind);
  return new UsageError(
    `The same ${many} are ${done} by import ${id} (${file}), or about to be: they stay skipped here.`,
    `What became of them there: bilag show ${id}`,
    { reason: 'skip-overtaken', facts: { file } },
  );
}
