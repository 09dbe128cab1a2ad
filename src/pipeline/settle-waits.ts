import { claimEntries, claimOrder } from './claim-entries.ts';
import { earlierImports } from './earlier-imports.ts';
import type { PipelinePorts } from './ports.ts';

/**
 * Judges the entries of an import again that wait for other imports, where one of these has moved: freed entries become
 * ready, those that are booked elsewhere are duplicates. Contacts go back to a planner for it. Whoever does it twice finds nothing to do the second time.
 */
export function settleWaits(num: number, { ledger }: Pick<PipelinePorts, 'ledger'>): void {
  const { waits, imports, waiting } = ledger;
  const row = imports.findByNum(num);
  if (row?.state !== 'posting' || row.cancelled !== null || !waits.has(num) || !waits.hasMoved(num)) return;
  if (row.kind === 'contacts') {
    // Compared with the service's list and with what the others created: by a planner, which has what that takes.
    if (!ledger.posting.hasUnsettled(num)) imports.moveState(num, ['posting'], 'planning', { todo: 'claim' });
    return;
  }
  const insisted = new Set(waiting.insisted(num, imports.corrections(num).at(-1)?.no ?? 0));
  claimEntries(
    claimOrder(row, insisted),
    waits.writer(),
    earlierImports(imports, () => row.sha256),
  );
}
