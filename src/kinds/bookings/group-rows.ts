import { HashTable, hash53 } from '../../core/hash.ts';
import { ENTRY_MAX_LINES } from '../../core/records.ts';
import type { Group, RowReading } from '../../reading/row-context.ts';
import { ReadAgain } from '../../tabular/table.ts';
import { addTotals } from './body.ts';

/** Rows of unfinished entries that are kept: entries whose rows stand within this distance are grouped in one pass. */
export const WINDOW_ROWS = 1_000;
/** Issues of one entry that are kept: it is held for the first. */
export const ENTRY_MAX_ISSUES = 10_000;

const NONE: readonly Group[] = [];

/** Where the rows of an entry stand: near each other, or anywhere. */
export type RowOrder = 'near' | 'scattered';

/**
 * Groups rows into entries in bounded memory. Entries come out in the order of their first row.
 *
 * Most exports keep the rows of an entry near each other. So an entry is taken to be whole when the window has moved on;
 * should a later row belong to it after all, the file is read again, sorted by entry first (`scattered`).
 */
export class RowGrouper {
  readonly #open = new Map<string, Group>();
  readonly #closed = new HashTable();
  readonly #seqOf: ((row: number) => number | undefined) | undefined;
  readonly #windowRows: number;
  #rows = 0;
  #nextSeq: number;
  /** The open entry that the last rows went into: most rows follow one of the same entry. */
  #last: Group | undefined;
  /** The entry of the row before; undefined where that was an entry of its own. */
  #before: Group | undefined;

  /**
   * @param firstSeq ordinal of the first entry
   * @param seqOf for a correction: the ordinal of the entry that a row belongs to already
   * @param windowRows `Infinity` where the rows of an entry are known to come together
   */
  constructor(firstSeq: number, seqOf: ((row: number) => number | undefined) | undefined, windowRows = WINDOW_ROWS) {
    this.#nextSeq = firstSeq;
    this.#seqOf = seqOf;
    this.#windowRows = windowRows;
  }

  /** Ordinal that the next new entry would get. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /**
   * @returns entries that are whole now
   * @throws ReadAgain when the row belongs to an entry that the window has left behind
   */
  add(reading: RowReading): readonly Group[] {
    const { group: id } = reading;
    if (id === '') {
      this.#before = undefined;
      return [this.#into(this.#begin(reading), reading)];
    }
    let group = this.#last;
    if (group === undefined || group.id !== id) {
      group = this.#open.get(id);
      if (group === undefined) {
        if (this.#closed.get(hash53(id)) > 0) {
          throw new ReadAgain(`Rows of entry "${reading.key}" stand far apart.`, { order: 'scattered' });
        }
        group = this.#begin(reading);
        this.#open.set(id, group);
      }
      this.#last = group;
    }
    if (group.rows.length > 0 && this.#isApart(group, reading.row)) group.breaks.push(group.rows.length);
    this.#before = group;
    this.#into(group, reading);
    return ++this.#rows > this.#windowRows ? this.#close(this.#windowRows / 2) : NONE;
  }

  /** No more rows, or none that belong to the entries so far: all of them are whole. */
  flush(): readonly Group[] {
    return this.#close(0);
  }

  /** The file is at its end: as `flush`, and what was kept of the entries is forgotten. */
  finish(): readonly Group[] {
    const whole = this.#close(0);
    this.#closed.clear();
    return whole;
  }

  /** The ordinal of an entry that begins with a row: the one that the row belongs to already, else the next. */
  seqFor(row: number): number {
    return this.#seqOf?.(row) ?? this.#nextSeq++;
  }

  #begin({ key = '', group: id, sourceKey }: RowReading): Group {
    return {
      seq: -1,
      id,
      key,
      sourceKey,
      rows: [],
      lines: [],
      sources: [],
      sides: undefined,
      breaks: [],
      issues: undefined,
      tooLarge: undefined,
    };
  }

  /** Whether rows of other entries stand before this row. Where only some rows come, or sorted by entry, their numbers tell it. */
  #isApart(group: Group, row: number): boolean {
    const passedOver = this.#windowRows === Number.POSITIVE_INFINITY || this.#seqOf !== undefined;
    return passedOver ? row > group.rows.at(-1)! + 1 : this.#before !== group;
  }

  #into(group: Group, reading: RowReading): Group {
    if (group.seq < 0) group.seq = this.seqFor(reading.row);
    group.rows.push(reading.row);
    if (reading.source !== undefined && group.tooLarge === undefined) group.sources.push(reading.source);
    if (reading.side !== undefined && group.tooLarge === undefined) {
      group.sides ??= [];
      group.sides.push({ row: reading.row, side: reading.side });
    }
    if (reading.issues !== undefined) {
      group.issues ??= [];
      for (const issue of reading.issues) {
        if (group.issues.length < ENTRY_MAX_ISSUES) group.issues.push({ row: reading.row, issue });
      }
    }
    if (group.tooLarge === undefined && group.lines.length + reading.lines.length > ENTRY_MAX_LINES) {
      group.tooLarge = new Map();
      addTotals(group.tooLarge, group.lines);
      group.lines.length = 0;
      group.sources.length = 0;
      group.sides = undefined;
    }
    if (group.tooLarge !== undefined) addTotals(group.tooLarge, reading.lines);
    else for (const line of reading.lines) group.lines.push(line);
    return group;
  }

  #close(keepRows: number): Group[] {
    const whole: Group[] = [];
    for (const [id, group] of this.#open) {
      if (this.#rows <= keepRows) break;
      this.#open.delete(id);
      this.#closed.set(hash53(id), 1);
      this.#rows -= group.rows.length;
      whole.push(group);
    }
    this.#last = undefined;
    return whole;
  }
}
