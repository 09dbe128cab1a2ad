import { HashTable, hash53 } from '../../core/hash.ts';
import type { PlanFacts, PlanOrder, PlanPorts } from '../../reading/plan-ports.ts';
import { eachRow } from './row-cells.ts';

/** A block of lines that stands in a file twice is a copy from so many lines on … */
const BLOCK_LINES = 5;
/** … of which so many say different things: a toll road is driven there and back more than once. */
const BLOCK_DIFFERENT = 3;
/** The same where a file is nothing but one block and its copy. */
const WHOLE_LINES = 3;
const WHOLE_DIFFERENT = 3;
/** Copies of one row, at most: what comes again more often is how the file is made, and was not pasted. */
const COPIES_AT_MOST = 2;
/** Of so many lines each is looked up; of more one in so many, by what it says, from which its block is found in both directions. */
const LINES_LOOKED_UP = 200_000;
const LOOKED_UP_OF_MORE = 16;
/** Lines that there is room for at first. */
const FIRST_CAPACITY = 1 << 10;

type CopiedRows = NonNullable<PlanFacts['copies']>[number];

/** @param copies by row of a copy, the row that it is one of */
export function packCopies(copies: ReadonlyMap<number, number>): CopiedRows[] {
  const packed: [number, number, number][] = [];
  for (const [row, first] of copies) {
    const last = packed.at(-1);
    if (last !== undefined && row === last[0] + last[2] && first === last[1] + last[2]) last[2]++;
    else packed.push([row, first, 1]);
  }
  return packed;
}

export function unpackCopies(packed: readonly CopiedRows[]): ReadonlyMap<number, number> {
  return new Map(
    packed.flatMap(([row, first, rows]) => Array.from({ length: rows }, (_, at) => [row + at, first + at] as const)),
  );
}

/**
 * What says the same need not be the same: a list of two branches has one column more than its job maps. Copies of each
 * other have all their cells in common.
 * @param copies found by what the lines say
 * @param of those lines
 */
export async function copiesByCells(
  copies: ReadonlyMap<number, number>,
  of: RepeatedLines,
  order: PlanOrder,
  ports: Pick<PlanPorts, 'open' | 'watchdog'>,
): Promise<ReadonlyMap<number, number> | undefined> {
  let lines = new RepeatedLines();
  // Headers and sums between them are no lines.
  const rows = of.rows();
  await eachRow(order, ports, () => {
    lines = new RepeatedLines();
    return (row, cells) => {
      if (rows.has(row)) lines.add(row, cells.signed);
    };
  });
  const found = [...(lines.find() ?? [])].filter(([row]) => copies.has(row));
  return found.length === 0 ? undefined : new Map(found);
}

/** Finds lines without voucher numbers that stand in a file as a block once more, as if an export had been pasted behind another. */
export class RepeatedLines {
  #count = 0;
  #rows = new Float64Array(FIRST_CAPACITY);
  /** 32 bits of what a line says: copies are compared by their cells once more. */
  #says = new Uint32Array(FIRST_CAPACITY);

  /** @param says a hash of what the line says; in the order of the file */
  add(row: number, says: number): void {
    if (this.#count === this.#rows.length) {
      const [rows, said] = [this.#rows, this.#says];
      this.#rows = new Float64Array(rows.length * 2);
      this.#rows.set(rows);
      this.#says = new Uint32Array(said.length * 2);
      this.#says.set(said);
    }
    this.#rows[this.#count] = row;
    this.#says[this.#count++] = says;
  }

  rows(): ReadonlySet<number> {
    return new Set(this.#rows.subarray(0, this.#count));
  }

  /** @returns by row of a copy, the row that it is one of; undefined where there is none */
  find(): ReadonlyMap<number, number> | undefined {
    const copies = new Map<number, number>();
    const every = this.#count > LINES_LOOKED_UP ? LOOKED_UP_OF_MORE : 1;
    const firsts = new HashTable(this.#count / every);
    for (let at = 0; at + 1 < this.#count; at++) {
      const pair = hash53(`${this.#says[at]} ${this.#says[at + 1]}`);
      if (pair % every !== 0) continue;
      const first = firsts.get(pair) - 1;
      if (first < 0) {
        firsts.set(pair, at + 1);
        continue;
      }
      const end = this.#note(first, at, copies);
      // The last of them may begin another block.
      at = Math.max(at, end - 2);
    }
    this.#leaveOut(copies);
    return copies.size === 0 ? undefined : copies;
  }

  /** Notes lines around `at` that are copies of those around `first`. @returns the line behind those that are equal */
  #note(first: number, at: number, copies: Map<number, number>): number {
    let before = 0;
    while (before < first && this.#isEqual(first - before - 1, at - before - 1, copies)) before++;
    let lines = 0;
    while (first + lines < at - before && at + lines < this.#count && this.#isEqual(first + lines, at + lines, copies))
      lines++;
    const [from, length] = [at - before, before + lines];
    const different = new Set(this.#says.subarray(from, from + length)).size;
    const isWhole = from === length && from + length === this.#count;
    const isCopy = isWhole
      ? length >= WHOLE_LINES && different >= WHOLE_DIFFERENT
      : length >= BLOCK_LINES && different >= BLOCK_DIFFERENT;
    for (let line = 0; isCopy && line < length; line++)
      copies.set(this.#rows[from + line]!, this.#rows[first - before + line]!);
    return at + lines;
  }

  /** A block that comes again so often that it is no copy: by how often its lines stand in copies, and how often in what these are of. */
  #leaveOut(copies: Map<number, number>): void {
    const copied = new Map<number, number>();
    const firsts = new Map<number, number>();
    for (let at = 0; at < this.#count; at++) {
      const times = copies.has(this.#rows[at]!) ? copied : firsts;
      times.set(this.#says[at]!, (times.get(this.#says[at]!) ?? 0) + 1);
    }
    for (let at = 0; at < this.#count; at++) {
      const [row, says] = [this.#rows[at]!, this.#says[at]!];
      if (copies.has(row) && copied.get(says)! / (firsts.get(says) ?? 1) > COPIES_AT_MOST) copies.delete(row);
    }
  }

  #isEqual(one: number, other: number, copies: ReadonlyMap<number, number>): boolean {
    return this.#says[one] === this.#says[other] && !copies.has(this.#rows[other]!);
  }
}
