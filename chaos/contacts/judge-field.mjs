import { finding } from '../say-finding.mjs';

/** The sandbox's status of a field that is active. */
const ACTIVE = 30;

/**
 * One custom field: what files and jobs ask for, what stands in the service, and where bilag says that it is.
 * @param {object} of
 * @param {string} of.text
 * @param {{ field: { name: string, model: string, type: string, nullable: boolean }, fate: string } | undefined} of.field
 *   undefined where nobody asks for it
 * @param {readonly any[]} of.copies as the sandbox tells them
 * @param {readonly import('../placements.mjs').Placement[]} of.places
 * @param {readonly import('../placements.mjs').Placement[]} of.refused those that the service was seen to refuse
 * @param {import('../judge.mjs').Verdict} of.verdict gets what is found
 */
export function judgeField({ text, field, copies, places, refused, verdict }) {
  const { lost, twice, unexpected, claimedButAbsent } = verdict;
  const said = places.map(({ state }) => state).join(', ') || 'nothing';
  const say = (to, what, words, [place] = places) => to.push(finding(what, words, { ...place, text }));
  const inState = (...states) => places.filter(({ state }) => states.includes(state));
  const claimed = inState('booked');
  const doubtful = inState('in-doubt');
  if (field === undefined) {
    if (copies.length > 0) say(unexpected, 'unknown', 'It stands in the service, and nobody asked for it');
    return;
  }
  const wanted = field.fate === 'booked' ? 1 : 0;
  if (copies.length > wanted) {
    const words = `It stands in the service ${copies.length} times, ${wanted} wanted`;
    say(wanted === 0 ? unexpected : twice, wanted === 0 ? 'error-created' : 'twice', words);
  }
  for (const { type, nullable, status } of copies) {
    if (type !== field.field.type || nullable !== field.field.nullable)
      say(unexpected, 'otherwise', `It is ${type}, nullable ${nullable}, instead of ${JSON.stringify(field.field)}`);
    // A person was told of what is in doubt, or refused.
    const told = doubtful.length + refused.length > 0;
    if (status === ACTIVE) continue;
    if (claimed.length > 0)
      say(claimedButAbsent, 'inactive', `It is said to be done (${said}), and is not active`, claimed);
    else if (!told) say(lost, 'inactive', `It is not active, and of it the ledger says: ${said}`);
  }
  if (copies.length === 0 && claimed.length > 0)
    say(claimedButAbsent, 'claimed', 'It is said to be created, and is not there', claimed);
  if (wanted > copies.length && doubtful.length + refused.length === 0)
    say(lost, 'lost', `It is not in the service, and of it the ledger says: ${said}`);
  if (wanted === 0) {
    for (const place of places.filter(({ state }) => state !== 'held'))
      say(unexpected, 'fate', `It should be held, and is ${place.state}`, [place]);
  }
}
