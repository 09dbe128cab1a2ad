import { createRandom } from '../bench/random.mjs';

/**
 * @typedef {object} Random draws that are the same for the same seed
 * @property {() => number} next from 0 up to, and without, 1
 * @property {(n: number) => number} int a whole number from 0 to n - 1
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {(p: number) => boolean} chance true with probability p
 */

/**
 * @param {number} seed a whole number
 * @returns {Random}
 */
export function randomOf(seed) {
  const next = createRandom(seed);
  const int = (n) => Math.floor(next() * n);
  return { next, int, pick: (list) => list[int(list.length)], chance: (p) => next() < p };
}
