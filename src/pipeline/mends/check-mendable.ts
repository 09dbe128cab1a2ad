import { UsageError } from '../../domain/issue.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import type { PipelinePorts } from '../ports.ts';
import { checkRetriable } from '../retry-import.ts';
import type { CopiedCells } from './waiting-rows.ts';

/**
 * To be called in the transaction that acts on cells: rows that were planned again since these were copied may read
 * otherwise by now, and what somebody did to them would be undone by it.
 * @throws UsageError where the import can't be retried, or was planned again meanwhile
 */
export function checkMendable({ num, id }: ImportRow, { newest }: CopiedCells, ports: PipelinePorts): void {
  const { ledger } = ports;
  checkRetriable(ledger.imports.byNum(num), ports);
  if (ledger.waiting.newest(num) <= newest) return;
  throw new UsageError(
    `Import ${id} was planned again just now: its rows may read otherwise.`,
    'Look at the failed rows again.',
  );
}
