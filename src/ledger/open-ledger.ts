import { UsageError } from '../core/issue.ts';
import { type AnswerBook, answersOf } from './answers.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';
import { type AttemptLog, openAttemptLog } from './attempt-log.ts';
import { type IdBackfill, idBackfillOf } from './backfill-ids.ts';
import { type BatchPages, batchPagesOf } from './batches.ts';
import { type Cancelling, cancellingOf } from './cancelling.ts';
import { type ChartBook, chartBookOf } from './chart.ts';
import { type CompanyNames, companyNamesOf } from './company-names.ts';
import { copyLedger } from './copy-ledger.ts';
import { type CustomFields, customFieldsOf } from './custom-fields.ts';
import { type DoubtPages, doubtPagesOf } from './doubt-pages.ts';
import { type Doubts, doubtsOf } from './doubts.ts';
import { type Fetched, fetchedOf } from './fetched.ts';
import { type Findings, findingsOf } from './findings.ts';
import { type Home, homeOf } from './home.ts';
import { type Daily, dailyOf, type ImportPages, importPagesOf, type Totals, totalsOf } from './import-list.ts';
import { type Imports, importsOf } from './imports.ts';
import { type JobStanding, jobStandingOf } from './job-standing.ts';
import { type KnownIds, knownIdsOf } from './known-ids.ts';
import { type Leases, leasesOf } from './leases.ts';
import { type Notices, noticesOf } from './notices.ts';
import { type OpenFiles, openFilesOf } from './open-files.ts';
import { type Posting, postingOf } from './posting.ts';
import { type ProbeLog, probeLogOf } from './probe-log.ts';
import { type Proposals, proposalsOf } from './proposals.ts';
import { type Recovery, recoveryOf } from './recovery.ts';
import { type Revisions, revisionsOf } from './revisions.ts';
import { type PausedJobs, pausedJobsOf, type Runs, runsOf } from './runs.ts';
import { type ServiceSends, serviceSendsOf } from './service-sends.ts';
import { type Sessions, sessionsOf } from './sessions.ts';
import { type Skips, skipsOf } from './skips.ts';
import { openSqlite, type Sql } from './sqlite-database.ts';
import { type Throughput, throughputOf } from './throughput.ts';
import { type VoucherSearch, voucherSearchOf } from './voucher-search.ts';
import { type Waiting, waitingOf } from './waiting.ts';
import { type Waits, waitsOf } from './waits.ts';
import { type WorkCounts, workCountsOf } from './work-counts.ts';

/** Page cache of a process that posts and shows: reads are by key, so it can be small. */
const CACHE_KILOBYTES = 4_000;

/** What the ledger holds, by what it is about. Each verb is one transaction, or a part of the one that it is called in. */
export interface Repositories {
  readonly imports: Imports;
  readonly pages: ImportPages;
  readonly voucherSearch: VoucherSearch;
  readonly batches: BatchPages;
  readonly posting: Posting;
  readonly cancelling: Cancelling;
  readonly doubts: Doubts;
  readonly doubtPages: DoubtPages;
  readonly proposals: Proposals;
  readonly probeLog: ProbeLog;
  readonly findings: Findings;
  readonly waiting: Waiting;
  readonly skips: Skips;
  readonly answers: AnswerBook;
  readonly waits: Waits;
  readonly revisions: Revisions;
  readonly leases: Leases;
  readonly recovery: Recovery;
  readonly notices: Notices;
  readonly runs: Runs;
  readonly pausedJobs: PausedJobs;
  readonly jobStanding: JobStanding;
  readonly totals: Totals;
  readonly daily: Daily;
  readonly serviceSends: ServiceSends;
  readonly throughput: Throughput;
  readonly workCounts: WorkCounts;
  readonly arrivals: Arrivals;
  readonly openFiles: OpenFiles;
  readonly home: Home;
  readonly fetched: Fetched;
  readonly customFields: CustomFields;
  readonly companyNames: CompanyNames;
  readonly knownIds: KnownIds;
  readonly chart: ChartBook;
  readonly idBackfill: IdBackfill;
  readonly sessions: Sessions;
}

/** The ledger: what has been planned, sent, booked, held and decided (design, section 3). */
export interface Ledger extends Repositories {
  /**
   * One transaction: it commits when `work` returns, and nothing of it has happened where `work` throws. `work` asks and
   * tells `tx` alone, and awaits nothing else.
   */
  write<T>(work: (tx: Ledger) => Promise<T>): Promise<T>;
  /** What `work` reads is of one moment, whatever others write meanwhile; else as `write`. */
  read<T>(work: (tx: Ledger) => Promise<T>): Promise<T>;
  /** Beside the ledger, not in it: what a restored copy does not know. */
  readonly attemptLog: AttemptLog;
  /** Whether a write would succeed now; false while another process writes. @throws what keeps it from being written */
  canWrite(): Promise<boolean>;
  /** An import has ended: gives disk back that only the work on it took, where nobody else is at work. */
  tidy(): void;
  /** Copies it as it is now, while others work with it. @param to a file that is not there yet */
  copyTo(to: string): Promise<void>;
  close(): void;
}

/**
 * @param url `sqlite:PATH`
 * @throws UsageError for a URL that this version cannot open
 */
export function openLedger(url: string): Ledger {
  const path = sqlitePath(url);
  const db = openSqlite(path, CACHE_KILOBYTES);
  const attemptLog = openAttemptLog(path);
  const ledger: Ledger = {
    ...repositoriesOn(db, path),
    write: (work) => db.write((tx) => work(within(tx))),
    read: (work) => db.read((tx) => work(within(tx))),
    canWrite: async () => db.canWrite(),
    copyTo: (to) => copyLedger(db, to),
    attemptLog,
    tidy() {
      try {
        db.shrinkWal();
      } catch {
        // A full disk, for example: it stays as large as it is.
      }
    },
    close() {
      attemptLog.close();
      db.close();
    },
  };
  const within = (sql: Sql): Ledger => {
    const tx: Ledger = { ...ledger, ...repositoriesOn(sql, path), write: (work) => work(tx), read: (work) => work(tx) };
    return tx;
  };
  return ledger;
}

/** @param path of the ledger's file */
function repositoriesOn(db: Sql, path: string): Repositories {
  return {
    imports: importsOf(db),
    pages: importPagesOf(db),
    voucherSearch: voucherSearchOf(db),
    batches: batchPagesOf(db),
    posting: postingOf(db),
    cancelling: cancellingOf(db),
    doubts: doubtsOf(db),
    doubtPages: doubtPagesOf(db),
    proposals: proposalsOf(db),
    probeLog: probeLogOf(db),
    findings: findingsOf(db),
    waiting: waitingOf(db),
    skips: skipsOf(db),
    answers: answersOf(db),
    waits: waitsOf(db),
    revisions: revisionsOf(db),
    leases: leasesOf(db),
    recovery: recoveryOf(db),
    notices: noticesOf(db),
    runs: runsOf(db),
    pausedJobs: pausedJobsOf(db),
    jobStanding: jobStandingOf(db),
    totals: totalsOf(db),
    daily: dailyOf(db),
    serviceSends: serviceSendsOf(db),
    throughput: throughputOf(db),
    workCounts: workCountsOf(db),
    arrivals: arrivalsOf(db),
    openFiles: openFilesOf(db),
    home: homeOf(db, path),
    fetched: fetchedOf(db),
    customFields: customFieldsOf(db),
    companyNames: companyNamesOf(db),
    knownIds: knownIdsOf(db),
    chart: chartBookOf(db),
    idBackfill: idBackfillOf(db),
    sessions: sessionsOf(db),
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
