import { spanOf } from '../../core/entry-content.ts';
import { HashTable, hash53 } from '../../core/hash.ts';
import type { NewBlock } from '../../ledger/entry-blocks.ts';

/** Entries that a piece of `EntryContents` holds. */
const PIECE_ENTRIES = 1 << 14;

/** What entries say, and the days that they say it of. Kept in pieces: an array that grows is there twice meanwhile. */
export class EntryContents {
  readonly hasNumbers: boolean;
  count = 0;
  readonly #days = new Days();
  readonly #pieces: { readonly hashes: Float64Array; readonly seqs: Uint32Array; readonly days: Days }[] = [];

  constructor(hasNumbers: boolean) {
    this.hasNumbers = hasNumbers;
  }

  get firstDay(): string {
    return this.#days.first;
  }

  get lastDay(): string {
    return this.#days.last;
  }

  add(seq: number, content: string): void {
    const at = this.count++ % PIECE_ENTRIES;
    if (at === 0) {
      const [hashes, seqs] = [new Float64Array(PIECE_ENTRIES), new Uint32Array(PIECE_ENTRIES)];
      this.#pieces.push({ hashes, seqs, days: new Days() });
    }
    const { hashes, seqs, days } = this.#pieces.at(-1)!;
    hashes[at] = hash53(content);
    seqs[at] = seq;
    const span = spanOf(content);
    days.add(span);
    this.#days.add(span);
  }

  /** By what they say: how many say it. */
  counts(): HashTable {
    const counts = new HashTable(this.count);
    for (const { hashes } of this.blocks()) for (const hash of hashes) counts.set(hash, counts.get(hash) + 1);
    return counts;
  }

  blocks(): NewBlock[] {
    return this.#pieces.map(({ hashes, seqs, days }, piece) => {
      const size = Math.min(PIECE_ENTRIES, this.count - piece * PIECE_ENTRIES);
      const { first: firstDay, last: lastDay } = days.first === '' ? this.#days : days;
      const keyed = this.hasNumbers;
      return { keyed, firstDay, lastDay, hashes: hashes.subarray(0, size), seqs: seqs.subarray(0, size) };
    });
  }
}

/** The first and the last of several days, `YYYY-MM-DD`; empty where none was said. */
export class Days {
  first = '';
  last = '';

  /** Undefined where none was said. */
  get span(): readonly [first: string, last: string] | undefined {
    return this.first === '' ? undefined : [this.first, this.last];
  }

  add([first, last]: readonly [first: string, last: string]): void {
    if (first === '') return;
    if (this.first === '' || first < this.first) this.first = first;
    if (last > this.last) this.last = last;
  }
}
