import { finishedState, type ImportState } from '../domain/import.ts';
import { aboutImport } from './about.ts';
import type { PipelinePorts } from './ports.ts';
import { keepCounts, receiptOf } from './receipt.ts';
import { settleWaits } from './settle-waits.ts';

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
  ledger.cancelling.takeBackSome(num);
  settleWaits(num, ports);
  const row = ledger.imports.byNum(num);
  if ((row.state !== 'posting' && row.state !== 'in-doubt') || ledger.posting.hasPending(num)) return row.state;
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
    ports.say(`Import ${row.id} (${row.file}) does not add up: ${mismatch}`, aboutImport(row));
  }
  return state;
}
