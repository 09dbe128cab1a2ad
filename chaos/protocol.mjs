import { createHash } from 'node:crypto';
import { ofSent } from './doubt.mjs';
import { attemptsOfBatches, entriesOfBatches } from './placements.mjs';
import { finding } from './say-finding.mjs';

/** sha256 of no bytes. */
const NOTHING = createHash('sha256').digest('hex');

/**
 * Breaches of how things are sent, also where by luck nothing came of them:
 * a new attempt may start only when every earlier one of each of its entries is known to have done nothing; every
 * request stands in the ledger as an attempt, with the body that was planned; and what is called booked was answered so,
 * or somebody decided it.
 * @param {readonly import('./files.mjs').File[]} files
 * @param {import('./placements.mjs').LedgerRows} ledger
 * @param {readonly import('./outcomes.mjs').Sent[]} sent
 * @returns {{ sentAgain: import('./say-finding.mjs').Finding[], unfounded: import('./say-finding.mjs').Finding[] }}
 */
export function judgeProtocol(files, ledger, sent) {
  const contents = entriesOfBatches(files, ledger);
  const isDecided = decisionsOf(ledger, contents);
  const equal = new Set(
    files.flatMap(({ entries }) => entries.filter(({ times }) => times > 1).map(({ text }) => text)),
  );
  const sentAgain = [];
  const unfounded = unproven(ledger, sent, contents, isDecided);
  const before = new Map();
  for (const each of sent) {
    const { request, attempt, batch } = each;
    if (attempt === undefined) {
      // Of a request that was cut inside its head no more may have been seen than that it was there.
      if (request.id === undefined && !request.requestWhole) continue;
      unfounded.push(ofSent('no-intent', 'A request left that no attempt in the ledger stands for', each));
      continue;
    }
    // An activation has no body: the batch keeps that of the creation.
    const planned = each.repeatable ? NOTHING : batch?.sha256;
    if (batch !== undefined && request.bodySha256 !== undefined && request.bodySha256 !== planned) {
      unfounded.push(ofSent('other-body', 'What was sent is not the body that was planned', each));
    }
    if (each.repeatable) continue;
    const told = new Set();
    for (const { text, seq, content } of each.entries) {
      // Equal entries are told apart by their claims.
      const key = equal.has(text) ? content : text;
      const earlier = before.get(key) ?? [];
      const open = earlier.find(
        (other) =>
          other.attempt.id === attempt.id ||
          !(isNothing(other) || isDecided('not-booked', other.attempt.id, other.seq)),
      );
      if (open !== undefined && !told.has(open.attempt.id)) {
        told.add(open.attempt.id);
        const words = `It was sent again, though of attempt ${open.attempt.id} it was not known that it did nothing (${open.because})`;
        sentAgain.push({ ...ofSent('sent-again', words, each), text });
      }
      before.set(key, [...earlier, { ...each, seq }]);
    }
  }
  return { sentAgain, unfounded };
}

const isNothing = ({ outcome }) => outcome === 'nothing' || outcome === 'refused';

/**
 * What was decided, entry by entry: of a batch, or of a part of it.
 * @returns {(became: 'booked' | 'not-booked', attempt: string, seq: number) => boolean}
 */
function decisionsOf(ledger, contents) {
  const decided = new Set();
  for (const { import: num, batch, attempt, became, part } of ledger.decisions) {
    const whole = () => (contents.get(`${num}/${batch}`) ?? []).map(({ seq }) => seq);
    for (const seq of part === null ? whole() : JSON.parse(part)) decided.add(`${became} ${attempt} ${seq}`);
  }
  return (became, attempt, seq) => decided.has(`${became} ${attempt} ${seq}`);
}

/** What is called booked, and no whole reply said so, and nobody decided it. */
function unproven(ledger, sent, contents, isDecided) {
  if (sent.length === 0) return [];
  const answered = new Set(sent.filter(({ outcome }) => outcome === 'applied').map(({ request }) => request.id));
  const attemptsOf = attemptsOfBatches(ledger);
  return ledger.batches.flatMap((batch) => {
    const attempts = attemptsOf(batch);
    if (batch.state !== 'booked' || attempts.some((id) => answered.has(id))) return [];
    const entries = contents.get(`${batch.import}/${batch.no}`) ?? [];
    const decided = ({ seq }) => attempts.some((id) => isDecided('booked', id, seq));
    if (entries.length > 0 && entries.every(decided)) return [];
    const words = 'The batch is called booked; no whole reply said so, and nobody decided it';
    return [finding('unproven', words, { import: batch.import, batch: batch.no, attempts })];
  });
}
