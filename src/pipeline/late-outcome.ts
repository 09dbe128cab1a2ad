import type { Outcome } from '../domain/outcome.ts';
import type { Settlement } from '../ledger/posting.ts';
import type { BatchRow } from '../ledger/rows.ts';
import { aboutImport } from './about.ts';
import { contradictionWords } from './contradictions.ts';
import type { PipelinePorts } from './ports.ts';

/**
 * The outcome of a request came after its batch was decided about (design, section 4). It settles what of the batch is
 * still in doubt, and is said loudly where it contradicts the decision.
 */
export function lateOutcome(
  { import: num, no }: BatchRow,
  attempt: string,
  outcome: Outcome,
  settlement: Settlement,
  { ledger, now, who, say }: PipelinePorts,
): void {
  const row = ledger.imports.byNum(num);
  if (settlement.to !== 'in-doubt') {
    const became = settlement.to === 'booked' || settlement.to === 'continued' ? 'booked' : 'not-booked';
    const rest = ledger.doubts.list().filter((batch) => batch.import === num && batch.attempt === attempt);
    for (const batch of rest) {
      ledger.doubts.decide(num, batch.no, attempt, {
        became,
        at: now(),
        who,
        reason: `its reply came: ${outcome.kind}`,
      });
    }
  }
  const contradictions = ledger.doubts.contradictions(num).filter((each) => each.attempt === attempt);
  if (contradictions.length === 0) {
    ledger.imports.record(num, now(), who, 'outcome-too-late', { batch: no, attempt, outcome });
    return;
  }
  for (const each of contradictions) {
    const message = contradictionWords(each, row, ledger);
    ledger.imports.record(num, now(), who, 'contradicted', { batch: each.batch, attempt, outcome, message });
    say(`Import ${row.id} (${row.file}): ${message}`, { ...aboutImport(row), batch: each.batch });
  }
  // What had ended well has not.
  ledger.imports.moveState(num, ['completed', 'partly-booked'], 'in-doubt', { finished_at: now() });
}
