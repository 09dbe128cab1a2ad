import type { ImportState } from '../domain/import.ts';
import { UsageError } from '../domain/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { finishIfDone } from './finish-import.ts';
import type { PipelinePorts } from './ports.ts';

/**
 * A person says what became of a batch in doubt (design, section 4). The decision stays in the history with its reason.
 * @throws UsageError where the batch is not in doubt, or its sender may still be alive
 */
export function resolveDoubt(
  row: ImportRow,
  no: number,
  became: 'booked' | 'not-booked',
  reason: string,
  ports: PipelinePorts,
): ImportState {
  const { ledger, now, who } = ports;
  const batch = ledger.posting.batch(row.num, no);
  if (batch === undefined)
    throw new UsageError(`Import ${row.id} has no batch ${no}.`, `See them with: bilag show ${row.id}`);
  if (batch.state !== 'in-doubt') {
    throw new UsageError(`Batch ${no} of import ${row.id} is not in doubt; it is ${batch.state}.`);
  }
  if (reason.trim() === '') throw new UsageError('A reason is needed.', 'Add --reason with how you know.');
  const sender = batch.holder === null ? undefined : ledger.holders.find(batch.holder);
  if (became === 'not-booked' && sender !== undefined && sender.lease_until >= now()) {
    throw new UsageError(
      `The process that sent batch ${no} (pid ${sender.pid} on ${sender.host}) still lives: its request may still arrive.`,
      'Wait until it has ended, then say so again.',
    );
  }
  ledger.doubts.decide(row.num, no, batch.attempt!, { became, at: now(), who, reason });
  return finishIfDone(row.num, ports);
}
