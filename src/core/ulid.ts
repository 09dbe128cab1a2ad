/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/**
 * An id that sorts by time: 48 bits of milliseconds, 80 bits of chance.
 * @param random answers numbers from 0 (included) to 1 (excluded)
 */
export function ulid(now: number, random: () => number): string {
  let time = '';
  for (let i = 0, rest = now; i < TIME_CHARACTERS; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  let chance = '';
  for (let i = 0; i < RANDOM_CHARACTERS; i++) chance += ALPHABET[Math.floor(random() * 32)];
  return time + chance;
}
