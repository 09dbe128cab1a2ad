import { amountText } from '../bench/journal.mjs';
import { AT_REST, groupBy, LIVE } from './placements.mjs';
import { finding } from './say-finding.mjs';

/** Sums of all debit and of all credit lines stand beside the accounts under names that begin so. */
const NO_ACCOUNT = '\u0000';
/** An import in one of these was planned, and everything in it has its place. */
const ACCOUNTED = new Set(['posting', 'completed', 'partly-booked', 'in-doubt', 'planned']);

/**
 * What does not add up. Counts and sums are drawn anew from the ledger's rows and from the file, and compared with what
 * the service has; what bilag itself found (`mismatch` in the history) is a finding too.
 * @param {{ files: readonly import('./files.mjs').File[], booked: any, ledger: import('./placements.mjs').LedgerRows,
 *   placements: readonly import('./placements.mjs').Placement[], final: boolean }} account
 * @returns {import('./say-finding.mjs').Finding[]}
 */
export function judgeTotals(account) {
  return [...compareAccounts(account), ...judgeCounts(account)];
}

/** Rows and states of each import, against its file and its entries. */
export function judgeCounts({ ledger, files, placements: all }) {
  const found = [];
  for (const event of ledger.events) {
    if (event.what !== 'mismatch') continue;
    found.push(finding('mismatch', `The receipt does not add up: ${event.detail}`, { import: event.import }));
  }
  const batchesOf = groupBy(ledger.batches, (batch) => batch.import);
  const entriesOf = groupBy(ledger.entries, (entry) => entry.import);
  for (const row of ledger.imports) {
    // What was recovered is no whole file, only what was sent of it.
    if (!ACCOUNTED.has(row.state) || row.recovered === 1) continue;
    const file = files.find(({ sha256 }) => sha256 === row.sha256);
    const batches = batchesOf.get(row.num) ?? [];
    const entries = (entriesOf.get(row.num) ?? []).filter(({ state }) => state !== 'replaced');
    const corrected = [...batches, ...entries].some(({ source }) => source !== 0);
    const say = (what, words) => found.push(finding(what, words, { import: row.num }));
    compareReceipt(row, batches, entries, say);
    if (file === undefined || corrected) continue;
    const placements = all.filter((each) => each.import === row.num);
    compareRows(file, placements, say);
  }
  return found;
}

/** Sums per account: what the ledger has as booked, against the books of the service. */
function compareAccounts({ files, booked, ledger, placements, final }) {
  const found = [];
  const entries = new Map(files.flatMap((file) => file.entries.map((entry) => [entry.text, entry])));
  const claimed = new Map();
  for (const { import: num, no, state, totals } of ledger.batches) {
    if (state !== 'booked') continue;
    if (totals !== '{}') addUnits(claimed, JSON.parse(totals));
    else {
      // Recovered in part, or from a log that does not know its sums.
      const own = placements.filter((place) => place.import === num && place.batch === no);
      for (const line of own.flatMap(({ text }) => entries.get(text)?.lines ?? []))
        add(claimed, line.account, cents(line.amount));
    }
  }
  const open = new Set(final ? ['in-doubt'] : ['in-doubt', 'sending']);
  const copiesOf = groupBy(booked.entries, ({ text }) => text);
  const there = new Map();
  const summed = new Map();
  const placed = groupBy(placements, ({ text }) => text);
  for (const [text, copies] of copiesOf) {
    const places = placed.get(text) ?? [];
    const known = places.filter(({ state }) => state === 'booked').length;
    // What is in doubt may be there, and is in no sum of what is booked.
    const doubtful = Math.min(Math.max(0, copies.length - known), places.filter(({ state }) => open.has(state)).length);
    for (const [at, { lines }] of copies.entries()) {
      for (const { AccountNumber, Amount } of lines) {
        add(summed, String(AccountNumber), cents(Amount));
        if (at >= doubtful) add(there, String(AccountNumber), cents(Amount));
      }
    }
  }
  for (const account of new Set([...claimed.keys(), ...there.keys()])) {
    if (account.startsWith(NO_ACCOUNT)) continue;
    const [says, has] = [claimed.get(account) ?? 0, there.get(account) ?? 0];
    if (says === has) continue;
    const words = `Account ${account}: booked by the ledger ${amountText(says, '.')}, in the service ${amountText(has, '.')}`;
    found.push(finding('account-differs', words, {}));
  }
  for (const account of new Set([...Object.keys(booked.totals), ...summed.keys()])) {
    const [says, has] = [cents(booked.totals[account] ?? '0'), summed.get(account) ?? 0];
    if (says === has) continue;
    const words = `Account ${account}: the service's own sum is ${amountText(says, '.')}, its entries make ${amountText(has, '.')}`;
    found.push(finding('service-differs', words, {}));
  }
  return found;
}

/** Rows read and sums of the file, against where they went; and whether the state says what the entries do. */
function compareReceipt(row, batches, entries, say) {
  const live = batches.filter(({ state }) => LIVE.has(state));
  const rows = [...live.map((batch) => batch.rows), ...entries.map((entry) => entry.row_count)];
  const placed = rows.reduce((sum, each) => sum + each, row.rows_skipped);
  if (placed !== row.rows_read) say('rows-differ', `${row.rows_read} rows were read, ${placed} are accounted for`);
  const sums = new Map();
  for (const { totals } of [...live, ...entries]) addUnits(sums, JSON.parse(totals));
  const file = new Map();
  addUnits(file, JSON.parse(row.file_totals ?? '{}'));
  for (const account of new Set([...sums.keys(), ...file.keys()])) {
    const [says, is] = [file.get(account) ?? 0, sums.get(account) ?? 0];
    if (says === is) continue;
    const name = account.replace(NO_ACCOUNT, 'all ');
    say('sums-differ', `${name}: the file says ${amountText(says, '.')}, its entries make ${amountText(is, '.')}`);
  }
  const states = new Set([...live, ...entries].map(({ state }) => state));
  const waits = ['held', 'rejected', 'duplicate'].some((state) => states.has(state));
  const right = states.has('in-doubt') ? 'in-doubt' : waits ? 'partly-booked' : 'completed';
  const moves = ['ready', 'waiting', 'sending'].some((state) => states.has(state));
  if (AT_REST.has(row.state) && row.state !== 'planned' && (moves || row.state !== right)) {
    say('state-wrong', `It is called ${row.state}, and has entries that are ${[...states].join(', ')}`);
  }
}

/** Every row that the file has, in one place. */
function compareRows(file, placements, say) {
  const counts = groupBy(placements, ({ rows }) => rows);
  for (const { text, rows } of file.entries) {
    for (const place of rows) {
      const found = counts.get(place)?.length ?? 0;
      counts.delete(place);
      if (found === 1) continue;
      say(found === 0 ? 'row-nowhere' : 'row-twice', `Rows ${place} (${text}) stand in ${found} places, not in one`);
    }
  }
  for (const place of counts.keys()) say('row-unknown', `Rows ${place} are no entry of ${file.name}`);
}

function addUnits(sums, totals) {
  for (const [account, units] of Object.entries(totals)) add(sums, account, Number(units));
}

function add(sums, account, units) {
  sums.set(account, (sums.get(account) ?? 0) + units);
}

/** `'-12.30'` in cents. */
export function cents(amount) {
  return Math.round(Number(amount) * 100);
}
