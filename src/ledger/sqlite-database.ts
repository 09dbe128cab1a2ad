import { mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { UsageError } from '../core/issue.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema/schema.ts';

/** How long a write waits for another process's transaction. Every transaction of ours takes under 100 ms. */
export const BUSY_TIMEOUT_MS = 20_000;
/** Milliseconds between two tries to switch a file to a write-ahead log, which does not wait by itself. */
const WAL_AGAIN_MS = 20;
/** Pages of write-ahead log between checkpoints: 16 MB at 4 kB a page, so that a large plan is not synced again and again. */
const CHECKPOINT_PAGES = 4_000;

/** So large the write-ahead log may stay when work has ended, in bytes: to make it small costs a sync or two. */
const WAL_KEPT_BYTES = 4 * 1024 ** 2;

/** What SQLite can store. Times are milliseconds since 1970; JSON is text; booleans are 0 or 1. */
export type Value = string | number | Buffer | null;

/** A file that belongs to its process alone, and is thrown away: nobody else waits for it, so nothing is awaited. */
export interface ScratchFile {
  /** @returns rows changed */
  run(sql: string, ...values: Value[]): number;
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  exec(sql: string): void;
  close(): void;
}

/**
 * Statements on the ledger. They are prepared once and kept: a query builder on top was measured at 80 µs a statement, this
 * at 3 µs.
 */
export interface Sql {
  /** @returns rows changed */
  run(sql: string, ...values: Value[]): Promise<number>;
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Row by row, for what is too much for memory. @param visit told of each; it asks the ledger nothing */
  each<Row>(visit: (row: Row) => void, sql: string, ...values: Value[]): Promise<void>;
  exec(sql: string): Promise<void>;
  /** What `work` reads is of one moment, whatever others write meanwhile; else as `write`. */
  read<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * One transaction: takes the write lock at once, commits when `work` returns, rolls back when it throws. Within another
   * transaction it is a part of that one. `work` uses `tx`, and awaits nothing else.
   */
  write<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * As `write`, with one commit and one sync to disk for all that this thread asks for in the same turn of its event loop.
   * Each piece stands or falls by itself, unless the commit fails: then all of them do. Durable when it resolves. `work` may run
   * more than once: where another piece fails, all that was written is taken back.
   */
  groupCommit<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
}

/** A ledger file. */
export interface SqliteDatabase extends Sql {
  /**
   * Whether a write would succeed now: the lock is free, and the file can be written. It does not wait for the lock, for that
   * would keep the whole process waiting.
   * @returns false while another process writes
   * @throws what keeps the file from being written
   */
  canWrite(): boolean;
  /**
   * Empties the write-ahead log where it has grown, for SQLite leaves it as large as it ever was. Left as it is where anybody
   * else reads or writes just now.
   */
  shrinkWal(): void;
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
  switchToWal(database);
  database.exec('pragma synchronous=FULL');
  database.exec(`pragma cache_size=-${cacheKilobytes}`);
  database.exec(`pragma wal_autocheckpoint=${CHECKPOINT_PAGES}`);
  // libsql keeps temporary tables in memory unless told: the claims of a million entries would take 120 MB.
  database.exec('pragma temp_store=FILE');
  makeSchema(database, path);
  return serialize(database, path);
}

/** Another process that is just making the same ledger holds the lock, and SQLite gives up on this pragma at once. */
function switchToWal(database: Database.Database): void {
  const until = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return void database.exec('pragma journal_mode=WAL');
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_AGAIN_MS);
    }
  }
}

/**
 * Opens a file that is thrown away after use: nothing in it outlives a crash, and it belongs to this process alone. A
 * file that is there already (left by a process that died) is replaced.
 * @param cacheKilobytes memory for pages
 */
export function openScratchSqlite(
  path: string,
  cacheKilobytes: number,
): ScratchFile & { /** Closes it, and leaves the file to `readScratchSqlite`. */ closeAndKeep(): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  const database = new Database(path);
  database.exec('pragma journal_mode=OFF');
  database.exec('pragma synchronous=OFF');
  database.exec('pragma locking_mode=EXCLUSIVE');
  database.exec(`pragma cache_size=-${cacheKilobytes}`);
  const opened = statementsOf(database);
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
export function readScratchSqlite(path: string, cacheKilobytes: number): ScratchFile {
  const database = new Database(path, { readonly: true });
  database.exec(`pragma cache_size=-${cacheKilobytes}`);
  return statementsOf(database);
}

/** Statements of a file, each prepared once. */
function statementsOf(database: Database.Database): ScratchFile {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    run: (sql, ...values) => prepare(sql).run(values).changes,
    get: <Row>(sql: string, ...values: Value[]) => prepare(sql).get(values) as Row | undefined,
    all: <Row>(sql: string, ...values: Value[]) => prepare(sql).all(values) as Row[],
    exec: (sql) => {
      database.exec(sql);
    },
    close: () => database.close(),
  };
}

/** A mistake of ours; whoever has something to write that nobody else knows tries again (`retryWrite`). */
const STUCK = 'A transaction of the ledger waits for something else than its own statements.';

/** The transaction of this thread that is open on a file, and who waits for its end. */
interface Gate {
  open: symbol | undefined;
  waiting: (() => void)[];
  connections: number;
}

/** By the file's path: of two connections of one thread, one would wait for the other's lock, and keep it from ending. */
const gates = new Map<string, Gate>();

/**
 * A ledger file to which statements are sent one after the other. SQLite knows one transaction a connection, in which
 * whatever runs on it takes part: so all other work of the thread waits until it has ended.
 */
function serialize(database: Database.Database, path: string): SqliteDatabase {
  const file = statementsOf(database);
  const gate: Gate = gates.get(path) ?? { open: undefined, waiting: [], connections: 0 };
  gates.set(path, gate);
  gate.connections++;
  /** This connection's. */
  let open: symbol | undefined;

  /** Waits until the transaction that is open now has ended: another one may be open by then. */
  function ended(): Promise<void> {
    const seen = gate.open;
    return new Promise((resolve, reject) => {
      gate.waiting.push(resolve);
      // A transaction awaits its own statements only, which are done at once: it has ended before anything else happens.
      setImmediate(() => {
        if (gate.open === seen) reject(Object.assign(new Error(STUCK), { code: 'ESTUCK' }));
      });
    });
  }

  async function transaction<T>(begin: 'begin' | 'begin immediate', work: (tx: Sql) => Promise<T>): Promise<T> {
    while (gate.open !== undefined) await ended();
    database.exec(begin);
    const own = Symbol(begin);
    gate.open = open = own;
    try {
      const result = await work(within(() => open === own));
      database.exec('commit');
      return result;
    } catch (error) {
      // Asked of a connection that is closed, libsql ends the process.
      if (database.open && database.inTransaction) database.exec('rollback');
      throw error;
    } finally {
      gate.open = open = undefined;
      for (const wake of gate.waiting.splice(0)) wake();
    }
  }

  /** To its end: of rows that nobody steps through any more libsql holds the moment in which they were read. */
  function stepThrough<Row>(visit: (row: Row) => void, sql: string, values: Value[]): void {
    // Not from the cache: a statement that is being stepped through can't be run a second time.
    for (const row of database.prepare(sql).iterate(values)) visit(row as Row);
  }

  /** Statements of the open transaction. */
  function within(isOpen: () => boolean): Sql {
    const check = () => {
      if (!isOpen()) throw new Error('A statement came after the end of its transaction.');
    };
    const tx: Sql = {
      async run(sql, ...values) {
        check();
        return file.run(sql, ...values);
      },
      async get<Row>(sql: string, ...values: Value[]) {
        check();
        return file.get<Row>(sql, ...values);
      },
      async all<Row>(sql: string, ...values: Value[]) {
        check();
        return file.all<Row>(sql, ...values);
      },
      async each<Row>(visit: (row: Row) => void, sql: string, ...values: Value[]) {
        check();
        stepThrough(visit, sql, values);
      },
      async exec(sql) {
        check();
        file.exec(sql);
      },
      read: (work) => work(tx),
      write: (work) => work(tx),
      groupCommit: (work) => work(tx),
    };
    return tx;
  }

  /** Pieces that the next commit takes. */
  let group: { work(tx: Sql): Promise<unknown>; resolve(result: unknown): void; reject(error: unknown): void }[] = [];

  /** Without savepoints, for which SQLite copies every page before it changes: where a piece fails the others begin anew. */
  async function commitGroup(): Promise<void> {
    let pieces = group;
    group = [];
    while (pieces.length > 0) {
      let failed: (typeof pieces)[number] | undefined;
      const results: unknown[] = [];
      try {
        await transaction('begin immediate', async (tx) => {
          for (const piece of pieces) {
            failed = piece;
            results.push(await piece.work(tx));
          }
          failed = undefined;
        });
        for (const [at, { resolve }] of pieces.entries()) resolve(results[at]);
        return;
      } catch (error) {
        const lost = failed === undefined ? pieces : [failed];
        for (const { reject } of lost) reject(error);
        pieces = pieces.filter((piece) => !lost.includes(piece));
      }
    }
  }

  return {
    // A statement that waits for the lock in vain stays half done in libsql, and no later transaction could commit.
    // `begin immediate` by exec does not: so the lock is always taken by it.
    run: (sql, ...values) => transaction('begin immediate', (tx) => tx.run(sql, ...values)),
    async get<Row>(sql: string, ...values: Value[]) {
      while (open !== undefined) await ended();
      return file.get<Row>(sql, ...values);
    },
    async all<Row>(sql: string, ...values: Value[]) {
      while (open !== undefined) await ended();
      return file.all<Row>(sql, ...values);
    },
    async each<Row>(visit: (row: Row) => void, sql: string, ...values: Value[]) {
      while (open !== undefined) await ended();
      stepThrough(visit, sql, values);
    },
    async exec(sql) {
      while (open !== undefined) await ended();
      file.exec(sql);
    },
    read: (work) => transaction('begin', work),
    write: (work) => transaction('begin immediate', work),
    groupCommit: <T>(work: (tx: Sql) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        if (group.length === 0) setImmediate(commitGroup);
        group.push({ work, resolve: resolve as (result: unknown) => void, reject });
      }),
    canWrite() {
      // It is this thread that writes.
      if (gate.open !== undefined) return true;
      file.exec('pragma busy_timeout=0');
      try {
        file.exec('begin immediate');
        file.run("insert or replace into meta (name, value) values ('tried', '')");
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return false;
        throw error;
      } finally {
        if (database.open && database.inTransaction) file.exec('rollback');
        file.exec(`pragma busy_timeout=${BUSY_TIMEOUT_MS}`);
      }
    },
    shrinkWal() {
      const bytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes <= WAL_KEPT_BYTES || gate.open !== undefined) return;
      file.exec('pragma busy_timeout=0');
      try {
        file.exec('pragma wal_checkpoint(truncate)');
      } finally {
        file.exec(`pragma busy_timeout=${BUSY_TIMEOUT_MS}`);
      }
    },
    close() {
      gate.connections--;
      if (gate.connections === 0) gates.delete(path);
      database.close();
    },
  };
}

/**
 * Makes the schema in a new file.
 * @throws UsageError for a ledger of another schema, which is left as it is
 */
function makeSchema(database: Database.Database, path: string): void {
  // To its end, as `all` reads: a statement that stands at its first row holds the moment in which it was read.
  const version = () => (database.prepare('pragma user_version').all([]) as [{ user_version: number }])[0].user_version;
  if (version() === SCHEMA_VERSION) return;
  database.exec('begin immediate');
  try {
    const found = version();
    if (found !== 0 && found !== SCHEMA_VERSION) {
      throw new UsageError(
        `The ledger ${path} was made by another version of bilag (its schema is ${found}, this one's is ${SCHEMA_VERSION}).`,
        'Open it with the version that made it. In a new BILAG_HOME nothing is known of what this ledger has booked: it would be booked again.',
      );
    }
    // Unless another process has just made it.
    if (found === 0) for (const statement of SCHEMA) database.exec(statement);
    database.exec(`pragma user_version=${SCHEMA_VERSION}`);
    database.exec('commit');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
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
