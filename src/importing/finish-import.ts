import { importFields } from '../core/log.ts';
import { finishedState, type ImportState } from '../core/states.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { repeatedGivenUp } from '../reading/duplicate-issue.ts';
import { keepCounts, keepMovedCounts, receiptOf } from '../reporting/receipt.ts';
import { claimEntries, claimOrder } from './claim-entries.ts';
import { earlierImports } from './earlier-imports.ts';

/**
 * Closes an import whose last batch has an outcome, and checks its receipt. What became ready again in one that was
 * cancelled is held first. Entries of other imports that wait for this one are judged again.
 * @returns the state it is in now
 */
export async function finishIfDone(num: number, ports: PipelinePorts): Promise<ImportState> {
  const state = await close(num, ports);
  for (const waiter of await ports.ledger.waits.waiters(num)) {
    if (waiter !== num && (await hasMoved(waiter, ports.ledger))) await finishIfDone(waiter, ports);
  }
  return state;
}

async function close(num: number, ports: PipelinePorts): Promise<ImportState> {
  const { ledger, now, who } = ports;
  await ledger.cancelling.cancelSome(num);
  await settleWaits(num, ports);
  const row = await ledger.imports.byNum(num);
  if (row.state !== 'posting' && row.state !== 'in-doubt') return row.state;
  if (await ledger.posting.hasPending(num)) {
    // Put to rest by another process while this one freed what waited.
    if (row.state === 'in-doubt') await ledger.posting.postPending(num, now());
    // All that is left waits for others, for days perhaps: lists show what became of the rest.
    if (!(await ledger.posting.hasUnsettled(num))) await keepMovedCounts(num, ledger);
    return (await ledger.imports.byNum(num)).state;
  }
  if (kindOf(row.kind).records !== undefined)
    while (await ledger.waiting.holdRepeated(num, (line, earlier) => repeatedGivenUp(row.id, line, earlier)));
  const at = now();
  // What it comes to and that it rests are one step: a doubt that is opened again in between would be forgotten.
  const state = await ledger.write(async (tx) => {
    const { entries, heldDuplicates, contacts, customFields } = await keepCounts(num, tx);
    // What was decided about it and turned out otherwise waits for a person, as a doubt does.
    const contradicted = (await tx.doubts.contradictions(num)).length > 0;
    const to = contradicted ? 'in-doubt' : finishedState(entries, heldDuplicates);
    if (to === row.state) return undefined;
    const posted = row.state === 'posting' && row.posting_at !== null ? Math.max(0, at - row.posting_at) : 0;
    const values = { finished_at: at, posting_at: null, worked: row.worked + posted };
    if (!(await tx.imports.rest(num, row.state, to, values))) return undefined;
    const counts = kindOf(row.kind).records === undefined ? entries : { ...entries, contacts, customFields };
    await tx.imports.record(num, at, who, to, counts);
    return to;
  });
  if (state === undefined) return (await ledger.imports.byNum(num)).state;
  ledger.tidy();
  for (const mismatch of (await receiptOf(num, ledger, at)).mismatches) {
    await ledger.imports.record(num, at, who, 'mismatch', mismatch);
    const words = `Import ${row.id} (${row.file}) does not add up: ${mismatch}`;
    ports.log('receipt-mismatch', words, { ...importFields(row), mismatch });
  }
  return state;
}

/** Whether an import that entries of this one wait for has moved. Records are compared again when their own file is sent. */
export async function hasMoved(num: number, { imports, waits }: Pick<Ledger, 'imports' | 'waits'>): Promise<boolean> {
  if (!(await waits.has(num))) return false;
  const { kind } = await imports.byNum(num);
  return waits.hasMoved(num, kindOf(kind).compares !== undefined);
}

/**
 * Judges the entries of an import again that wait for other imports, where one of these has moved: freed entries become
 * ready, those that are booked elsewhere are duplicates. Contacts go back to a planner for it. Whoever does it twice finds nothing to do the second time.
 */
export function settleWaits(num: number, ports: Pick<PipelinePorts, 'ledger' | 'now'>): Promise<void> {
  const { attemptLog } = ports.ledger;
  const before = settling.get(attemptLog) ?? Promise.resolve();
  const settled = before.then(() => settleWaitsOf(num, ports));
  settling.set(
    attemptLog,
    settled.catch(() => undefined),
  );
  return settled;
}

/** One after the other: what `takeClaims` finds stands in tables of the connection. */
const settling = new WeakMap<Ledger['attemptLog'], Promise<void>>();

async function settleWaitsOf(num: number, { ledger, now }: Pick<PipelinePorts, 'ledger' | 'now'>): Promise<void> {
  const { waits, imports, waiting } = ledger;
  const row = await imports.findByNum(num);
  if (row === undefined || !(await hasMoved(num, ledger))) return;
  // Before anything is freed: whoever dies in between leaves it to be posted, not at rest with entries to send.
  if (row.state === 'in-doubt') await imports.moveState(num, ['in-doubt'], 'posting', { posting_at: now(), named: 0 });
  if (kindOf(row.kind).compares !== undefined) {
    // Compared with the service's list and with what the others created: by a planner, which has what that takes.
    await imports.moveState(num, ['posting'], 'planning', { todo: 'claim' });
    return;
  }
  const insisted = new Set(await waiting.insisted(num, (await imports.corrections(num)).at(-1)?.no ?? 0));
  await claimEntries(
    claimOrder(row, insisted),
    waits.writer(),
    earlierImports(imports, async () => row.sha256),
  );
}
