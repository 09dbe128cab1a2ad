import { surfacedAttempts } from './outcomes.mjs';
import { groupBy } from './placements.mjs';
import { finding } from './say-finding.mjs';

/**
 * Whether what was uncertain was said to be so, in attempts. Recall is `1 - missed / uncertain`, precision
 * `1 - needless / surfaced`.
 * @param {import('./placements.mjs').LedgerRows} ledger
 * @param {readonly import('./outcomes.mjs').Sent[]} sent
 * @param {boolean} final false: a request that is under way need not be in doubt yet
 */
export function judgeDoubt(ledger, sent, final) {
  const harmless = new Set(ledger.attempts.filter(isHarmless(ledger)).map(({ id }) => id));
  const surfaced = new Set([...surfacedAttempts(ledger)].filter((id) => !harmless.has(id)));
  const uncertain = new Map();
  const missed = [];
  for (const each of sent) {
    const { request, attempt, batch } = each;
    if (each.outcome !== 'uncertain' || each.repeatable || uncertain.has(request.id ?? request)) continue;
    const underWay = batch?.state === 'sending' && batch.attempt === attempt.id;
    if (!final && underWay) continue;
    uncertain.set(request.id ?? request, each);
    if (attempt !== undefined && surfaced.has(attempt.id)) continue;
    // Of a request that was cut inside its head, whose it was can't be told.
    if (request.id === undefined && !request.requestWhole) continue;
    missed.push(ofSent('doubt-missed', `Its outcome was uncertain (${each.because}), and nobody was told`, each));
  }
  const seen = groupBy(sent, ({ request }) => request.id);
  const needless = [...surfaced].flatMap((id) => {
    if (uncertain.has(id)) return [];
    const attempt = ledger.attempts.find((row) => row.id === id) ?? { id };
    const [each = { attempt, entries: [], because: 'not a byte of it was seen' }] = seen.get(id) ?? [];
    return [ofSent('doubt-needless', `It was said to be in doubt, but ${each.because}`, each)];
  });
  return { uncertain: uncertain.size, surfaced: surfaced.size, missed, needless };
}

/** Steps that create nothing are sent again whatever became of them. */
function isHarmless({ batches }) {
  const steps = new Map(batches.map(({ import: num, no, step }) => [`${num}/${no}`, step]));
  return (attempt) => ['activate-field', 'read-back'].includes(steps.get(`${attempt.import}/${attempt.batch}`));
}

/** @param {import('./outcomes.mjs').Sent} sent */
export function ofSent(what, words, { request, attempt, entries }) {
  return finding(what, words, {
    text: entries[0]?.text,
    import: attempt?.import,
    batch: attempt?.batch,
    attempts: [request?.id ?? attempt?.id].filter((id) => id !== undefined),
  });
}
