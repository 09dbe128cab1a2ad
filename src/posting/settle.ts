import { divideBatch } from '../core/batch-body.ts';
import { packIds } from '../core/booked-ids.ts';
import { agree } from '../core/counted.ts';
import type { Outcome } from '../core/outcome.ts';
import { retryDelay } from '../core/retry-delay.ts';
import { formatRow, parseRanges } from '../core/row-ranges.ts';
import type { BatchEntry } from '../core/states.ts';
import { stepOf } from '../kinds/kinds.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import type { Settlement } from '../ledger/posting.ts';
import type { BatchRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { settleStep, stopsWithout } from './settle-step.ts';

/**
 * What becomes of a batch by the outcome of its attempt (design, section 4).
 * @param rejection whether the service is known to refuse a request whole
 */
export async function settlementOf(
  batch: BatchRow,
  outcome: Outcome,
  rejection: ServicePort['rejection'],
  { ledger, now, random }: Pick<PipelinePorts, 'ledger' | 'now' | 'random'>,
): Promise<Settlement> {
  const step = await settleStep(batch, outcome, { ledger, now, random });
  if (step !== undefined) return step;
  switch (outcome.kind) {
    case 'booked':
      return {
        to: 'booked',
        ids: outcome.ids === undefined ? null : packIds(outcome.ids),
      };
    case 'in-doubt':
      return { to: 'in-doubt' };
    case 'not-applied':
    case 'misconfigured': {
      // A service that says when to come again is no service in trouble: the wait does not grow.
      const { retryAfter } = outcome;
      const failures = retryAfter === undefined ? batch.attempts : 1;
      return { to: 'ready', dueAt: now() + retryDelay(failures, random, { atLeastMs: retryAfter ?? 0 }) };
    }
    case 'rejected':
      break;
  }
  const frozen = await ledger.posting.body(batch.import, batch.no);
  if (batch.entries === 1) {
    const refused = refusal(frozen.entries[0]!, batch.step, outcome);
    const stops = await stopsWithout(batch, refused.issue.value, { ledger, now });
    return { to: 'rejected', ...refused, ...(stops === undefined ? {} : { stops }) };
  }
  // Of several entries some may have been booked, unless the service is known to refuse a request whole.
  if (rejection === 'unknown') return { to: 'in-doubt' };
  const facts = JSON.parse((await ledger.imports.byNum(batch.import)).facts!) as PlanFacts;
  return { to: 'split', halves: (firstNo) => divideBatch('halves', firstNo, frozen, facts) };
}

/** Where the service says what is wrong: `[0].DraftLines[2].AccountID: `. */
const PLACE = /\[0\]\.DraftLines\[(\d+)\]\.\w+:?\s*/g;

function refusal(entry: BatchEntry, step: string, outcome: Outcome) {
  const { noun } = stepOf(step);
  const words = wordsOf(outcome.message) || `it answered ${outcome.evidence.status ?? 'nothing'} without a word`;
  const stop = /[!?…]$/.test(words) ? '' : '.';
  const rows = [...parseRanges(entry.rows)];
  const linesARow = entry.lineCount / rows.length;
  const places = new Set(
    [...outcome.message.matchAll(PLACE)].map(([, line]) =>
      formatRow(rows[Math.floor(Number(line) / linesARow)] ?? rows[0]!),
    ),
  );
  const where = places.size === 0 ? stop : ` (${agree(places.size, 'row')} ${[...places].join(', ')}).`;
  return {
    entry,
    issue: {
      code: 'service-rejected' as const,
      value: words,
      message: `The service refused the ${noun}: ${words}${stop}`,
      suggestion: 'Correct what the service says, in the file or in the service, and retry.',
    },
    detail: `${nameOf(noun, entry.key)} was refused: ${words}${where}`,
    ...(places.size === 0 ? {} : { facts: { rows: [...places] } }),
  };
}

/** `Entry 12`, `The contact Kari Nordmann`, `The entry`. */
function nameOf(noun: string, key: string): string {
  if (noun === 'voucher') return key === '' ? 'The voucher' : `Voucher ${key}`;
  return `The ${noun} ${key}`;
}

/**
 * The service's words without the places, each once: of several lines they are mostly the same, and the same refusal of
 * several entries is one cause.
 */
function wordsOf(message: string): string {
  const parts = message
    .replace(PLACE, '')
    .split('; ')
    .map((part) => part.replace(/[\s.;]+$/, ''));
  const words = new Set(parts.filter((part) => part !== ''));
  const last = parts.at(-1)!;
  // A long message is cut off, in the middle of a place or of what was said before.
  const begins = last.endsWith('…') ? last.slice(0, -1) : undefined;
  const again = (part: string) => part !== last && (part.startsWith(begins!) || begins!.startsWith('[0]'));
  if (begins !== undefined && [...words].some(again)) words.delete(last);
  return [...words].join('; ');
}
