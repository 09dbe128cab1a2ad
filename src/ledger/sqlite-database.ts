import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { UsageError } from '../core/issue.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema/schema.ts';

/** How long a write waits for another process's transaction. Every transaction of ours takes under 100 ms. */
export const BUSY_TIMEOUT_MS = 20_000;
/** Pages of write-ahead log between checkpoints: 16 MB at 4 kB a page, so that a large plan is not synced again and again. */
const CHECKPOINT_PAGES = 4_000;

/** What SQLite can store. Times are milliseconds since 1970; JSON is text; booleans are 0 or 1. */
export type Value = string | number | Buffer | null;

/**
 * A ledger file. Statements are prepared once and kept: a query builder on top was measured at 80 µs a statement,
 * this at 3 µs. Everything is synchronous, so a transaction can't interleave with other work of the process, nor
 * hold the write lock while the process waits for something.
 */
export interface SqliteDatabase {
  /** @returns rows changed */
  run(sql: string, ...values: Value[]): number;
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  iterate<Row>(sql: string, ...values: Value[]): Iterable<Row>;
  exec(sql: string): void;
  /** Takes the write lock at once (`BEGIN IMMEDIATE`), commits when `work` returns, rolls back when it throws. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens the ledger file, and brings it to the newest version.
 *
 * `synchronous=FULL` makes a committed transaction durable: a request is only sent after its intent was committed.
 * @param cacheKilobytes memory for pages
 * @throws UsageError on a network drive
 */
export function openSqlite(path: string, cacheKilobytes: number): SqliteDatabase {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const network = networkDrive(dirname(path));
  if (network !== undefined) {
    throw new UsageError(
      `The ledger ${path} would lie on a network drive (${network}), whose locks are not to be trusted: an entry could be booked twice.`,
      'Set BILAG_HOME to a folder on a disk of this machine.',
    );
  }
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS } as Database.Options);
  database.exec(`pragma busy_timeout=${BUSY_TIMEOUT_MS}`);
  database.exec('pragma journal_mode=WAL');
  database.exec('pragma synchronous=FULL');
  database.exec(`pragma cache_size=-${cacheKilobytes}`);
  database.exec(`pragma wal_autocheckpoint=${CHECKPOINT_PAGES}`);
  // libsql keeps temporary tables in memory unless told: the claims of a million entries would take 120 MB.
  database.exec('pragma temp_store=FILE');
  const opened = wrap(database);
  makeSchema(database, opened);
  return opened;
}

/**
 * Opens a file that is thrown away after use: nothing in it outlives a crash, and it belongs to this process alone. A
 * file that is there already (left by a process that died) is replaced.
 * @param cacheKilobytes memory for pages
 */
export function openScratchSqlite(
  path: string,
  cacheKilobytes: number,
): SqliteDatabase & { /** Closes it, and leaves the file to `readScratchSqlite`. */ closeAndKeep(): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  const database = new Database(path);
  database.exec('pragma journal_mode=OFF');
  database.exec('pragma synchronous=OFF');
  database.exec('pragma locking_mode=EXCLUSIVE');
  database.exec(`pragma cache_size=-${cacheKilobytes}`);
  const opened = wrap(database);
  return {
    ...opened,
    closeAndKeep() {
      // libsql closes a file when the last statement is collected: until then the lock would be held.
      opened.exec('pragma locking_mode=NORMAL');
      opened.all('select 1 from sqlite_schema limit 1');
      opened.close();
    },
    close() {
      opened.close();
      rmSync(path, { force: true });
    },
  };
}

/** Opens a file that `openScratchSqlite` made, to be read. */
export function readScratchSqlite(path: string, cacheKilobytes: number): SqliteDatabase {
  const database = new Database(path, { readonly: true });
  database.exec(`pragma cache_size=-${cacheKilobytes}`);
  return wrap(database);
}

function wrap(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  function transaction<T>(work: () => T): T {
    database.exec('begin immediate');
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      if (database.inTransaction) database.exec('rollback');
      throw error;
    }
  }
  return {
    // A statement that waits for the lock in vain stays half done in libsql, and no later transaction could commit.
    // `begin immediate` by exec does not: so the lock is always taken by it.
    run: (sql, ...values) => {
      const run = () => prepare(sql).run(values).changes;
      // Asked of a connection that is closed, libsql ends the process; `run` says what is wrong.
      return !database.open || database.inTransaction ? run() : transaction(run);
    },
    get: <Row>(sql: string, ...values: Value[]) => prepare(sql).get(values) as Row | undefined,
    all: <Row>(sql: string, ...values: Value[]) => prepare(sql).all(values) as Row[],
    // Not from the cache: a statement that is being stepped through can't be run a second time.
    iterate: <Row>(sql: string, ...values: Value[]) => database.prepare(sql).iterate(values) as Iterable<Row>,
    exec: (sql) => {
      database.exec(sql);
    },
    transaction,
    close: () => database.close(),
  };
}

/**
 * Makes the schema in a new file.
 * @throws UsageError for a ledger of another schema, which is left as it is
 */
function makeSchema(database: Database.Database, opened: SqliteDatabase): void {
  const version = () => opened.get<{ user_version: number }>('pragma user_version')!.user_version;
  if (version() === SCHEMA_VERSION) return;
  opened.transaction(() => {
    const found = version();
    // Another process has just made it.
    if (found === SCHEMA_VERSION) return;
    if (found !== 0) {
      throw new UsageError(
        `The ledger ${database.name} was made by another version of bilag (its schema is ${found}, this one's is ${SCHEMA_VERSION}).`,
        'Open it with the version that made it, or set BILAG_HOME to a new folder: what this ledger has booked is not known there',
      );
    }
    for (const statement of SCHEMA) database.exec(statement);
    database.exec(`pragma user_version=${SCHEMA_VERSION}`);
  });
}

/** File systems across a network, by the number that statfs tells on Linux: SQLite's locks can't be trusted on them. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
};

/** Name of the network file system that an existing folder lies on; undefined for a disk of this machine. */
export function networkDrive(folder: string): string | undefined {
  return NETWORK_FILE_SYSTEMS[statfsSync(folder).type];
}
