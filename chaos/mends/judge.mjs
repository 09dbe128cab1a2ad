import { judge } from '../judge.mjs';
import { groupBy, placementsOf } from '../placements.mjs';
import { finding } from '../say-finding.mjs';
import { judgeHistory } from './judge-history.mjs';
import { judgeShown } from './judge-shown.mjs';
import { rowsOf } from './rows-of.mjs';

/**
 * Compares what files said, and what people made of it, with what the service booked and with what bilag says, when
 * nothing is under way any more and nobody has anything left to mend.
 * @param {object} account
 * @param {readonly any[]} account.files
 * @param {any} account.booked what `GET /sandbox/booked` answered
 * @param {readonly any[]} account.shown what `bilag show` says of each import
 * @param {readonly any[]} account.promised what people were answered
 * @param {Record<string, any[]>} account.ledger
 * @param {readonly any[]} account.requests the proxy's records, in order
 * @param {'whole' | 'unknown'} account.rejection
 * @returns {import('../judge.mjs').Verdict & { history: import('../say-finding.mjs').Finding[] }}
 */
export function judgeMends({ files: given, booked, shown, promised, ledger, requests, rejection }) {
  const files = decided(given, ledger);
  // What is skipped counts among the rows that no entry has.
  const unskipped = { ...ledger, entries: ledger.entries.filter(({ state }) => state !== 'skipped') };
  const verdict = judge({ files, booked, ledger: unskipped, requests, rejection, final: true });
  const placements = placementsOf(files, ledger);
  const copies = groupBy(booked.entries, ({ lines }) => textOfLines(lines));
  for (const { text, times } of uniqueEntries(files)) {
    const has = copies.get(text)?.length ?? 0;
    if (has >= times || verdict.lost.some((each) => each.text === text)) continue;
    const words = `People wanted it booked ${times} times, and it stands there ${has} times`;
    verdict.lost.push(finding('not-mended', words, { text, import: places(placements, text)[0]?.import }));
  }
  verdict.totals.push(
    ...files.flatMap((file) => judgeRows(file, ledger, placements)),
    ...judgeShown(shown, placements),
  );
  return { ...verdict, history: judgeHistory(files, ledger, placements, promised) };
}

const places = (placements, text) => placements.filter((place) => place.text === text);
const textOfLines = (lines) => lines[0].Description.split(' #')[0];

function uniqueEntries(files) {
  return new Map(files.flatMap(({ entries }) => entries.map((entry) => [entry.text, entry]))).values();
}

/** The files with what was decided: who was first where two wanted different things, and how often each text is wanted. */
function decided(files, ledger) {
  const skipped = skippedRows(ledger);
  const resolved = files.map((file) => {
    const vouchers = file.vouchers.map((voucher) => {
      if (voucher.intent !== 'contested') return voucher;
      const [row] = ledger.imports.filter(({ sha256 }) => sha256 === file.sha256);
      const isSkipped = voucher.numbers.some((number) => skipped.has(`${row?.num} ${number}`));
      return { ...voucher, intent: isSkipped ? 'skip' : 'mend' };
    });
    return { ...file, vouchers };
  });
  const intents = groupBy(
    resolved.flatMap(({ vouchers }) => vouchers),
    ({ text }) => text,
  );
  return resolved.map((file) => ({
    ...file,
    entries: file.entries.map((entry) => {
      const all = intents.get(entry.text).map(({ intent }) => intent);
      const wanted = all.some((intent) => ['sound', 'mend', 'workbook'].includes(intent)) ? 1 : 0;
      const times = wanted + all.filter((intent) => intent === 'book').length;
      // What nobody wants may wait or be skipped, as its voucher says.
      const fate = times > 0 ? 'booked' : entry.fate === 'booked' ? 'held' : entry.fate;
      return { ...entry, times, fate };
    }),
  }));
}

function skippedRows({ entries }) {
  const skipped = entries.filter((entry) => entry.skipped != null && SKIPPED.has(entry.state));
  return new Set(skipped.flatMap(({ import: num, rows }) => rowsOf(rows).map((row) => `${num} ${row}`)));
}

/** A duplicate that a person skips stays booked already. */
const SKIPPED = new Set(['skipped', 'duplicate-skipped']);

/** Every row of a file in exactly one place, whatever was mended in it; and skipped where people wanted that, nowhere else. */
function judgeRows(file, { imports }, placements) {
  const [row, ...others] = imports.filter(({ sha256 }) => sha256 === file.sha256);
  if (row === undefined || others.length > 0)
    return [finding('imports', `${file.name} is ${1 + others.length} imports`, {})];
  const found = [];
  const own = placements.filter((place) => place.import === row.num);
  const standing = groupBy(
    own.flatMap((place) => rowsOf(place.rows).map((number) => ({ number, place }))),
    ({ number }) => number,
  );
  for (const { text, intent, numbers } of file.vouchers) {
    for (const number of numbers) {
      const all = standing.get(number) ?? [];
      standing.delete(number);
      const about = { text, import: row.num, batch: all[0]?.place.batch };
      const states = all.map(({ place }) => place.state).join(', ') || 'nowhere';
      if (all.length !== 1)
        found.push(finding('row-places', `Row ${number} stands in ${all.length} places: ${states}`, about));
      else if (SKIPPED.has(all[0].place.state) !== (intent === 'skip'))
        found.push(finding('row-skipped', `Row ${number} is ${states}, and people wanted: ${intent}`, about));
    }
  }
  for (const number of standing.keys())
    found.push(finding('row-unknown', `Row ${number} is none of the file`, { import: row.num }));
  return found;
}
