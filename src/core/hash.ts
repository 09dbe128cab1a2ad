/** Slots to begin with; a power of two. */
const FIRST_CAPACITY = 1 << 12;
/** Part of the slots that may be taken before the table doubles. */
const MAX_LOAD = 0.6;

/**
 * Small numbers by 53-bit hash, in 12 bytes a slot: millions of entries fit where a Map of strings would need hundreds
 * of megabytes. A hash that was never set has 0.
 */
export class HashTable {
  #keys: Float64Array;
  #values: Uint32Array;
  #size = 0;

  /** @param expected hashes that there is room for at once: a table that grows is there twice meanwhile */
  constructor(expected = 0) {
    let capacity = FIRST_CAPACITY;
    while (expected > capacity * MAX_LOAD) capacity *= 2;
    this.#keys = new Float64Array(capacity);
    this.#values = new Uint32Array(capacity);
  }

  get(hash: number): number {
    return this.#values[this.#slot(hash + 1)]!;
  }

  /** @param value above 0 */
  set(hash: number, value: number): void {
    const slot = this.#slot(hash + 1);
    if (this.#keys[slot] === 0) this.#size++;
    this.#keys[slot] = hash + 1;
    this.#values[slot] = value;
    if (this.#size > this.#keys.length * MAX_LOAD) this.#grow();
  }

  /** Forgets all, and gives its memory back. */
  clear(): void {
    this.#keys = new Float64Array(FIRST_CAPACITY);
    this.#values = new Uint32Array(FIRST_CAPACITY);
    this.#size = 0;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (key ^ (key / 4294967296)) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Uint32Array(keys.length * 2);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue;
      const slot = this.#slot(keys[i]!);
      this.#keys[slot] = keys[i]!;
      this.#values[slot] = values[i]!;
    }
  }
}

/**
 * A fast 53-bit hash of a text (two multiply-xor lanes over UTF-16 units, as in cyrb53). Not cryptographic: it finds
 * candidates; where a wrong match would lose a booking, sha256 decides.
 */
export function hash53(text: string): number {
  return hashFrom(A, B, text);
}

/** Hashes texts that all begin with the same: `hash53After(start)(text)` is `hash53(start + text)`. */
export function hash53After(start: string): (text: string) => number {
  let a = A;
  let b = B;
  for (let i = 0; i < start.length; i++) {
    const unit = start.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  return (text) => hashFrom(a, b, text);
}

const A = 0xdeadbeef;
const B = 0x41c6ce57;

function hashFrom(startA: number, startB: number, text: string): number {
  let a = startA;
  let b = startB;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
