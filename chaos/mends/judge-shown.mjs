import { groupBy } from '../placements.mjs';
import { finding } from '../say-finding.mjs';

/** What the audit trail calls an entry in such a state. */
const OUTCOME = { 'duplicate-skipped': 'duplicate, skipped' };

/**
 * What `bilag show` says of each import, against the ledger: the receipt adds up, and the trail has every entry once, as
 * what it is.
 * @param {readonly { num: number, receipt: any, trail: readonly Record<string, string>[] }[]} shown
 * @param {readonly import('../placements.mjs').Placement[]} placements
 */
export function judgeShown(shown, placements) {
  const found = [];
  const imports = groupBy(placements, (place) => place.import);
  for (const { num, receipt, trail } of shown) {
    const say = (what, words) => found.push(finding(what, words, { import: num }));
    if (receipt === undefined) {
      say('no-receipt', 'bilag show says nothing of it');
      continue;
    }
    if (receipt.mismatches !== undefined) say('mismatch', `The receipt says: ${JSON.stringify(receipt.mismatches)}`);
    const { read, pending, ...rest } = receipt.rows;
    const sum = Object.values(rest).reduce((all, each) => all + each, pending);
    if (read !== sum) say('rows-differ', `The receipt says that ${read} rows were read, and accounts for ${sum}`);
    const own = imports.get(num) ?? [];
    const lines = groupBy(trail, ({ rows }) => rows);
    for (const { rows, state, text } of own) {
      const outcomes = new Set((lines.get(rows) ?? []).map(({ outcome }) => outcome));
      const wanted = OUTCOME[state] ?? state;
      if (outcomes.size === 1 && outcomes.has(wanted)) continue;
      say(
        'trail-differs',
        `Rows ${rows} (${text}) are ${wanted}, and in the trail ${[...outcomes].join(', ') || 'nowhere'}`,
      );
    }
    const known = new Set(own.map(({ rows }) => rows));
    for (const rows of lines.keys())
      if (!known.has(rows)) say('trail-differs', `The trail has rows ${rows}, which are no entry`);
  }
  return found;
}
