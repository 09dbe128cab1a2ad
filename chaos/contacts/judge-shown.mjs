import { groupBy } from '../placements.mjs';
import { finding } from '../say-finding.mjs';

/** Who decides what look-ups have settled. */
const PROBE = 'probe';
/** Where the receipt counts what is in such a state. */
const COUNTED = {
  booked: 'created',
  duplicate: 'existing',
  'duplicate-skipped': 'existing',
  held: 'held',
  rejected: 'rejected',
  'in-doubt': 'inDoubt',
};

/**
 * What bilag shows of each import, against the service and the ledger: the receipt counts every contact where it is, and
 * the ID beside each row is the service's own of that very contact.
 * @param {object} account
 * @param {readonly { num: number, receipt: any, trail: readonly Record<string, string>[] }[]} account.shown
 * @param {readonly { id: number, requestId: string, body: any }[]} account.contacts that came through the interface
 * @param {import('../placements.mjs').LedgerRows} account.ledger
 * @param {readonly import('../placements.mjs').Placement[]} account.placements of rows
 * @param {readonly any[]} account.files
 * @param {boolean} account.hasIds the service says the ID of what it creates
 * @returns {import('../say-finding.mjs').Finding[]}
 */
export function judgeShown({ shown, contacts, ledger, placements, files, hasIds }) {
  const found = [];
  const jobs = new Map(ledger.imports.map(({ num, job }) => [num, job]));
  const ids = groupBy(contacts, ({ body }) => body.Info.Name);
  const imports = groupBy(placements, (place) => place.import);
  for (const { num, receipt, trail } of shown) {
    const say = (what, words) => found.push(finding(what, words, { import: num }));
    const places = imports.get(num) ?? [];
    if (receipt === undefined) {
      say('no-receipt', 'bilag show says nothing of it');
      continue;
    }
    if (jobs.get(num) === 'fields') continue;
    const counts = { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 };
    for (const { state } of places) if (COUNTED[state] !== undefined) counts[COUNTED[state]]++;
    const said = Object.fromEntries(Object.keys(counts).map((name) => [name, receipt.contacts?.[name]]));
    if (JSON.stringify(said) !== JSON.stringify(counts))
      say(
        'receipt-differs',
        `The receipt says ${JSON.stringify(receipt.contacts)}, its rows make ${JSON.stringify(counts)}`,
      );
    const { read, pending, ...rest } = receipt.rows;
    const sum = Object.values(rest).reduce((all, each) => all + each, pending);
    if (read !== sum) say('rows-differ', `The receipt says that ${read} rows were read, and accounts for ${sum}`);
    const byPerson = new Set(
      ledger.decisions.filter((each) => each.import === num && each.who !== PROBE).map(({ batch }) => batch),
    );
    const lacksId = ({ batch }) => !hasIds || byPerson.has(batch);
    compareIds({ places, trail, ids, file: fileOf(files, ledger, num), lacksId, say });
  }
  return found;
}

const fileOf = (files, { imports }, num) =>
  files.find(({ sha256 }) => sha256 === imports.find((each) => each.num === num)?.sha256);

function compareIds({ places, trail, ids, file, lacksId, say }) {
  const lines = groupBy(trail, ({ row }) => row);
  for (const place of places) {
    const { text, rows, state } = place;
    const [line, ...more] = lines.get(rows) ?? [];
    if (line === undefined || more.length > 0) {
      say(
        'trail-differs',
        `Row ${rows} of ${file?.name} (${text}) stands ${more.length + (line === undefined ? 0 : 1)} times in the trail`,
      );
      continue;
    }
    const id = line['service ID'];
    if (state !== 'booked' || (id === '' && lacksId(place))) continue;
    const own = (ids.get(text) ?? []).map((contact) => String(contact.id));
    if (!own.includes(id))
      say(
        'id-differs',
        `Row ${rows} (${text}) is said to be contact ${id}; in the service it is ${own.join(', ') || 'none'}`,
      );
  }
}
