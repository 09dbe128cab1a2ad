import { rmSync } from 'node:fs';
import { type Cell, cellText } from '../core/cell.ts';
import { openScratchSqlite, readScratchSqlite, type ScratchFile } from './sqlite-database.ts';

/** Memory for pages of the file, in kilobytes. */
const CACHE_KILOBYTES = 4_000;

/** A row of an entry that waits, as its file holds it. */
export interface WaitingRow {
  readonly number: number;
  readonly seq: number;
  /** Under the original's headers. */
  readonly cells: readonly Cell[];
  /** What stood beyond the last column. */
  readonly beyond: readonly Cell[];
}

/** What the file is filled by. */
export interface WaitingCellsWriter {
  /** In the place of what was put there for the same row. */
  put(row: WaitingRow): void;
  /** The file is there to be read. */
  close(): void;
}

/**
 * The cells of rows that wait, in a file of their own: a million rows need no more memory than a thousand, and none of them
 * is looked for in the original again.
 */
export interface WaitingCells {
  row(number: number): WaitingRow | undefined;
  /** Texts of the cells of an entry's rows, by their numbers. */
  rows(seq: number): Map<number, WaitingRow>;
  /** Entries that hold a text in a cell, in upper or lower case. */
  holding(text: string): number[];
  /** What the cells of a column hold, each text once. */
  texts(column: number): string[];
  /** Rows whose cell in a column holds one of these texts, in the order of their numbers. */
  reading(column: number, texts: readonly string[]): { number: number; seq: number }[];
  /** Cells beyond the last column that the widest row has. */
  surplus(): number;
  /** Its file is gone afterwards. */
  close(): void;
}

interface Stored {
  readonly number: number;
  readonly seq: number;
  readonly texts: string;
  readonly cells: string | null;
  readonly beyond: string | null;
}

export function writeWaitingCells(path: string): WaitingCellsWriter {
  const db = openScratchSqlite(path, CACHE_KILOBYTES);
  db.exec('create table row (number integer primary key, seq integer, texts text, cells text, beyond text)');
  db.exec('begin');
  return {
    put({ number, seq, cells, beyond }) {
      const plain = cells.every((cell) => typeof cell === 'string');
      db.run(
        'insert or replace into row (number, seq, texts, cells, beyond) values (?, ?, ?, ?, ?)',
        number,
        seq,
        JSON.stringify(cells.map(cellText)),
        plain ? null : JSON.stringify(cells),
        beyond.length === 0 ? null : JSON.stringify(beyond),
      );
    },
    close() {
      db.exec('create index row_seq on row (seq)');
      db.exec('commit');
      db.closeAndKeep();
    },
  };
}

export function readWaitingCells(path: string): WaitingCells {
  const db: ScratchFile = readScratchSqlite(path, CACHE_KILOBYTES);
  return {
    row(number) {
      const stored = db.get<Stored>('select * from row where number = ?', number);
      return stored === undefined ? undefined : rowOf(stored);
    },
    rows: (seq) =>
      new Map(db.all<Stored>('select * from row where seq = ?', seq).map((stored) => [stored.number, rowOf(stored)])),
    holding: (text) =>
      db
        .all<{ seq: number }>(
          `select distinct seq from row where texts like ? escape '\\'`,
          // As JSON writes it, without the quotes around it.
          `%${JSON.stringify(text)
            .slice(1, -1)
            .replace(/[\\%_]/g, '\\$&')}%`,
        )
        .map(({ seq }) => seq),
    texts: (column) =>
      db.all<{ text: string }>('select distinct texts ->> ? as text from row', `$[${column}]`).map(({ text }) => text),
    reading: (column, texts) =>
      db.all(
        'select number, seq from row where texts ->> ? in (select value from json_each(?)) order by number',
        `$[${column}]`,
        JSON.stringify(texts),
      ),
    surplus: () =>
      db.get<{ most: number }>('select coalesce(max(json_array_length(beyond)), 0) as most from row')!.most,
    close() {
      db.close();
      rmSync(path, { force: true });
    },
  };
}

function rowOf({ number, seq, texts, cells, beyond }: Stored): WaitingRow {
  return { number, seq, cells: JSON.parse(cells ?? texts), beyond: JSON.parse(beyond ?? '[]') };
}
