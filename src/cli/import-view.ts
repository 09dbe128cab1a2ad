import { waitsOnly } from '../core/states.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { accountNames } from '../reporting/account-names.ts';
import { countOutcomes, type Receipt, receiptOf } from '../reporting/receipt.ts';
import { type ExitCode, exitCodeOf } from './output/exit-code.ts';
import type { ReceiptView } from './output/receipt.ts';

/** An import as the commands report it. */
export interface ImportView extends ReceiptView {
  readonly row: ImportRow;
  readonly facts: PlanFacts | undefined;
  readonly code: ExitCode;
}

export async function viewImport(num: number, ledger: Ledger, now: number): Promise<ImportView> {
  const row = await ledger.imports.byNum(num);
  // Where this process put it to rest, it has just read every batch of it.
  const receipt = await receiptOf(num, ledger, now, 'glance');
  const { heldDuplicates } = await countOutcomes(row, ledger);
  const facts = factsOf(row);
  return {
    row,
    facts,
    receipt,
    heldDuplicates,
    correctable: receipt.rows.held + receipt.rows.rejected > 0,
    names: await accountNames(row, facts, receipt.totals.accounts, ledger),
    code: exitCodeOf({
      state: row.state,
      entries: receipt.entries,
      heldDuplicates,
      mismatches: receipt.mismatches,
      waitsForDoubt: waitsForDoubt(receipt),
    }),
  };
}

export function factsOf(row: ImportRow): PlanFacts | undefined {
  return row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
}

function waitsForDoubt({ state, entries, waiting = [] }: Receipt): boolean {
  return waitsOnly(state, entries.pending, waiting) && waiting.every((other) => other.state === 'in-doubt');
}
