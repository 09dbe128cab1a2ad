import { inflateSync } from 'node:zlib';

/** What a batch in such a state holds is held nowhere else. */
export const LIVE = new Set(['ready', 'waiting', 'sending', 'booked', 'in-doubt']);
/** Nothing more happens to an import in one of these without a person. */
export const AT_REST = new Set(['completed', 'partly-booked', 'rejected', 'in-doubt', 'cancelled', 'planned']);
/** Places in the array that a batch keeps of each of its entries. */
const SEQ = 0;
const ROWS = 2;
const CONTENT = 6;
/** The first byte of a body that is stored deflated. */
const ZLIB = 0x78;

/**
 * Rows of the ledger's tables as they are, of one moment: `import`, `batch`, `attempt`, `event`, `decision`, `look`,
 * `entry` and `batch_body`.
 * @typedef {Record<'imports' | 'batches' | 'attempts' | 'events' | 'decisions' | 'looks' | 'entries' | 'bodies', any[]>} LedgerRows
 *
 * Where bilag says that an entry is.
 * @typedef {object} Placement
 * @property {string | undefined} text undefined where the rows are none that the file has
 * @property {string} rows of the file
 * @property {number} seq of the entry in its import
 * @property {number} import
 * @property {number | undefined} batch
 * @property {string} state of its batch, or of the entry where it was set aside
 * @property {string[]} attempts ids of all that may have sent it: those of its batch and of the batches that it was cut from
 */

/** A description up to the marker that the service was asked to keep with it. */
export function textOf(description) {
  const at = description.indexOf(' #');
  return at < 0 ? description : description.slice(0, at);
}

/** What the entries that are sent alone are told by: a contact by its name, a custom field by its model's ID and its name. */
export const fieldText = ({ ModelID, Name }) => `field ${ModelID}/${Name}`;

/**
 * What is in the batches: by `import/no` their entries `{ text, seq, rows, content }`, content being the claim.
 * @param {readonly { sha256: string, entries: readonly { text: string, rows: string[] }[] }[]} files
 * @param {LedgerRows} ledger
 */
export function entriesOfBatches(files, ledger) {
  const textAt = textsOfRows(files, ledger);
  const batches = ledger.bodies.map(({ import: num, no, entries, body }) => {
    const stored = Buffer.from(body);
    const bytes = stored[0] === ZLIB ? inflateSync(stored) : stored;
    const sent = bytes.length === 0 ? undefined : JSON.parse(bytes.toString());
    return { num, no, sent, kept: JSON.parse(entries) };
  });
  // A step that sends nothing is about what an earlier one sent.
  const sentBefore = new Map(
    batches.flatMap(({ num, sent, kept }) =>
      sent === undefined ? [] : kept.map((each, at) => [`${num}/${each[SEQ]}`, textSent(sent, at)]),
    ),
  );
  return new Map(
    batches.map(({ num, no, sent, kept }) => {
      const each = kept.map((entry, at) => ({
        text:
          sent === undefined
            ? // What was recovered without its body is known by its rows.
              (sentBefore.get(`${num}/${entry[SEQ]}`) ?? textAt(num, entry[ROWS]))
            : textSent(sent, at),
        seq: entry[SEQ],
        rows: entry[ROWS],
        content: entry[CONTENT],
      }));
      return [`${num}/${no}`, each];
    }),
  );
}

function textSent(sent, at) {
  if (Array.isArray(sent)) return textOf(sent[at].DraftLines[0].Description);
  return sent.Info === undefined ? fieldText(sent) : sent.Info.Name;
}

/** What a file says in these rows, by the import and the rows. */
function textsOfRows(files, { imports }) {
  const texts = new Map();
  for (const { num, sha256 } of imports) {
    const file = files.find((each) => each.sha256 === sha256);
    for (const { text, rows } of file?.entries ?? []) for (const place of rows) texts.set(`${num}/${place}`, text);
  }
  return (num, rows) => texts.get(`${num}/${rows}`);
}

/**
 * The ids of all attempts that may have sent what is in a batch.
 * @param {LedgerRows} ledger
 * @returns {(batch: any) => string[]}
 */
export function attemptsOfBatches({ attempts, batches }) {
  const own = groupBy(attempts, (attempt) => `${attempt.import}/${attempt.batch}`);
  const byNo = new Map(batches.map((batch) => [`${batch.import}/${batch.no}`, batch]));
  const of = (batch) => {
    const ids = (own.get(`${batch.import}/${batch.no}`) ?? []).map(({ id }) => id);
    const parent = batch.parent === null ? undefined : byNo.get(`${batch.import}/${batch.parent}`);
    const all = [...(parent === undefined ? [] : of(parent)), ...ids];
    return batch.attempt === null || all.includes(batch.attempt) ? all : [...all, batch.attempt];
  };
  return of;
}

/**
 * @param {readonly import('./files.mjs').File[]} files
 * @param {LedgerRows} ledger
 * @returns {Placement[]}
 */
export function placementsOf(files, ledger) {
  const entries = entriesOfBatches(files, ledger);
  const textAt = textsOfRows(files, ledger);
  const attemptsOf = attemptsOfBatches(ledger);
  const refused = new Map();
  const placements = [];
  for (const batch of ledger.batches) {
    const { import: num, no, state } = batch;
    if (!LIVE.has(state) && state !== 'rejected') continue;
    const attempts = attemptsOf(batch);
    for (const { text, seq, rows } of entries.get(`${num}/${no}`) ?? []) {
      if (state === 'rejected') refused.set(`${num}/${seq}`, { batch: no, attempts });
      else placements.push({ text, rows, seq, import: num, batch: no, state, attempts });
    }
  }
  for (const { import: num, seq, state, rows } of ledger.entries) {
    if (state === 'replaced') continue;
    const { batch, attempts = [] } = (state === 'rejected' && refused.get(`${num}/${seq}`)) || {};
    placements.push({ text: textAt(num, rows), rows, seq, import: num, batch, state, attempts });
  }
  return placements;
}

/**
 * @template Item
 * @param {Iterable<Item>} items
 * @param {(item: Item) => any} keyOf
 * @returns {Map<any, Item[]>}
 */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
