import type { Sql } from './sqlite-database.ts';

/** Which file of which source, for which books. */
export interface FetchedKey {
  readonly job: string;
  /** The same file may be fetched for other books later: for those it is new. */
  readonly company: string;
  /** Where the file is, without secrets: a path, the address of a file on a server, the hash of a URL. */
  readonly source: string;
}

/** What is remembered of a file that was fetched, so that it is not read again while it stays the same. */
export interface FetchedRow extends FetchedKey {
  /** Size, time and the like; null where only the server can tell whether it changed. */
  readonly version: string | null;
  /** For `If-None-Match`. */
  readonly etag: string | null;
  /** For `If-Modified-Since`, as the server wrote it. */
  readonly modified: string | null;
  readonly sha256: string;
  /** The import that it went into. */
  readonly import: number;
  /** The job's meaning then: what it rejected may pass under another. */
  readonly job_hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Files that were fetched. Written only after their import is recorded: what is forgotten costs one reading. */
export interface Fetched {
  find(key: FetchedKey): Promise<FetchedRow | undefined>;
  remember(row: FetchedRow): Promise<void>;
  /** The file is gone from its source. */
  forget(key: FetchedKey): Promise<void>;
}

export function fetchedOf(db: Sql): Fetched {
  return {
    find: ({ job, company, source }) =>
      db.get<FetchedRow>('select * from fetched where job = ? and company = ? and source = ?', job, company, source),
    async remember(row) {
      await db.run(
        `insert or replace into fetched
           (job, company, source, version, etag, modified, sha256, import, job_hash, at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        row.job,
        row.company,
        row.source,
        row.version,
        row.etag,
        row.modified,
        row.sha256,
        row.import,
        row.job_hash,
        row.at,
      );
    },
    async forget({ job, company, source }) {
      await db.run('delete from fetched where job = ? and company = ? and source = ?', job, company, source);
    },
  };
}
