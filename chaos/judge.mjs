import { judgeDoubt } from './doubt.mjs';
import { judgeEntry, linesOf } from './judge-entry.mjs';
import { sentRequests } from './outcomes.mjs';
import { AT_REST, groupBy, placementsOf, textOf } from './placements.mjs';
import { judgeProtocol } from './protocol.mjs';
import { finding } from './say-finding.mjs';
import { judgeTotals } from './totals.mjs';

/** What means "nothing was done" unless the configuration says otherwise. */
const NOT_APPLIED = [429];
/**
 * @typedef {import('./say-finding.mjs').Finding} Finding
 * @typedef {object} Verdict
 * @property {Finding[]} lost the file says it, the service does not have it, and nothing that bilag says excuses that
 * @property {Finding[]} twice it stands booked more often than the file says, or was sent again when that could happen
 * @property {Finding[]} unexpected it stands booked and should not, or otherwise than the file says, or bilag says otherwise
 * @property {Finding[]} claimedButAbsent bilag says that it is booked, and it is not
 * @property {Finding[]} totals what does not add up
 * @property {Finding[]} unsettled at the end: what still waits to be planned or sent
 * @property {{ uncertain: number, surfaced: number, missed: Finding[], needless: Finding[] }} doubt in attempts
 */

/**
 * Compares what the files said with what the service applied and with what bilag says of it.
 * @param {object} account
 * @param {readonly import('./files.mjs').File[]} account.files each that was brought in, however often
 * @param {any} account.booked what `GET /sandbox/booked` answered
 * @param {import('./placements.mjs').LedgerRows} account.ledger
 * @param {readonly any[]} account.requests the proxy's records, in order; empty where there was no proxy
 * @param {'whole' | 'unknown'} [account.rejection] as it is configured for the service
 * @param {readonly number[]} [account.notApplied] as it is configured for the service
 * @param {boolean} account.final nothing is under way any more
 * @returns {Verdict}
 */
export function judge({ files, booked, ledger, requests, rejection = 'whole', notApplied = NOT_APPLIED, final }) {
  const expected = expectations(files);
  const applied = { ...booked, entries: booked.entries.map((entry) => ({ ...entry, text: entryText(entry) })) };
  const placements = placementsOf(files, ledger);
  const sent = sentRequests(files, ledger, requests, { notApplied, rejection });
  const protocol = judgeProtocol(files, ledger, sent);
  const verdict = {
    lost: [],
    twice: protocol.sentAgain,
    unexpected: [...protocol.unfounded, ...rejectedFiles(files, ledger)],
    claimedButAbsent: [],
    totals: judgeTotals({ files, booked: applied, ledger, placements, final }),
    unsettled: final ? unsettled(ledger) : [],
    doubt: judgeDoubt(ledger, sent, final),
  };
  const copiesOf = groupBy(applied.entries, ({ text }) => text);
  const placesOf = groupBy(placements, ({ text }) => text);
  const refusals = sent.filter(({ outcome, attempt }) => outcome === 'refused' && attempt !== undefined);
  const refused = new Set(refusals.map(({ attempt }) => `${attempt.import}/${attempt.batch}`));
  const wasRefused = (place) => requests.length === 0 || refused.has(`${place.import}/${place.batch}`);
  const moving = final ? new Set() : movingTexts(files, ledger);
  for (const text of new Set([...expected.keys(), ...copiesOf.keys(), ...placesOf.keys()])) {
    // Rows that no file has are told of with the totals.
    if (text === undefined) continue;
    const places = placesOf.get(text) ?? [];
    judgeEntry({
      text,
      entry: expected.get(text),
      copies: copiesOf.get(text) ?? [],
      places,
      refused: places.filter((place) => place.state === 'rejected' && wasRefused(place)),
      final,
      moves: moving.has(text),
      verdict,
    });
  }
  return verdict;
}

/** What must stand booked, by text: a file that comes again adds nothing. */
function expectations(files) {
  const expected = new Map();
  for (const entry of files.flatMap(({ entries }) => entries)) {
    const known = expected.get(entry.text);
    if (known !== undefined && (known.times !== entry.times || linesOf(known.lines) !== linesOf(entry.lines))) {
      throw new Error(`Two files say "${entry.text}" differently: nothing can be judged by them.`);
    }
    expected.set(entry.text, entry);
  }
  return expected;
}

/** Before the end: whether a file that says the text is still on its way, or not yet taken in. */
export function movingTexts(files, ledger) {
  const moving = new Set();
  for (const { sha256, entries } of files) {
    const imports = ledger.imports.filter((row) => row.sha256 === sha256);
    if (imports.length > 0 && imports.every(({ state }) => AT_REST.has(state))) continue;
    for (const { text } of entries) moving.add(text);
  }
  return moving;
}

export function unsettled({ imports, batches }) {
  const waiting = batches.filter(({ state }) => ['ready', 'waiting', 'sending'].includes(state));
  return [
    ...imports
      .filter(({ state }) => !AT_REST.has(state))
      .map(({ num, state }) => finding('import-waits', `The import is still ${state}`, { import: num })),
    ...waiting.map(({ import: num, no, state, attempt }) =>
      finding('batch-waits', `The batch is still ${state}`, {
        import: num,
        batch: no,
        attempts: attempt === null ? [] : [attempt],
      }),
    ),
  ];
}

/** No file that we make is one that may be refused whole. */
export function rejectedFiles(files, { imports }) {
  const ours = new Set(files.map(({ sha256 }) => sha256));
  return imports
    .filter(({ state, sha256 }) => ours.has(sha256) && (state === 'rejected' || state === 'cancelled'))
    .map(({ num, state, reason }) => finding('file-refused', `The file is ${state}: ${reason}`, { import: num }));
}

/** All lines of an entry have one text; one whose lines differ has a text that no file has. */
function entryText({ lines }) {
  return [...new Set(lines.map(({ Description }) => textOf(Description)))].join(' | ');
}
