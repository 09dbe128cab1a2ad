import { judgeDoubt } from '../doubt.mjs';
import { unsettled } from '../judge.mjs';
import { sentRequests } from '../outcomes.mjs';
import { groupBy, textOf } from '../placements.mjs';
import { judgeProtocol } from '../protocol.mjs';
import { finding } from '../say-finding.mjs';
import { judgeCounts } from '../totals.mjs';
import { linesText } from './files.mjs';

/** What means "nothing was done" unless the configuration says otherwise. */
const NOT_APPLIED = [429];

/**
 * Whether every entry stands in the books as often as it was made, or as people said; whether those that had to wait or
 * to be asked about did, in the right words; and whether nothing waits any more. What must stand is known from what the
 * files were made of, never from the ledger.
 * @param {object} account
 * @param {readonly any[]} account.files
 * @param {any} account.booked what `GET /sandbox/booked` answered
 * @param {readonly { text: string, books: readonly string[], times: number }[]} account.expect books: the lines that may
 *   stand under the text, any of them
 * @param {readonly import('./commands.mjs').Step[]} account.steps
 * @param {readonly { num: number, id: string, receipt: any }[]} account.shown of all imports, at the end
 */
export function judgeSame({ files, booked, expect, steps, shown, ledger, requests, rejection }) {
  const sent = sentRequests(files, ledger, requests, { notApplied: NOT_APPLIED, rejection });
  const protocol = judgeProtocol(files, ledger, sent);
  const entries = ledger.entries.filter(({ state }) => state !== 'skipped');
  const books = judgeBooks(booked, expect);
  // Two numbers may say the same, and one text may stand under two dates: the books tell these, not the texts.
  const again = protocol.sentAgain.filter(({ text }) => timesOf(expect, plain(text ?? '')) <= 1);
  return {
    lost: books.lost,
    twice: [...books.twice, ...again],
    unexpected: [...books.unexpected, ...protocol.unfounded],
    claimedButAbsent: [],
    totals: [
      ...judgeCounts({ ledger: { ...ledger, entries }, files: [], placements: [] }),
      ...judgeReceipts(files, shown, ledger, booked),
    ],
    unsettled: [...unsettled(ledger), ...waitingStill(ledger)],
    steps: steps.flatMap((step) => judgeStep(step, shown)),
    doubt: judgeDoubt(ledger, sent, true),
  };
}

const timesOf = (expect, text) =>
  expect.filter((item) => item.text === text).reduce((sum, { times }) => sum + times, 0);

/** What stands in the books, against what was made. */
function judgeBooks({ entries }, expect) {
  const found = { lost: [], twice: [], unexpected: [] };
  const wanted = groupBy(expect, ({ text }) => text);
  const copies = groupBy(entries, entryText);
  for (const text of new Set([...wanted.keys(), ...copies.keys()])) {
    const items = wanted.get(text) ?? [];
    const counts = new Map(items.map((item) => [item, 0]));
    for (const { lines } of copies.get(text) ?? []) {
      const told = linesText(lines.map(lineOf));
      // Of two that say the same the one that is short of it has it.
      const fitting = items.filter(({ books }) => books.includes(told));
      const item = fitting.find((each) => counts.get(each) < each.times) ?? fitting[0];
      if (item !== undefined) counts.set(item, counts.get(item) + 1);
      else if (items.length === 0)
        found.unexpected.push(finding('unknown', 'It stands booked, and no file says it', { text }));
      else {
        const words = `It stands booked otherwise: ${told} instead of ${items.flatMap((each) => each.books).join(' or ')}`;
        found.unexpected.push(finding('otherwise', words, { text }));
      }
    }
    for (const [{ times }, has] of counts) {
      const words = `It must stand booked ${times} times, and stands there ${has} times`;
      if (has > times && times === 0) found.unexpected.push(finding('not-wanted', words, { text }));
      else if (has > times) found.twice.push(finding('twice', words, { text }));
      else if (has < times) found.lost.push(finding('lost', words, { text }));
    }
  }
  return found;
}

const entryText = ({ lines }) =>
  [...new Set(lines.map(({ Description }) => plain(textOf(Description))))].sort().join(' | ');
const plain = (text) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
const lineOf = ({ AccountNumber, Amount, FinancialDate }) => ({
  account: String(AccountNumber),
  cents: Math.round(Number(Amount) * 100),
  date: FinancialDate,
});

/** At the end: every receipt adds up, names nobody to wait for, and together they have what stands in the books. */
function judgeReceipts(files, shown, { imports }, booked) {
  const found = [];
  const names = new Map(imports.map(({ num, sha256 }) => [num, files.find((file) => file.sha256 === sha256)]));
  let all = 0;
  for (const { num, receipt } of shown) {
    const say = (what, words) => found.push(finding(what, words, { import: num }));
    if (receipt === undefined) {
      say('no-receipt', 'bilag show says nothing of it');
      continue;
    }
    for (const words of unevenIn(receipt)) say('receipt-differs', words);
    if (receipt.waiting !== undefined)
      say('waits', `Its receipt says that it waits: ${JSON.stringify(receipt.waiting)}`);
    if (receipt.entries.pending > 0) say('pending', `${receipt.entries.pending} entries are pending`);
    const file = names.get(num);
    if (file !== undefined && receipt.state !== 'cancelled' && receipt.rows.read !== file.rows)
      say('rows-read', `The file has ${file.rows} rows, the receipt says ${receipt.rows.read}`);
    all += receipt.entries.booked;
  }
  if (all !== booked.count)
    found.push(finding('books-differ', `The receipts have ${all} booked, the service has ${booked.count}`, {}));
  return found;
}

/** What of a receipt does not add up, in words. */
function unevenIn({ rows, entries, mismatches }) {
  const { read, ...placed } = rows;
  const { planned, ...ended } = entries;
  const sum = (counts) => Object.values(counts).reduce((total, each) => total + each, 0);
  return [
    ...(mismatches === undefined || mismatches.length === 0 ? [] : [`It says: ${JSON.stringify(mismatches)}`]),
    ...(read === sum(placed) ? [] : [`${read} rows were read, and ${sum(placed)} are accounted for`]),
    ...(planned === sum(ended) ? [] : [`${planned} entries were planned, and ${sum(ended)} are accounted for`]),
  ];
}

/** Nothing waits for ever. */
function waitingStill({ batches }) {
  return batches
    .filter(({ state }) => state === 'waiting')
    .map(({ import: num, no, entries }) =>
      finding('waits-for-ever', `${entries} entries wait, though all other imports are settled`, {
        import: num,
        batch: no,
      }),
    );
}

/** What a command ended with and said, against what it had to. */
function judgeStep({ name, code, codes, receipt, waits, asks, counts, err }, shown) {
  const found = [];
  const say = (what, words) => found.push(finding(what, `${name}: ${words}`, {}));
  if (codes !== undefined && code !== undefined && !codes.includes(code))
    say(
      'exit-code',
      `It ended with ${code} instead of ${codes.join(' or ')}: ${JSON.stringify(receipt?.entries)} ${err}`,
    );
  if (receipt === undefined) {
    if (code !== undefined) say('no-receipt', `It ended with ${code} and said nothing: ${err}`);
    return found;
  }
  if (receipt.state !== 'planning') for (const words of unevenIn(receipt)) say('receipt-differs', words);
  if (waits !== undefined) judgeWaits(receipt, waits, shown, say);
  if (asks !== undefined) {
    const asked = receipt.issues.filter((issue) => issue.code === asks.code);
    const entries = asked.reduce((sum, issue) => sum + issue.entries, 0);
    if (asked.length !== 1) say('asked', `${asks.code} is asked ${asked.length} times`);
    else if (asks.entries !== undefined && entries !== asks.entries)
      say('asked', `${asks.code} is asked about ${entries} entries, not ${asks.entries}`);
  }
  for (const [what, wanted] of Object.entries(counts ?? {}))
    if (receipt.entries[what] !== wanted) say('counts', `${receipt.entries[what]} are ${what}, not ${wanted}`);
  return found;
}

/** Which imports its entries wait for: the right ones, and as many as they have in common. */
function judgeWaits({ waiting = [], entries, state }, { names, entries: wanted }, shown, say) {
  const count = waiting.reduce((sum, each) => sum + each.entries, 0);
  if (wanted !== undefined && count !== wanted) say('waits', `${count} entries wait, not ${wanted}`);
  if (count > entries.pending) say('waits', `${count} entries wait, and ${entries.pending} are pending`);
  if (count > 0 && state !== 'posting') say('waits', `Entries of it wait, and it is called ${state}`);
  for (const { import: id, file } of waiting) {
    if (names.length > 0 && !names.includes(file)) say('waits', `It waits for ${file}, not for ${names.join(' or ')}`);
    const named = shown.find((each) => each.id === id);
    if (named === undefined || named.receipt?.file !== file) say('waits', `It names import ${id} as ${file}`);
  }
}
