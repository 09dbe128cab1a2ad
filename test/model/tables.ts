import type { Sql, Value } from '../../src/ledger/sqlite-database.ts';
import { NOW, TICK_MS } from './world.ts';

export type Row = Record<string, Value>;

interface Meaning {
  /** Columns that hold a time. */
  readonly times?: readonly string[];
  /** Columns on which nothing depends, and what stands there instead. */
  readonly same?: Readonly<Record<string, Value>>;
  /** Its ids are ordinals: gaps mean nothing. */
  readonly numbered?: boolean;
}

/** What the ledger's verbs go by. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  import: {
    same: {
      counts: null,
      posting_at: null,
      finished_at: null,
      worked: 0,
      planner: null,
      planner_until: 0,
      claims_seen: 0,
    },
  },
  batch: { times: ['deadline'], same: { message: null, attempts: 0, due_at: 0 } },
  batch_body: {},
  attempt: { times: ['ended_at'], same: { began_at: 0, deadline: 0, evidence: null } },
  entry: {},
  cause: {},
  problem: {},
  claim: {},
  holder: { times: ['lease_until'] },
  decision: { same: { at: 0 }, numbered: true },
  look: { times: ['at', 'ended_at'], same: { detail: null }, numbered: true },
  event: { times: ['at'], numbered: true },
};
export const TABLES = Object.keys(MEANINGS);

/** One table of the ledger: read with times relative to the clock and without what nothing depends on, and put back. */
export interface Table {
  read(): Promise<Row[]>;
  write(tx: Sql, rows: readonly Row[]): Promise<void>;
}

/** @param oldestMs older than this, all is equally old: what keeps the number of states finite */
export async function tableOf(db: Sql, name: string, oldestMs: number): Promise<Table> {
  const { times = [], same = {}, numbered = false } = MEANINGS[name]!;
  const columns = (await db.all<{ name: string }>(`pragma table_info(${name})`)).map((column) => column.name);
  const text = (column: string) => `'${column}', ${column === 'body' ? 'hex(body)' : `"${column}"`}`;
  // One statement that is stepped once: a driver's list costs four times as much.
  const read = `select json_group_array(json_object(${columns.map(text).join(', ')})) as rows from (select * from ${name} order by 1, 2)`;
  const write = `insert into ${name} (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`;
  const isTime = new Set(times);
  return {
    read: async () =>
      (JSON.parse((await db.get<{ rows: string }>(read))!.rows) as Row[]).map((row, at) => {
        const copy: Row = { ...row, ...same, ...(numbered ? { id: at + 1 } : {}) };
        for (const column of times) copy[column] = shifted(row[column]!, -NOW, oldestMs);
        if (name === 'batch' && row['state'] !== 'sending') copy['deadline'] = null;
        if (name === 'attempt' && row['ended_at'] !== null) {
          // The quiet period of a doubt begins here; nobody asks who sent it.
          if (row['outcome'] !== 'in-doubt' && row['outcome'] !== 'rejected') copy['ended_at'] = 0;
          copy['holder'] = '';
        }
        return copy;
      }),
    async write(tx, rows) {
      await tx.run(`delete from ${name}`);
      if (numbered) await tx.run('delete from sqlite_sequence where name = ?', name);
      for (const row of rows) {
        const stored = (column: string) =>
          column === 'body'
            ? Buffer.from(row[column] as string, 'hex')
            : isTime.has(column) && row[column] !== null
              ? NOW + (row[column] as number)
              : row[column]!;
        await tx.run(write, ...columns.map(stored));
      }
    },
  };
}

/** The same rows a step of time later. */
export function aged(name: string, rows: readonly Row[], oldestMs: number): readonly Row[] {
  const { times } = MEANINGS[name]!;
  if (times === undefined || rows.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(times.map((column) => [column, shifted(row[column]!, -TICK_MS, oldestMs)])),
  }));
}

const shifted = (at: Value, by: number, oldestMs: number): Value =>
  at === null ? null : Math.max(-oldestMs, (at as number) + by);
