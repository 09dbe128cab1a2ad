import type { Cell } from '../core/cell.ts';
import type { KindWords } from '../core/entry-words.ts';
import type { Job, JobSchema } from '../core/job.ts';
import type { Contact, CustomFieldDefinition } from '../core/records.ts';
import type { Finding } from '../core/schema-parts.ts';
import type { PlanWriter } from '../ledger/plans.ts';
import type { CompareContact } from '../reading/claimed.ts';
import type { EarlierEntry } from '../reading/duplicate-issue.ts';
import type { EntryIssue } from '../reading/entry.ts';
import type { Hints, OpenTable } from '../reading/open-table.ts';
import type { PlanFacts, PlanOrder, PlanPorts, PlanSummary, References } from '../reading/plan-ports.ts';
import type { StepRequest } from '../service/steps.ts';

/** All that bilag knows of a kind of job. Nothing outside its folder asks which kind it is: it asks for one of these. */
export interface Kind<Own extends Job = Job> {
  /** In jobs: `kind: NAME`. */
  readonly name: string;
  readonly words: KindWords;
  /** What its batches are sent in, by the names that the ledger keeps. */
  readonly steps: Readonly<Record<string, KindStep>>;
  /** Plans one file, in one pass over its rows. */
  plan(order: PlanOrder<Own>, ports: PlanPorts, table: OpenTable, before: PassesBefore): Promise<PlanSummary>;
  /** Why an entry waits that an earlier import has claimed. @param rowless it is a custom field that the job asks for */
  duplicate(key: string, earlier: EarlierEntry, rowless: boolean): EntryIssue;
  /** What a retry waits for where nothing but duplicates waits, in words. */
  readonly afterDuplicates: string;
  /** Present: each row is a record that is created, alone. Absent: rows are lines of vouchers, which are booked in accounts. */
  readonly records?: Records;
  /** Present: records are compared with those of the service and of other imports, so that one file is planned at a time. */
  readonly compares?: Compares<Own>;
}

/**
 * How the definition of such a job is read. It stands apart from the kind: only who reads definitions loads their schemas, and
 * most commands and every planner don't.
 */
export interface KindJob<Own extends Job = Job> {
  /** The name of the kind. */
  readonly kind: string;
  readonly schema: JobSchema;
  /** What the keys of such a job must agree on, beside those that all kinds have. */
  check(job: Own): Finding[];
}

/** What the request of a batch does, and to what. */
export interface KindStep {
  readonly noun: string;
  readonly does: string;
  readonly done: string;
  /** What became of one in doubt bilag can look up, but for a `record`: a person says that. */
  readonly of: 'entries' | 'contact' | 'field' | 'record';
  readonly request: StepRequest;
  /** What was sent, for people. */
  shown?(body: string, facts: PlanFacts): { readonly contact: Contact } | { readonly field: CustomFieldDefinition };
}

export interface PassesBefore {
  readonly hints: Hints;
  /** What the passes before keep for the next ones; empty in the first. */
  readonly known: object;
}

export interface Records {
  /** Counts of the receipt: the first are of its rows, others of what stands in no row. */
  readonly tallies: readonly Tally[];
  /** Of a name there can be one only: a duplicate is never created all the same. */
  readonly once?: true;
  /** Its jobs may ask for custom fields, which are created first and stand in no row. */
  readonly fieldsFirst?: true;
  /** Columns of the audit trail that are its own. */
  readonly trail: {
    readonly columns: readonly string[];
    /** What was sent. */
    sent(body: string, facts: PlanFacts): TrailCells;
    /** What is known of one that was not sent: by its key; default: nothing but that. */
    unsent?(key: string): TrailCells;
  };
}

export type Tally = 'contacts' | 'customFields';

export interface TrailCells {
  /** Default: the key of the entry. */
  readonly name?: string;
  readonly cells: readonly Cell[];
}

export interface Compares<Own extends Job = Job> {
  /** Takes out of a plan what the service has got since it was planned. */
  recheck(num: number, job: Own, writer: PlanWriter, references: References, scratch: string): Promise<void>;
  /** Loads what compares a record with those that other imports have created since. */
  comparison(): Promise<CompareContact>;
}
