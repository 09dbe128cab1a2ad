import { appendFileSync, createReadStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../core/cell.ts';
import { HashTable, hash53 } from '../../core/hash.ts';
import type { Chunk } from '../../tabular/table.ts';

/** Entries whose rows go into one file of the first division. */
const PART_ENTRIES = 4_096;
/** More rows than this in one part are divided again: a part is grouped in memory. */
const PART_MAX_ROWS = 50_000;
/** How much finer each further division is. */
const DIVISION = 64;
/** Bytes of a part that wait in memory before they are appended to its file. */
const BUFFER_BYTES = 16 * 1024;
/** Most bytes that a UTF-16 unit takes in UTF-8. */
const UNIT_BYTES = 3;
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
 * The records of a table whose entries are scattered, in parts that hold whole entries: the parts in the order of the entries'
 * first rows, and the rows of a part in file order. They go through files, so that memory stays bounded however large the table is.
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
        parts.put([ordinal, row, records[i]!]);
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
      for await (const some of placedIn(part.path)) for (const placed of some) finer.put(placed);
      rmSync(part.path);
      yield* each(finer);
      continue;
    }
    let rows: number[] = [];
    let records: (readonly Cell[])[] = [];
    for await (const some of placedIn(part.path)) {
      for (const [, row, record] of some) {
        if (records.length === CHUNK_ROWS) {
          yield { records: { lines: rows, records }, last: false };
          rows = [];
          records = [];
        }
        rows.push(row);
        records.push(record);
      }
    }
    yield { records: { lines: rows, records }, last: true };
    rmSync(part.path);
  }
}

/** A record with the number of its entry and its row. In a file each is a line of JSON, in which no line feed stands as it is. */
type Placed = readonly [ordinal: number, row: number, record: readonly Cell[]];

/** What stands in a file, block by block. */
async function* placedIn(path: string): AsyncGenerator<Placed[]> {
  let cut: string[] = [];
  for await (const text of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = text.split('\n');
    const rest = lines.pop()!;
    if (lines.length === 0) {
      cut.push(rest);
      continue;
    }
    lines[0] = cut.join('') + lines[0]!;
    cut = [rest];
    yield lines.map((line) => JSON.parse(line) as Placed);
  }
}

/** Files of rows, each for a range of entries. */
class Parts {
  readonly folder: string;
  /** Entries in one part. */
  readonly entries: number;
  readonly #first: number;
  readonly #parts = new Map<number, { readonly waiting: Buffer; bytes: number; rows: number }>();

  constructor(folder: string, first: number, entries: number) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.folder = folder;
    this.entries = entries;
    this.#first = first;
  }

  put(placed: Placed): void {
    const no = Math.floor((placed[0] - this.#first) / this.entries);
    let part = this.#parts.get(no);
    if (part === undefined) {
      part = { waiting: Buffer.allocUnsafeSlow(BUFFER_BYTES), bytes: 0, rows: 0 };
      this.#parts.set(no, part);
    }
    part.rows++;
    const line = `${JSON.stringify(placed)}\n`;
    const most = line.length * UNIT_BYTES;
    if (part.bytes + most > BUFFER_BYTES) {
      appendFileSync(this.#path(no), part.waiting.subarray(0, part.bytes));
      part.bytes = 0;
    }
    if (most > BUFFER_BYTES) appendFileSync(this.#path(no), line);
    else part.bytes += part.waiting.write(line, part.bytes);
  }

  /** The parts, first entries first. */
  finish(): { no: number; path: string; rows: number }[] {
    for (const [no, { waiting, bytes }] of this.#parts) appendFileSync(this.#path(no), waiting.subarray(0, bytes));
    const parts = [...this.#parts].sort(([a], [b]) => a - b);
    this.#parts.clear();
    return parts.map(([no, { rows }]) => ({ no, rows, path: this.#path(no) }));
  }

  #path(no: number): string {
    return join(this.folder, `${no}.jsonl`);
  }
}
