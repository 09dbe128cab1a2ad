import { importFields } from '../core/log.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import type { PipelinePorts } from '../kinds/ports.ts';

/** Between two looks for requests whose sender is gone, in milliseconds. */
export const ORPHAN_CHECK_MS = 5_000;

/** Requests whose sender is gone, or that are past their deadline, are in doubt (design, section 4): never resent, and the rest of the import goes on. */
export async function settleOrphans(ports: PipelinePorts): Promise<void> {
  const { ledger, now, who } = ports;
  const touched = new Set<number>();
  for (const { import: num, no, attempt } of await ledger.doubts.orphans(now())) {
    touched.add(num);
    await ledger.imports.record(num, now(), who, 'in-doubt', {
      batch: no,
      attempt,
      why: 'its sender went away',
      reason: 'sender-gone',
    });
    const row = await ledger.imports.byNum(num);
    const words = `Batch ${no} of import ${row.id} is in doubt: the process that sent it went away. See bilag show.`;
    ports.log('batch-in-doubt', words, { ...importFields(row), batch: no });
  }
  for (const num of touched) await finishIfDone(num, ports);
}
