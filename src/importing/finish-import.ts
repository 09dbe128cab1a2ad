import { importFields } from '../core/log.ts';
import { finishedState, type ImportState } from '../core/states.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { keepCounts, receiptOf } from '../reporting/receipt.ts';
import { claimEntries, claimOrder } from './claim-entries.ts';
import { earlierImports } from './earlier-imports.ts';

/**
 * Closes an import whose last batch has an outcome, and checks its receipt. What became ready again in one that was
 * cancelled is held first. Entries of other imports that wait for this one are judged again.
 * @returns the state it is in now
 */
export function finishIfDone(num: number, ports: PipelinePorts): ImportState {
  const state = close(num, ports);
  for (const waiter of ports.ledger.waits.waiters(num)) {
    if (waiter !== num && ports.ledger.waits.hasMoved(waiter)) finishIfDone(waiter, ports);
  }
  return state;
}

function close(num: number, ports: PipelinePorts): ImportState {
  const { ledger, now, who } = ports;
  ledger.cancelling.cancelSome(num);
  settleWaits(num, ports);
  const row = ledger.imports.byNum(num);
  if (row.state !== 'posting' && row.state !== 'in-doubt') return row.state;
  if (ledger.posting.hasPending(num)) {
    // Put to rest by another process while this one freed what waited.
    if (row.state === 'in-doubt') ledger.posting.postPending(num, now());
    return ledger.imports.byNum(num).state;
  }
  const { entries, heldDuplicates, contacts, customFields } = keepCounts(num, ledger);
  // What was decided about it and turned out otherwise waits for a person, as a doubt does.
  const contradicted = ledger.doubts.contradictions(num).length > 0;
  const state = contradicted ? 'in-doubt' : finishedState(entries, heldDuplicates);
  if (state === row.state) return state;
  const at = now();
  const posted = row.state === 'posting' && row.posting_at !== null ? Math.max(0, at - row.posting_at) : 0;
  const finished = ledger.imports.rest(num, row.state, state, {
    finished_at: at,
    posting_at: null,
    worked: row.worked + posted,
  });
  if (!finished) return ledger.imports.byNum(num).state;
  ledger.imports.record(
    num,
    at,
    who,
    state,
    row.kind === 'bookings' ? entries : { ...entries, contacts, customFields },
  );
  for (const mismatch of receiptOf(num, ledger, at).mismatches) {
    ledger.imports.record(num, at, who, 'mismatch', mismatch);
    const words = `Import ${row.id} (${row.file}) does not add up: ${mismatch}`;
    ports.log('receipt-mismatch', words, { ...importFields(row), mismatch });
  }
  return state;
}

/**
 * Judges the entries of an import again that wait for other imports, where one of these has moved: freed entries become
 * ready, those that are booked elsewhere are duplicates. Contacts go back to a planner for it. Whoever does it twice finds nothing to do the second time.
 */
export function settleWaits(num: number, { ledger, now }: Pick<PipelinePorts, 'ledger' | 'now'>): void {
  const { waits, imports, waiting } = ledger;
  const row = imports.findByNum(num);
  if (row === undefined || !waits.hasMoved(num)) return;
  // Before anything is freed: whoever dies in between leaves it to be posted, not at rest with entries to send.
  if (row.state === 'in-doubt') imports.moveState(num, ['in-doubt'], 'posting', { posting_at: now(), named: 0 });
  if (row.kind === 'contacts') {
    // Compared with the service's list and with what the others created: by a planner, which has what that takes.
    imports.moveState(num, ['posting'], 'planning', { todo: 'claim' });
    return;
  }
  const insisted = new Set(waiting.insisted(num, imports.corrections(num).at(-1)?.no ?? 0));
  claimEntries(
    claimOrder(row, insisted),
    waits.writer(),
    earlierImports(imports, () => row.sha256),
  );
}
