import { entriesOfBatches, groupBy } from './placements.mjs';

const SUCCESS = new Set([200, 201, 204]);
const REFUSED = new Set([400, 409, 413, 415, 422]);
const MISCONFIGURED = new Set([401, 403, 404]);
/** So much of a longer reply's body the ledger keeps, in characters: with the IDs in it beside, and without. */
const CUT = new Set([200, 2_000]);
/** What is sent to do something, by how its path goes on; `needsId`: a success must say what it made. */
const SENDINGS = [
  { is: /\/journalentries/ },
  { is: /\/contacts$/ },
  { is: /\/custom-fields$/, needsId: true },
  // Once or ten times: it does the same.
  { is: /\/custom-fields\/\d+\?action=activate/, repeatable: true },
];

/**
 * A request that books or creates something, as the proxy saw it, and what could be known of its outcome by whoever sent it.
 * @typedef {object} Sent
 * @property {any} request the proxy's record
 * @property {any} attempt the ledger's row; undefined where it has none
 * @property {any} batch
 * @property {{ text: string, seq: number, content: string }[]} entries
 * @property {'applied' | 'refused' | 'nothing' | 'uncertain'} outcome
 * @property {string} because
 * @property {boolean} repeatable it does the same however often it is sent
 */

/**
 * Every such request of which at least a byte left its sender, in the order of the wire.
 *
 * What it meant is said here anew, from what the proxy saw of it, and not by bilag's own rules. Whatever is not listed
 * is uncertain.
 * @param {readonly import('./files.mjs').File[]} files
 * @param {import('./placements.mjs').LedgerRows} ledger
 * @param {readonly any[]} requests
 * @param {{ notApplied: readonly number[], rejection: 'whole' | 'unknown' }} service as it is configured
 * @returns {Sent[]}
 */
export function sentRequests(files, ledger, requests, service) {
  const attempts = new Map(ledger.attempts.map((attempt) => [attempt.id, attempt]));
  const batches = new Map(ledger.batches.map((batch) => [`${batch.import}/${batch.no}`, batch]));
  const contents = entriesOfBatches(files, ledger);
  return requests.flatMap((request) => {
    // Whose head never came whole may be any.
    const { method = 'POST', path, requestBytes } = request;
    const sending = path === undefined ? {} : SENDINGS.find(({ is }) => is.test(path));
    if (method !== 'POST' || requestBytes === 0 || sending === undefined) return [];
    const attempt = attempts.get(request.id);
    const place = attempt && `${attempt.import}/${attempt.batch}`;
    const entries = contents.get(place) ?? [];
    const outcome = outcomeOf(request, attempt, entries.length, { ...service, ...sending });
    const { repeatable = false } = sending;
    return [{ request, attempt, batch: batches.get(place), entries, repeatable, ...outcome }];
  });
}

function outcomeOf(request, attempt, entries, { notApplied, rejection, needsId = false }) {
  const uncertain = (because) => ({ outcome: 'uncertain', because });
  const { replyStatus: status } = request;
  if (!request.replyWhole && !wasRead(request, attempt))
    return uncertain(`its reply did not come to its end (${request.ended ?? 'no reply'})`);
  if (attempt !== undefined && isOpen(attempt)) return uncertain('the ledger has no outcome of it');
  const because = `it was answered ${status}`;
  if (SUCCESS.has(status) && isSuccess(request, attempt)) {
    if (contradicts(request, attempt, entries)) return uncertain(`${because}, which contradicts what was sent`);
    return needsId && !saysId(attempt) ? uncertain(`${because}, without an ID`) : { outcome: 'applied', because };
  }
  if (notApplied.includes(status) || MISCONFIGURED.has(status)) return { outcome: 'nothing', because };
  if (REFUSED.has(status) && (rejection === 'whole' || entries === 1)) return { outcome: 'refused', because };
  return uncertain(because);
}

/**
 * The whole reply was given on, and then its connection broke: it was thrown away unread, or read just before. Only the
 * sender can tell, and it can't have what it kept of a reply that it did not read.
 */
function wasRead({ at, replyStatus }, attempt) {
  const { status, body } = JSON.parse(attempt?.evidence ?? '{}');
  return at?.replyWhole !== undefined && status === replyStatus && body !== undefined;
}

function saysId(attempt) {
  return /"ID":\s*"?\d/.test(JSON.parse(attempt?.evidence ?? '{}').body ?? '');
}

/** What was recovered has no end; whether it has an outcome, the log beside the ledger knew. */
const isOpen = ({ ended_at, outcome }) => ended_at === null && (outcome === null || outcome === 'in-doubt');

/** Empty, or JSON. Where the proxy did not keep the body, what the ledger kept of it as evidence is looked at. */
function isSuccess({ replyBody, replyStatus }, attempt) {
  if (replyStatus === 204) return true;
  const evidence = JSON.parse(attempt?.evidence ?? '{}');
  const body = replyBody ?? evidence.body;
  if (body === undefined || body.trim() === '') return true;
  if (replyBody === undefined && CUT.has(body.length)) {
    return /json/.test(evidence.headers?.['content-type'] ?? '');
  }
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a success of the sandbox speaks against the request: it lists other than what was sent, holds an error, says
 * that it failed, or says nothing at all where IDs are usual.
 */
function contradicts({ replyBody }, attempt, entries) {
  const { body = '' } = JSON.parse(attempt?.evidence ?? '{}');
  let reply;
  try {
    reply = JSON.parse(replyBody ?? body);
  } catch {
    // Nothing, or more than was kept: such a reply lists all of a large batch.
    return false;
  }
  if (Array.isArray(reply))
    return entries > 0 && (reply.length !== entries || reply.some(({ ID }) => ID === undefined));
  return reply?.success === false || (reply?.Messages ?? []).some(({ Level }) => Level === 'Error');
}

/**
 * Which attempts the ledger, at some time, said to be in doubt.
 * @param {import('./placements.mjs').LedgerRows} ledger
 * @returns {Set<string>} ids
 */
export function surfacedAttempts(ledger) {
  const surfaced = new Set(ledger.attempts.filter(({ outcome }) => outcome === 'in-doubt').map(({ id }) => id));
  const inOrder = ledger.attempts.toSorted((a, b) => a.began_at - b.began_at);
  const attemptsOf = groupBy(inOrder, (attempt) => `${attempt.import}/${attempt.batch}`);
  for (const { import: num, what, at, detail } of ledger.events) {
    if (what !== 'in-doubt') continue;
    const said = JSON.parse(detail ?? 'null') ?? {};
    if (typeof said.attempt === 'string') surfaced.add(said.attempt);
    else {
      // It speaks of the batch: of the attempt that was under way then, not of those before or after it.
      const all = attemptsOf.get(`${num}/${said.batch}`) ?? [];
      const current = all.findLast(({ began_at }) => began_at <= at) ?? all[0];
      if (current !== undefined) surfaced.add(current.id);
    }
  }
  return surfaced;
}
