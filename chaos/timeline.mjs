import { groupBy } from './placements.mjs';

/**
 * What happened to a batch, to those that it was cut from and to those that were cut from it, with all that was done to
 * the processes and the surroundings meanwhile. Times are seconds since the first of it.
 * @param {object} about
 * @param {number} [about.batch] without it, all batches of the import
 * @param {number} [about.import] without it, only what was done to processes and surroundings
 * @param {import('./placements.mjs').LedgerRows} about.ledger
 * @param {readonly any[]} about.requests the proxy's records
 * @param {readonly { at: number, point: string, nth: number, do: string, pid: number }[]} about.hits
 * @param {readonly { at: number, what: string, detail: any }[]} about.actions
 * @returns {string[]} lines, in the order of time
 */
export function timeline({ batch, import: num, ledger, requests, hits, actions }) {
  const family = familyOf(ledger.batches, num, batch);
  const ours = (row) => row.import === num && family.has(row.batch);
  const attempts = ledger.attempts.filter(ours);
  const outside = [
    ...actions.map(({ at, what, detail }) => ({ at, words: `* ${what} ${shown(detail)}` })),
    ...requestMoments(attempts, requests),
  ];
  const told = [
    ...hits.map(({ at, point, nth, do: done, pid }) => ({ at, words: `* ${done} of ${pid} at ${point}, time ${nth}` })),
    ...ledger.imports
      .filter((row) => row.num === num)
      .map(({ created_at: at, file, created_by: who }) => ({ at, words: `import ${num} of ${file} by ${who}` })),
    ...ledger.events
      .filter((event) => event.import === num && isAbout(event, family))
      .map(({ at, who, what, detail }) => ({ at, words: `history: ${what} ${shown(detail)} by ${who}` })),
    ...attempts.flatMap(attemptMoments),
    ...ledger.decisions.filter(ours).map((row) => ({ at: row.at, words: `decided: ${shown(row)}` })),
    ...ledger.looks.filter(ours).map((row) => ({ at: row.at, words: `looked: ${shown(row)}` })),
  ];
  const realTime = clockOf(actions);
  const inside = told.map(({ at, words }) => ({ at: realTime(at), words }));
  const moments = [...outside, ...inside].sort((a, b) => a.at - b.at);
  const first = moments[0]?.at ?? 0;
  const now = ledger.batches
    .filter((row) => row.import === num && family.has(row.no))
    .map(
      (row) => `batch ${row.no}${row.parent === null ? '' : ` of ${row.parent}`}: ${row.state}, ${row.entries} entries`,
    );
  return [...moments.map(({ at, words }) => `${((at - first) / 1000).toFixed(3).padStart(9)}  ${words}`), ...now];
}

/** Takes back what the clock of the processes was moved by, as far as it can be known. */
function clockOf(actions) {
  const moves = actions.filter(({ what }) => what === 'clock').reverse();
  return (at) => {
    const move = moves.find((each) => at - each.detail.ms >= each.at);
    return move === undefined ? at : at - move.detail.ms;
  };
}

/** Numbers of the batch, of its parents, and of the children of all of them. */
function familyOf(batches, num, no) {
  const own = batches.filter((batch) => batch.import === num);
  if (no === undefined) return new Set(own.map((batch) => batch.no));
  const parents = new Map(own.map((batch) => [batch.no, batch.parent]));
  let root = no;
  while ((parents.get(root) ?? null) !== null) root = parents.get(root);
  const children = groupBy(own, ({ parent }) => parent);
  const family = new Set();
  const add = (each) => {
    family.add(each);
    for (const child of children.get(each) ?? []) add(child.no);
  };
  add(root);
  return family;
}

/** An event that names no batch is the whole import's. */
function isAbout({ detail }, family) {
  const said = JSON.parse(detail ?? 'null');
  return typeof said?.batch !== 'number' || family.has(said.batch);
}

function attemptMoments({ id, batch, holder, began_at, ended_at, outcome, evidence }) {
  const name = `attempt ${id} of batch ${batch}`;
  const began = { at: began_at, words: `${name} begins, by ${holder}` };
  if (ended_at === null) return [began, { at: began_at, words: `${name} never ends: ${outcome} ${shown(evidence)}` }];
  return [began, { at: ended_at, words: `${name} ends: ${outcome} ${shown(evidence)}` }];
}

function requestMoments(attempts, requests) {
  const batchOf = new Map(attempts.map(({ id, batch }) => [id, batch]));
  return requests.flatMap((request) => {
    if (!batchOf.has(request.id)) return [];
    const name = `request ${request.n} (attempt ${request.id} of batch ${batchOf.get(request.id)})`;
    const { firstByte = request.connectedAt, requestWhole, replyHead, replyWhole, end } = request.at;
    const moments = [
      [firstByte, `from ${request.pid}: ${request.requestBytes} bytes came, ${request.forwardedBytes} went on`],
      [requestWhole, 'was whole'],
      [replyHead, `was answered ${request.replyStatus}`],
      [replyWhole, `reply given on whole, ${request.replyBytes} bytes`],
      [end, `ended: ${request.ended}; the reply was ${request.replyWhole ? '' : 'not '}given on whole`],
    ];
    return moments.flatMap(([at, words]) => (at === undefined ? [] : [{ at, words: `${name} ${words}` }]));
  });
}

/** Characters of a detail that are shown. */
const SHOWN_CHARACTERS = 300;

function shown(detail) {
  if (detail === null || detail === undefined) return '';
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
