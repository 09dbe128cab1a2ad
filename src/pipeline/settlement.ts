import type { BatchEntry } from '../domain/batch.ts';
import type { Outcome } from '../domain/outcome.ts';
import { formatRow, parseRanges } from '../domain/row-ranges.ts';
import type { Settlement } from '../ledger/posting.ts';
import type { BatchRow } from '../ledger/rows.ts';
import { divideBatch } from '../rules/cut-batch.ts';
import { retryDelay } from '../rules/retry-delay.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts, ServicePort } from './ports.ts';

/**
 * What becomes of a batch by the outcome of its attempt (design, section 4).
 * @param rejection whether the service is known to refuse a request whole
 */
export function settlementOf(
  batch: BatchRow,
  outcome: Outcome,
  rejection: ServicePort['rejection'],
  { ledger, now, random }: Pick<PipelinePorts, 'ledger' | 'now' | 'random'>,
): Settlement {
  switch (outcome.kind) {
    case 'booked':
      return {
        to: 'booked',
        ids: outcome.ids === undefined ? null : JSON.stringify(outcome.ids.map(({ id, number }) => [id, number])),
      };
    case 'in-doubt':
      return { to: 'in-doubt' };
    case 'not-applied':
    case 'misconfigured':
      return { to: 'ready', dueAt: now() + retryDelay(batch.attempts, random, { atLeastMs: outcome.retryAfter ?? 0 }) };
    case 'rejected':
      break;
  }
  const frozen = ledger.posting.body(batch.import, batch.no);
  if (batch.entries === 1) return { to: 'rejected', ...refusal(frozen.entries[0]!, outcome) };
  // Of several entries some may have been booked, unless the service is known to refuse a request whole.
  if (rejection === 'unknown') return { to: 'in-doubt' };
  const facts = JSON.parse(ledger.imports.byNum(batch.import).facts!) as PlanFacts;
  return { to: 'split', halves: (firstNo) => divideBatch('halves', firstNo, frozen, facts) };
}

/** Where the service says what is wrong: `[0].DraftLines[2].AccountID: `. */
const PLACE = /\[0\]\.DraftLines\[(\d+)\]\.\w+:?\s*/g;

function refusal(entry: BatchEntry, outcome: Outcome) {
  const said =
    outcome.message === '' ? `it answered ${outcome.evidence.status ?? 'nothing'} without a word` : outcome.message;
  const rows = [...parseRanges(entry.rows)];
  const linesARow = entry.lineCount / rows.length;
  const places = [...said.matchAll(PLACE)].map(([, line]) =>
    formatRow(rows[Math.floor(Number(line) / linesARow)] ?? rows[0]!),
  );
  // The same refusal of several entries is one cause: without the place it reads the same.
  const words = said.replace(PLACE, '');
  return {
    entry,
    issue: {
      code: 'service-rejected' as const,
      value: words,
      message: `The service refused the entry: ${words}`,
      suggestion: 'Mend what the service says, in the file or in the service, and retry.',
    },
    detail: `${entry.key === '' ? 'The entry' : `Entry ${entry.key}`} was refused: ${words}${places.length === 0 ? '' : ` (row ${[...new Set(places)].join(', ')})`}`,
  };
}
