import { UsageError } from '../domain/issue.ts';
import { type Doubts, doubtsOf } from './doubts.ts';
import { type Findings, findingsOf } from './findings.ts';
import { type Holders, holdersOf } from './holders.ts';
import { type Imports, importsOf } from './imports.ts';
import { type Posting, postingOf } from './posting.ts';
import { openSqlite } from './sqlite-database.ts';

/** Page cache of a process that posts and shows: reads are by key, so it can be small. */
const CACHE_KILOBYTES = 4_000;

/** The ledger: what has been planned, sent, booked, held and decided (design, section 3). */
export interface Ledger {
  readonly imports: Imports;
  readonly posting: Posting;
  readonly doubts: Doubts;
  readonly findings: Findings;
  readonly holders: Holders;
  close(): void;
}

/**
 * @param url `sqlite:PATH`
 * @throws UsageError for a URL that this version cannot open
 */
export function openLedger(url: string): Ledger {
  const db = openSqlite(sqlitePath(url), CACHE_KILOBYTES);
  return {
    imports: importsOf(db),
    posting: postingOf(db),
    doubts: doubtsOf(db),
    findings: findingsOf(db),
    holders: holdersOf(db),
    close: () => db.close(),
  };
}

/** The file behind a ledger URL. */
export function sqlitePath(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  throw new UsageError(
    `LEDGER_URL: "${url.split(':')[0]}:" is not supported yet.`,
    'Use sqlite:PATH, or leave it out: the ledger is then in BILAG_HOME/ledger.db.',
  );
}
