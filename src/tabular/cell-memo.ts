/** Slots for the texts of a column: a power of two. */
const SLOTS = 1 << 10;
/** Characters of a text that is remembered. */
const TEXT_MAX_CHARACTERS = 24;
/** After so many texts it shows whether a column's texts come again. */
const TRIES = 4096;
/** Where fewer than one in so many did, they are not remembered any more. */
const ONE_IN = 4;
/** A piece of a string that is shorter is copied; a longer one would share, and keep, the memory of the whole. */
const SHARING_CHARACTERS = 13;

/** Remembers texts of one column: one that comes again is the same string, and costs no memory. */
export class CellMemo {
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #bytes = new Uint8Array(SLOTS * TEXT_MAX_CHARACTERS);
  #tries = 0;
  #hits = 0;
  #isOff = false;

  /**
   * The ASCII text between `start` and `end`.
   * @param text of the same bytes, each a character
   */
  text(bytes: Buffer, text: string, start: number, end: number): string {
    const length = end - start;
    if (this.#isOff || length > TEXT_MAX_CHARACTERS) return piece(bytes, text, start, end);
    let hash = length;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x9e3779b1);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const base = slot * TEXT_MAX_CHARACTERS;
    const known = this.#texts[slot];
    if (known !== undefined && known.length === length && this.#holds(base, bytes, start, length)) {
      this.#hits++;
      return known;
    }
    if (++this.#tries === TRIES) {
      this.#isOff = this.#hits * (ONE_IN - 1) < this.#tries;
      this.#tries = this.#hits = 0;
    }
    for (let at = 0; at < length; at++) this.#bytes[base + at] = bytes[start + at]!;
    const made = piece(bytes, text, start, end);
    this.#texts[slot] = made;
    return made;
  }

  #holds(base: number, bytes: Uint8Array, start: number, length: number): boolean {
    for (let at = 0; at < length; at++) if (this.#bytes[base + at] !== bytes[start + at]) return false;
    return true;
  }
}

/** The text between `start` and `end`, in memory of its own. */
export function piece(bytes: Buffer, text: string, start: number, end: number): string {
  return end - start < SHARING_CHARACTERS ? text.slice(start, end) : bytes.toString('latin1', start, end);
}
