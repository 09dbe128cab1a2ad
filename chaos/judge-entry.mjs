import { finding } from './say-finding.mjs';
import { cents } from './totals.mjs';

/** Where an entry may be said to be, by what the file has in store for it. */
const PLACES = {
  booked: new Set(['ready', 'waiting', 'sending', 'booked', 'in-doubt', 'rejected', 'duplicate', 'duplicate-skipped']),
  held: new Set(['held']),
  rejected: new Set(['ready', 'waiting', 'sending', 'in-doubt', 'rejected', 'duplicate', 'duplicate-skipped']),
  duplicate: new Set(['duplicate', 'duplicate-skipped']),
};

const DUPLICATE = new Set(['duplicate', 'duplicate-skipped']);

/**
 * One entry: what the file says of it, what stands booked, and where bilag says that it is.
 * @param {object} of
 * @param {string} of.text
 * @param {import('./files.mjs').Entry | undefined} of.entry undefined where no file says it
 * @param {readonly any[]} of.copies what stands booked under the text
 * @param {readonly import('./placements.mjs').Placement[]} of.places
 * @param {readonly import('./placements.mjs').Placement[]} of.refused those that the service was seen to refuse
 * @param {(copy: any, entry: import('./files.mjs').Entry) => string | undefined} [of.differs] in what a copy is not what
 *   the file says
 * @param {boolean} of.final nothing is under way any more
 * @param {boolean} of.moves a file that says it is still on its way
 * @param {import('./judge.mjs').Verdict} of.verdict gets what is found
 */
export function judgeEntry({
  text,
  entry,
  copies,
  places,
  refused,
  final,
  moves,
  verdict,
  differs = differsFromBooking,
}) {
  const { lost, twice, unexpected, claimedButAbsent } = verdict;
  const wanted = entry?.times ?? 0;
  const has = copies.length;
  const inState = (...states) => places.filter(({ state }) => states.includes(state));
  const claimed = inState('booked');
  const doubtful = final ? inState('in-doubt') : inState('in-doubt', 'sending');
  const said = places.map(({ state }) => state).join(', ') || 'nothing';
  // Whoever has it in a batch knows more of it than who calls it a duplicate.
  const batched = places.filter(({ batch }) => batch !== undefined);
  const say = (to, what, words, [place] = batched.length > 0 ? batched : places) =>
    to.push(finding(what, words, { ...place, text }));

  if (entry === undefined) {
    if (has > 0) say(unexpected, 'unknown', 'It stands booked, and no file says it');
    else say(unexpected, 'unknown', 'The ledger has it, and no file says it');
  } else if (wanted === 0 && has > 0) {
    say(unexpected, 'error-booked', `It stands booked, though the file has an error there (${entry.why})`);
  } else if (has > wanted) {
    say(twice, 'twice', `It stands booked ${times(has)}, the file says it ${times(wanted)}`);
  } else if (has - claimed.length > doubtful.length) {
    say(unexpected, 'not-said', `It stands booked ${times(has)}, and of it the ledger says: ${said}`);
  }
  for (const copy of entry === undefined ? [] : copies) {
    const difference = differs(copy, entry);
    if (difference !== undefined) say(unexpected, 'otherwise', `It stands booked otherwise: ${difference}`);
  }
  if (claimed.length > has) {
    const words = `It is said to be booked ${times(claimed.length)}, and stands there ${times(has)}`;
    say(claimedButAbsent, 'claimed', words, claimed);
  } else {
    for (const place of withoutCopy(claimed, copies)) {
      say(claimedButAbsent, 'claimed', 'What stands booked was sent by others than this batch', [place]);
    }
  }
  const missing = wanted - has;
  // A claim is no excuse, and neither is a duplicate: the other one would have to be booked.
  if (!moves && missing > doubtful.length + refused.length) {
    const words = `The file says it ${times(wanted)}, it stands booked ${times(has)}, and of it the ledger says: ${said}`;
    say(lost, 'lost', words);
  }
  for (const place of entry === undefined ? [] : places) {
    if (!PLACES[entry.fate].has(place.state) && place.state !== 'booked') {
      say(unexpected, 'fate', `It should be ${entry.fate}, and is ${place.state}`, [place]);
    }
  }
  if (entry?.fate !== 'duplicate' && places.length > 0 && places.every(({ state }) => DUPLICATE.has(state))) {
    say(unexpected, 'duplicate', 'It is called a duplicate, and stands nowhere else');
  }
}

const times = (n) => ['never', 'once'][n] ?? `${n} times`;

/** Those of the claims for which nothing stands booked that an attempt of theirs sent; each booking serves one. */
function withoutCopy(claimed, copies) {
  if (copies.some(({ requestId }) => (requestId ?? null) === null)) return [];
  const left = copies.map(({ requestId }) => requestId);
  return claimed.filter(({ attempts }) => {
    const at = left.findIndex((id) => attempts.includes(id));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** In what a booked entry is not what the file says, if in anything: accounts, amounts, dates, and no VAT. */
function differsFromBooking({ lines, vatLines }, entry) {
  const told = lines.map(({ AccountNumber, Amount, FinancialDate }) => ({
    account: String(AccountNumber),
    amount: Amount,
    date: FinancialDate,
  }));
  const [has, wants] = [linesOf(told), linesOf(entry.lines)];
  if (has !== wants) return `${has} instead of ${wants}`;
  const vat = lines.some(({ VatTypeID }) => (VatTypeID ?? null) !== null) || vatLines !== undefined;
  return vat ? 'with VAT' : undefined;
}

/** Lines as one text, the same in whatever order they stand. */
export function linesOf(lines) {
  return lines
    .map(({ account, amount, date }) => `${account} ${cents(amount)} ${date}`)
    .sort()
    .join(', ');
}
