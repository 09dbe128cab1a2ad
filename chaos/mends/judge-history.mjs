import { groupBy } from '../placements.mjs';
import { finding } from '../say-finding.mjs';
import { rowsOf } from './rows-of.mjs';

/**
 * Whether bilag can say who did what: every mended cell is a revision that went with a correction, once; every correction,
 * mend and skip stands in the history, of the same person; and what people were told is done is done.
 * @param {readonly any[]} files as they were decided
 * @param {Record<string, any[]>} ledger
 * @param {readonly import('../placements.mjs').Placement[]} placements
 * @param {readonly { who: string, step: string, request: any, answer: any }[]} promised
 */
export function judgeHistory(files, ledger, placements, promised) {
  const found = [];
  const events = groupBy(ledger.events, (event) => event.import);
  for (const row of ledger.imports) {
    const file = files.find(({ sha256 }) => sha256 === row.sha256);
    const account = {
      ...{ row, file, placements: placements.filter((place) => place.import === row.num) },
      entries: ledger.entries.filter((entry) => entry.import === row.num),
      revisions: ledger.revisions.filter((revision) => revision.import === row.num),
      corrections: ledger.corrections.filter((correction) => correction.import === row.num),
      told: (what) =>
        (events.get(row.num) ?? [])
          .filter((event) => event.what === what)
          .map(({ who, detail }) => ({ who, ...JSON.parse(detail ?? '{}') })),
      say: (what, words, about) => found.push(finding(what, words, { import: row.num, ...about })),
    };
    if (file !== undefined) judgeRevisions(account);
    judgeCorrections(account);
    judgeSkips(account);
  }
  const say = (what, words) => found.push(finding(what, words, {}));
  judgePromises({ ledger, promised, say });
  return found;
}

/** Of what people mended cell by cell. */
function judgeRevisions({ file, placements, revisions, corrections, told, say }) {
  const isBooked = new Set(placements.filter(({ state }) => state === 'booked').flatMap(({ rows }) => rowsOf(rows)));
  const cells = groupBy(revisions, ({ row, column }) => `${row} ${column}`);
  const numbers = new Set(corrections.map(({ no }) => no));
  for (const { text, intent, planted } of file.vouchers) {
    for (const { row, column, wrong, right } of planted) {
      const all = cells.get(`${row} ${column}`) ?? [];
      const counting = all.filter((each) => each.correction === null && each.undone_at === null);
      const handed = all.filter((each) => each.correction !== null);
      if (counting.length > 1) say('revision-twice', `Row ${row} has ${counting.length} values that count`, { text });
      if (handed.some((each) => each.became !== right || each.undone_at !== null || !numbers.has(each.correction)))
        say('revision-wrong', `Row ${row} was handed in as ${handed.map(({ became }) => became).join(', ')}`, { text });
      if (all.some(({ was }) => was !== wrong))
        say('revision-was', `Row ${row} is said to have been ${all.map(({ was }) => was).join(', ')}, not ${wrong}`, {
          text,
        });
      if (intent !== 'mend' || !isBooked.has(row)) continue;
      if (handed.length !== 1 || counting.length !== 0) {
        const words = `Row ${row} is booked as mended; of its cell ${handed.length} values were handed in, ${counting.length} wait`;
        say('revision-lost', words, { text });
      }
    }
  }
  const menders = new Set(told('mended').map(({ who }) => who));
  for (const who of new Set(revisions.map((each) => each.who)))
    if (!menders.has(who)) say('mended-untold', `${who} mended cells, and the history does not say so`);
}

/** Of what was handed in. */
function judgeCorrections({ corrections, told, say }) {
  const said = told('correction');
  for (const { no, who } of corrections) {
    const own = said.filter(({ correction }) => correction === no);
    if (own.length !== 1 || own[0].who !== who)
      say(
        'correction-untold',
        `Correction ${no} by ${who} stands ${own.length} times in the history (${own.map((each) => each.who)})`,
      );
  }
  if (said.length > corrections.length)
    say('correction-unknown', `The history tells of ${said.length} corrections, there are ${corrections.length}`);
}

/** Of what is not to be booked. */
function judgeSkips({ entries, told, say }) {
  const skipped = entries.filter(({ state, skipped }) => skipped != null && /skipped$/.test(state));
  for (const { rows, skipped: words } of skipped) {
    const { who, reason } = JSON.parse(words ?? '{}');
    if (who === undefined || reason !== `not ours, says ${who}`)
      say('skip-wrong', `Rows ${rows} are skipped by ${who}: ${reason}`);
  }
  const sum = told('skipped').reduce((all, each) => all + each.entries, 0);
  if (sum !== skipped.length) say('skip-untold', `${skipped.length} entries are skipped; the history tells of ${sum}`);
}

/** What was answered with success stays done, whatever died after it. */
function judgePromises({ ledger, promised, say }) {
  for (const { who, step, request, answer } of promised) {
    if (step === 'revising' && request.cells !== undefined) {
      for (const { row, column, value } of request.cells) {
        const kept = ledger.revisions.some(
          (each) => each.row === row && each.column === column && each.became === value,
        );
        if (!kept)
          say('promise-broken', `${who} was told that row ${row} is mended (${value}), and no revision says so`);
      }
    }
    if (step === 'skipping') {
      const mine = ledger.events.filter((event) => event.what === 'skipped' && event.who === who);
      const entries = mine.reduce((sum, { detail }) => sum + JSON.parse(detail).entries, 0);
      if (entries < answer.entries)
        say('promise-broken', `${who} was told of ${answer.entries} skipped entries, there are ${entries}`);
    }
  }
  const answered = groupBy(
    promised.filter(({ step }) => step === 'handing-in'),
    ({ who }) => who,
  );
  for (const [who, all] of answered) {
    const corrections = ledger.corrections.filter((each) => each.who === who);
    if (corrections.length < all.length)
      say(
        'promise-broken',
        `${who} was told ${all.length} times that it is handed in, and ${corrections.length} times it was`,
      );
  }
}
