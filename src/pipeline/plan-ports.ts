import type { AccountLookup, VatType } from '../domain/account.ts';
import type { BookingsJob } from '../domain/job.ts';
import type { SetAside } from '../ledger/plan-writer.ts';
import type { Cause } from '../rules/cause-book.ts';

/** What the planner asks the service. Both wait for as long as the service is away. */
export interface References {
  accounts(numbers: readonly string[]): Promise<ReadonlyMap<string, AccountLookup>>;
  vatTypes(): Promise<readonly VatType[]>;
}

/** One file to be planned into an import. Plain data: it travels to the planner's thread. */
export interface PlanOrder {
  readonly num: number;
  readonly importId: string;
  readonly job: BookingsJob;
  readonly company: string;
  /** The stored file, and the name it came under. */
  readonly path: string;
  readonly file: string;
  /** The service's probe marker, with `{import}`, `{batch}` and perhaps `{entry}`; empty without a probe. */
  readonly marker: string;
  /** Present when a part of an import is planned again. */
  readonly again?: PlanAgain;
}

/** Which rows of a file are planned again, and what they are called. */
export interface PlanAgain {
  /** Which file of the import it is: 0 the original, else a correction. */
  readonly source: number;
  /** How the original was read: a few rows can't show their decimal mark again. */
  readonly facts: PlanFacts;
  /** Entry that each waiting row belongs to. */
  readonly seqOfRow: ReadonlyMap<number, number>;
  /** The file is a corrected workbook: its column `bilag row` names the original rows. */
  readonly numbered: boolean;
  /** Read the rows above and no others; false takes rows in that are new. */
  readonly onlyKnown: boolean;
  readonly nextSeq: number;
  readonly nextBatch: number;
  readonly nextCause: number;
}

/** How a file was read: shown with the plan, and used again for its corrections. */
export interface PlanFacts {
  readonly kind: 'csv' | 'xlsx';
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly sheet?: string;
  /** Line of the header; 0 where the file has none. */
  readonly headerLine: number;
  readonly headers: readonly string[];
  /** Undefined where no amount needed one. */
  readonly decimal?: ',' | '.';
  /** Undefined where no date needed one. */
  readonly dateOrder?: 'dmy' | 'mdy';
  readonly scale: number;
  readonly order: 'near' | 'scattered';
  /** AccountID → [number, name]: reads the bodies of the plan. */
  readonly accounts: Readonly<Record<string, readonly [string, string]>>;
  /** VatTypeID → code. */
  readonly vatTypes: Readonly<Record<string, string>>;
  readonly nextSeq: number;
  /** Requests of the import that may be under way at once (job: `batch.concurrency`). */
  readonly concurrency: number;
}

/** What a finished plan comes to. */
export interface PlanSummary {
  readonly facts: PlanFacts;
  readonly rowsRead: number;
  readonly rowsSkipped: number;
  /** Sum per account of every draft line that the rows make, in minor units. */
  readonly fileTotals: Readonly<Record<string, string>>;
  readonly claimVersion: number;
  /** Present when rows were planned again: what takes the place of the entries that waited. */
  readonly again?: {
    /** Entries whose rows were planned again. */
    readonly replaced: readonly number[];
    readonly addedRows: number;
    readonly removedRows: number;
    readonly nextBatch: number;
    readonly nextCause: number;
    /** Entries that still can't be booked; they are written together with what was replaced, or not at all. */
    readonly aside: readonly SetAside[];
    readonly causes: readonly Cause[];
  };
}
