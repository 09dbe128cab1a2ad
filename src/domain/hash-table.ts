/** Slots to begin with; a power of two. */
const FIRST_CAPACITY = 1 << 12;
/** Part of the slots that may be taken before the table doubles. */
const MAX_LOAD = 0.6;

/**
 * Small numbers by 53-bit hash, in 12 bytes a slot: millions of entries fit where a Map of strings would need hundreds
 * of megabytes. A hash that was never set has 0.
 */
export class HashTable {
  #keys = new Float64Array(FIRST_CAPACITY);
  #values = new Uint32Array(FIRST_CAPACITY);
  #size = 0;

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
