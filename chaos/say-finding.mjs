/**
 * Something that must not be. Its ids are the ledger's, for the timeline; undefined where the ledger knows nothing of it.
 * @typedef {object} Finding
 * @property {string} what its kind, as `lost`
 * @property {string} words for people
 * @property {string} [text] of the entry
 * @property {number} [import]
 * @property {number} [batch]
 * @property {string[]} attempts ids
 */

/**
 * @param {string} what
 * @param {string} words
 * @param {{ text?: string, import?: number, batch?: number, attempts?: string[] }} where
 * @returns {Finding}
 */
export function finding(what, words, { text, import: num, batch, attempts = [] }) {
  const entry = text === undefined ? '' : `${text}: `;
  const place = num === undefined ? '' : ` (import ${num}${batch === undefined ? '' : `, batch ${batch}`})`;
  return { what, words: `${entry}${words}${place}.`, text, import: num, batch, attempts };
}
