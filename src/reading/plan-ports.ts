import type { Cause } from '../core/cause-book.ts';
import type { KindWords } from '../core/entry-words.ts';
import type { Answers, QuestionCode } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import type { AccountLookup, ContactPage, ListedFieldType, ModelLookup, VatType } from '../core/records.ts';
import type { Twin } from '../ledger/claims.ts';
import type { NewBlock } from '../ledger/entry-blocks.ts';
import type { IdRanges } from '../ledger/listed-contacts.ts';
import type { CorrectedEntry, Remarked, SetAside } from '../ledger/plans.ts';
import type { CustomFieldRow, Skip } from '../ledger/rows.ts';
import type { Source } from '../tabular/table.ts';
import type { CurrencyAbove } from './currency-above.ts';
import type { Period } from './entry-key.ts';
import type { FoundFigures } from './file-figures.ts';
import type { HiddenRows } from './hidden-rows.ts';
import type { JoinedSheet } from './join-sheets.ts';
import type { Hints } from './open-table.ts';
import type { PlanStore } from './plan-sink.ts';
import type { BooksCurrency, Conversion } from './row-currency.ts';
import type { Unmatched } from './unmatched-rows.ts';

/** What the planner asks the service. All wait for as long as the service is away. */
export interface References {
  accounts(numbers: readonly string[]): Promise<ReadonlyMap<string, AccountLookup>>;
  vatTypes(): Promise<readonly VatType[]>;
  /** A page of the service's contacts. */
  contacts(skip: number, top: number): Promise<ContactPage>;
  model(name: string): Promise<ModelLookup>;
  fieldTypes(): Promise<readonly ListedFieldType[]>;
  /** Names of the custom fields that an entity of a model shows; undefined where there is none to look at. */
  shownFields(model: string): Promise<readonly string[] | undefined>;
}

/** One file to be planned into an import. Plain data: it travels to the planner's thread. */
export interface PlanOrder<Any extends Job = Job> {
  readonly num: number;
  readonly importId: string;
  /** Name of the job. */
  readonly jobName: string;
  readonly job: Any;
  /** What people call its entries. */
  readonly words: KindWords;
  readonly company: string;
  /** The folder that received files are kept in (`storedPath`). */
  readonly home: string;
  /** The stored file, and the name it came under. */
  readonly path: string;
  readonly file: string;
  /** The service's probe marker, with `{import}`, `{batch}` and perhaps `{entry}`; empty without a probe. */
  readonly marker: string;
  /** Characters of a description that the service takes, the marker included. */
  readonly descriptionMax: number;
  /** Currency that the company's books are kept in; undefined where the configuration does not say it. */
  readonly currency?: string | undefined;
  /** The custom fields that bilag created in this company. */
  readonly customFields: readonly CustomFieldRow[];
  /** When the file was received, in milliseconds since 1970; undefined for a file that is only looked at. */
  readonly receivedAt?: number | undefined;
  /** Present when a part of an import is planned again. */
  readonly again?: PlanAgain;
}

/** Which rows of a file are planned again, and what they are called. */
export interface PlanAgain {
  /** Which file of the import it is: 0 the original, else a correction. */
  readonly source: number;
  /** Hash of the original. */
  readonly original: string;
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
  /** What each of these said when it was set aside, as far as it could be read: by ordinal. */
  readonly contents: ReadonlyMap<number, string>;
  /** Ordinals of those that waited as duplicates. */
  readonly duplicates: ReadonlySet<number>;
  /** Questions about the whole file that are open. */
  readonly asked: readonly QuestionCode[];
  /** What people answered to questions about the whole file. */
  readonly answers: Answers;
  /** By ordinal, what entries that wait were asked about. */
  readonly questions: ReadonlyMap<number, readonly QuestionCode[]>;
  /** What other files of the import came to in the same retry: ordinals that were judged, and earlier entries that they are. */
  readonly before?: { readonly judged: ReadonlySet<number>; readonly taken: readonly Twin[] };
  /** Entries of these that a person said are no duplicates: they are booked although they look like some. */
  readonly insisted: readonly number[];
  /** Entries that wait and stand in no row: the custom fields that a job of contacts asked for. */
  readonly rowless: readonly number[];
  /** Of these those that a person skipped, by their keys: they stay so. */
  readonly skippedFields: readonly { readonly key: string; readonly skip: Skip }[];
}

/** Contacts: what of the service's list was seen. */
export interface Matching {
  readonly complete: boolean;
  readonly contacts: number;
  readonly why?: string | undefined;
  /** `ContactClaims.listedAt` */
  readonly listedAt: number;
}

/** How a file was read: shown with the plan, and used again for its corrections. */
export interface PlanFacts {
  readonly kind: 'csv' | 'xlsx';
  readonly encoding?: string;
  /** The encoding was guessed. */
  readonly guessed?: boolean;
  readonly delimiter?: string;
  readonly sheet?: string;
  /** Sheets that were read as one file (job: `file.sheets`); `sheet` is absent then. */
  readonly sheets?: readonly JoinedSheet[];
  /** Sheets that were left out though the job names no single one, for people. */
  readonly unread?: readonly string[];
  /** Rows that are hidden in the workbook. */
  readonly hidden?: HiddenRows;
  /** Headers of columns that were read and are hidden in the workbook. */
  readonly hiddenColumns?: readonly string[];
  /** Line of the header; 0 where the file has none. */
  readonly headerLine: number;
  readonly headers: readonly string[];
  /** Currencies that lines above the header name; of several sheets one for each. */
  readonly above?: readonly CurrencyAbove[];
  /** Undefined where no amount needed one. */
  readonly decimal?: ',' | '.';
  /** Undefined where no date needed one. */
  readonly dateOrder?: 'dmy' | 'mdy';
  readonly scale: number;
  /** Bookings: currency of all amounts that are sent, and where that stands; absent where nothing says any. */
  readonly currency?: BooksCurrency;
  /** Bookings: how amounts in another currency became amounts in this one, with the first of them. */
  readonly rate?: Conversion;
  readonly order: 'near' | 'scattered';
  /** AccountID → [number, name]: reads the bodies of the plan. */
  readonly accounts: Readonly<Record<string, readonly [string, string]>>;
  /** VatTypeID → code, of those that the plan rests on. */
  readonly vatTypes: Readonly<Record<string, string>>;
  /** ModelID → name, and code of a data type → its name: read the bodies of custom fields. */
  readonly models?: Readonly<Record<string, string>>;
  readonly fieldTypes?: Readonly<Record<string, string>>;
  /** Contacts: what of the service's list was seen. */
  readonly matching?: Matching;
  /** IDs that were others in the service when batches up to this number had been made: those that are not sent yet are not sent. */
  readonly moved?: { readonly ids: readonly string[]; readonly upTo: number };
  readonly nextSeq: number;
  /** When entries that waited were last judged again, in milliseconds since 1970: what was answered before says nothing of those that are asked about since. */
  readonly judgedAt?: number;
  /** Requests of the import that may be under way at once (job: `batch.concurrency`). */
  readonly concurrency: number;
  /** What a person says of its doubts needs a second one's word (job: `doubt.confirm`). Absent: planned before there was such a rule. */
  readonly secondPerson?: boolean;
  /** Bookings: the job maps voucher numbers. */
  readonly keyed?: boolean;
  /** Bookings: what voucher numbers restart with (job: `columns.entry.per`). */
  readonly per?: Period;
  /** Bookings: what becomes of entries that were booked before (job: `onDuplicate`). */
  readonly onDuplicate?: 'hold' | 'skip' | 'book';
  /** Bookings: numbers that stand for several vouchers, one for each date, and how many these are. */
  readonly numbersRestart?: { readonly numbers: number; readonly entries: number };
  /** Bookings: the first and the last day of rows without voucher numbers, `YYYY-MM-DD`. */
  readonly days?: readonly [first: string, last: string];
  /** Bookings: rows without voucher numbers, from one on, that are copies of as many from another on: `[12, 2, 11]`; sums and balances are given as copies of themselves. */
  readonly copies?: readonly (readonly [row: number, first: number, rows: number])[];
  /** Bookings: numbers of the file mean other vouchers than in earlier files. */
  readonly numbersRepeat?: boolean;
  /** Bookings: headers of the columns that the amount stands in, where they are several. */
  readonly amountColumns?: Readonly<Partial<Record<'gross' | 'net' | 'vat', string>>>;
  /** Bookings: VAT codes whose percentage the service does not tell, so that the VAT of rows could not be checked. */
  readonly vatUnchecked?: readonly string[];
  /** Bookings: it was asked whether numbers with several dates are one voucher. */
  readonly restarts?: Restarts;
  /** Bookings: rows of the whole file that no rule of the job matched. */
  readonly unmatched?: readonly Unmatched[];
  /** Bookings: what the balances and sums of the file say of its rows. Absent: it has none, or they were not looked at. */
  readonly figures?: FoundFigures;
}

/** What a finished plan comes to. */
export interface PlanSummary {
  readonly facts: PlanFacts;
  readonly rowsRead: number;
  readonly rowsSkipped: number;
  /** Sum per account of every draft line that the rows make, in minor units. */
  readonly fileTotals: Readonly<Record<string, string>>;
  readonly claimVersion: number;
  /** Bookings: what the job read the file by, for later plans to compare with; of a part that is planned again the headers may be others. */
  readonly reading?: string;
  /** Contacts: IDs that the service's list showed. */
  readonly listed?: IdRanges;
  /** Bookings: what the new entries say, for later plans to compare with. */
  readonly blocks?: readonly NewBlock[];
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
    readonly remarks: readonly Remarked[];
    /** Bookings: entries of a correction. */
    readonly corrected?: readonly CorrectedEntry[];
  };
}

/** Where several dates stand under one number: a voucher for each date, one voucher, or a question. */
export type Restarts = 'separate' | 'together' | 'ask';

export interface PlanPorts {
  open(
    path: string,
    file: string,
    options: { delimiter: string; encoding: string; hint: Hints; doubts?: 'ask' },
  ): Promise<Source>;
  readonly references: References;
  readonly store: PlanStore;
  /** A folder for what does not fit in memory; its content may go at any time the planner is not running. */
  readonly scratch: string;
  /** Told after every chunk. */
  progress(rows: number): void;
  /** Told before every row, and when there is none: a row may take for ever. */
  readonly watchdog: { at(row: number): void; rest(): void };
}
