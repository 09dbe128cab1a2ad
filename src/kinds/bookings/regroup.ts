import { appendFileSync, createReadStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cell } from '../../core/cell.ts';
import { HashTable, hash53 } from '../../core/hash.ts';
import type { Chunk } from '../../tabular/table.ts';

/** Entries whose rows go into one file of the first division. */
const PART_ENTRIES = 4_096;
/** More rows than this in one part are divided again: a part is grouped in memory. */
const PART_MAX_ROWS = 50_000;
/** How much finer each further division is. */
const DIVISION = 64;
/** Text that waits in memory before it is appended to the parts, in UTF-16 units. */
const BUFFER_CHARACTERS = 4_000_000;
const CHUNK_ROWS = 1_000;

/** What is regrouped: the records of a table, and how to tell which entry one belongs to. */
export interface Regroupable {
  chunks(): AsyncIterable<Chunk>;
  /** Undefined for rows that are not to be read. */
  rowOf(record: readonly Cell[], line: number): number | undefined;
}

/** Rows of whole entries, by their row numbers: after `last`, no earlier row's entry comes again. */
export interface RegroupedChunk {
  readonly records: Chunk;
  readonly last: boolean;
}

/**
 * The records of a table whose entries are scattered, brought together through files: entries in the order of their
 * first row, and within an entry its rows in file order. Memory stays bounded however large the file is.
 * @param scratch folder that is this call's alone; gone afterwards
 */
export async function* regroup(
  table: Regroupable,
  reader: { keyOf(record: readonly Cell[], row: number): string | undefined },
  scratch: string,
): AsyncGenerator<RegroupedChunk> {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    const ordinals = new HashTable();
    const parts = new Parts(scratch, 0, PART_ENTRIES);
    let entries = 0;
    let ordinal = 0;
    for await (const { records, lines } of table.chunks()) {
      for (let i = 0; i < records.length; i++) {
        const row = table.rowOf(records[i]!, lines[i]!);
        if (row === undefined) continue;
        const key = reader.keyOf(records[i]!, row);
        // A row without an entry of others' stays where it stands.
        if (key !== undefined && key !== '') {
          const hash = hash53(key);
          ordinal = ordinals.get(hash);
          if (ordinal === 0) {
            ordinal = ++entries;
            ordinals.set(hash, ordinal);
          }
        }
        parts.put(ordinal, [ordinal, row, ...records[i]!]);
      }
    }
    yield* each(parts);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function* each(parts: Parts): AsyncGenerator<RegroupedChunk> {
  for (const part of parts.finish()) {
    if (part.rows > PART_MAX_ROWS && parts.entries > 1) {
      const finer = new Parts(
        join(parts.folder, `${part.no}.d`),
        part.no * parts.entries,
        Math.ceil(parts.entries / DIVISION),
      );
      for await (const record of recordsOf(part.path)) finer.put(record[0] as number, record);
      rmSync(part.path);
      yield* each(finer);
      continue;
    }
    let rows: number[] = [];
    let records: Cell[][] = [];
    for await (const [, row, ...cells] of recordsOf(part.path)) {
      if (records.length === CHUNK_ROWS) {
        yield { records: { lines: rows, records }, last: false };
        rows = [];
        records = [];
      }
      rows.push(row as number);
      records.push(cells);
    }
    yield { records: { lines: rows, records }, last: true };
    rmSync(part.path);
  }
}

async function* recordsOf(path: string): AsyncGenerator<Cell[]> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as Cell[];
  }
}

/** JSON leaves two characters as they are that end a line where lines are read. */
function oneLine(cells: readonly Cell[]): string {
  return JSON.stringify(cells).replace(/[\u2028\u2029]/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
}

/** Files of rows, each for a range of entries. */
class Parts {
  readonly folder: string;
  /** Entries in one part. */
  readonly entries: number;
  readonly #first: number;
  readonly #waiting = new Map<number, string>();
  readonly #rows = new Map<number, number>();
  #characters = 0;

  constructor(folder: string, first: number, entries: number) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.folder = folder;
    this.entries = entries;
    this.#first = first;
  }

  /** @param cells ordinal, row, and the record itself */
  put(ordinal: number, cells: readonly Cell[]): void {
    const record = oneLine(cells);
    const no = Math.floor((ordinal - this.#first) / this.entries);
    this.#waiting.set(no, `${this.#waiting.get(no) ?? ''}${record}\n`);
    this.#rows.set(no, (this.#rows.get(no) ?? 0) + 1);
    this.#characters += record.length;
    if (this.#characters > BUFFER_CHARACTERS) this.#append();
  }

  /** The parts, first entries first. */
  finish(): { no: number; path: string; rows: number }[] {
    this.#append();
    return [...this.#rows].sort(([a], [b]) => a - b).map(([no, rows]) => ({ no, rows, path: this.#path(no) }));
  }

  #append(): void {
    for (const [no, text] of this.#waiting) appendFileSync(this.#path(no), text);
    this.#waiting.clear();
    this.#characters = 0;
  }

  #path(no: number): string {
    return join(this.folder, `${no}.jsonl`);
  }
}
