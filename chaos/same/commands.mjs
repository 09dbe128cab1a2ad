// The commands of the people of this drill, and what is kept of them for the judge.

/** Commands leave after this time without progress. */
const WAIT = ['--json', '--wait', '20s'];
/** Exit codes of an import that rests, whatever came of it, and of one that waits. */
export const RESTED = [0, 3, 4];
const ANY = new Set([0, 1, 2, 3, 4, 5]);

/**
 * What a command was, and what had to come of it.
 * @typedef {object} Step
 * @property {string} name
 * @property {number} [code] undefined where it was killed
 * @property {any} [receipt]
 * @property {readonly number[]} [codes] that it may end with
 * @property {{ names: readonly string[], entries?: number }} [waits] for which files its entries may wait; entries: how many
 *   must
 * @property {{ code: string, entries?: number }} [asks] what must be asked, and of how many entries
 * @property {{ booked?: number, duplicate?: number, held?: number }} [counts] entries of its receipt
 */

/**
 * Gives a command once.
 * @returns {Promise<{ code: number | null, signal: string | null, receipt: any, err: string }>}
 */
export async function once(run, name, args, points = []) {
  const end = await run.crew.command(name, args, { points, tries: 1, rested: ANY });
  return { ...end, receipt: receiptIn(end?.out) };
}

/** Gives a command until its import rests, or waits for others. */
export async function untilRested(run, name, args, points = []) {
  const end = await run.crew.command(name, args, { points, rested: new Set([...RESTED, 5]) });
  return { ...end, receipt: receiptIn(end?.out) };
}

function receiptIn(out = '') {
  try {
    return JSON.parse(out);
  } catch {
    return undefined;
  }
}

export const importing = ({ path, job }) => ['import', path, '--job', job, ...WAIT];
export const retrying = (id) => ['retry', id, ...WAIT];
export const answering = (id, code, answer) => [
  ...['retry', id, '--answer', `${code}=${answer}`, '--reason', 'looked at the papers'],
  ...WAIT,
];

/** What `bilag show` says of an import. */
export async function shownOf(run, id) {
  const child = run.office.spawn(`look ${id.slice(-4)}`, ['show', id, '--json']);
  await child.exited;
  return receiptIn(child.stdout());
}

/** Keeps a step for the judge. @param {Omit<Step, 'code' | 'receipt'>} wanted */
export function keep(run, wanted, { code, signal, receipt, err }) {
  run.steps.push({ ...wanted, code: signal === null ? code : undefined, receipt, err: err?.trim().slice(-300) });
}

/** Something that the cells name has happened. */
export function told({ office }, cell, detail = {}) {
  office.actions.push({ at: Date.now(), what: 'same', detail: { cell, ...detail } });
}

/** @returns {object[]} crash points, of a cell that has one */
export const pointsOf = (cell, nth = 1) => (cell?.point === undefined ? [] : [{ point: cell.point, nth, do: 'kill' }]);

/** The id of the import of a file; undefined where it was not taken in. */
export function idOf({ office }, { sha256 }) {
  return office.ledger('select id from import where sha256 = ?', sha256)[0]?.id;
}
