import type { Issue } from '../../core/issue.ts';
import type { Job, JobKind } from '../../core/job.ts';
import type { EncodingReason } from '../../tabular/encoding.ts';
import { runInThread } from '../../threads/run-in-thread.ts';
import type { FoundFormats } from './find-formats.ts';
import type { HeaderReason } from './guess-header.ts';
import type { ColumnLook } from './profile-column.ts';
import type { Proposal } from './proposal.ts';

/**
 * Looks at the first rows of a file: what it is, how it is written, what its columns look like, and which jobs it fits.
 * Any file may be given here, so it is looked at in a thread of its own.
 * @throws FileRejected where it can't be read; UsageError where what was said of it can't be
 */
export function lookAtFile(question: LookQuestion): Promise<FileLook> {
  return runInThread('look', question);
}

/** How a person says that the file is written, in the words of a job's `file` section. */
export interface LookOptions {
  readonly sheet?: string | undefined;
  /** `auto`, `none`, or the number of the row that names the columns. */
  readonly header: 'auto' | 'none' | number;
  readonly delimiter: string;
  readonly encoding: string;
  readonly decimal: 'auto' | ',' | '.';
  readonly dates: 'auto' | readonly string[];
}

/** What the thread is asked. */
export interface LookQuestion {
  readonly path: string;
  readonly file: string;
  readonly options: LookOptions;
  /** Jobs that may fit. */
  readonly jobs: readonly { readonly name: string; readonly job: Job }[];
  /** Read the file as this one of them does. */
  readonly as?: string | undefined;
}

/** Whether a job's columns stand in the file. */
export interface JobFit {
  readonly name: string;
  readonly kind: JobKind;
  readonly service: string;
  readonly fits: boolean;
  /** Columns that it reads, and which of the file's they are; where it fits. */
  readonly columns: readonly { readonly use: string; readonly header: string }[];
  /** Workbooks: the sheet that it reads; where it fits. */
  readonly sheet?: string;
  /** Why it does not fit. */
  readonly reason?: Issue;
}

/** What a file is, as its first rows show. */
export interface FileLook {
  readonly kind: 'csv' | 'xlsx';
  readonly sheets: readonly { readonly name: string; readonly visible: boolean }[];
  /** The one that was looked at. */
  readonly sheet?: string;
  readonly encoding?: { readonly value: string; readonly why: EncodingReason };
  readonly delimiter?: {
    readonly value: string;
    readonly why: 'named' | 'columns';
    /** Columns that most records have, and how many of them. */
    readonly columns: number;
    readonly agreeing: number;
  };
  readonly header: { readonly line: number; readonly why: HeaderReason | 'named' | 'job'; readonly known: number };
  readonly columns: readonly ColumnLook[];
  /** Columns beyond those that are told. */
  readonly moreColumns: number;
  /** The decimal mark and the order of day and month. */
  readonly formats: FoundFormats;
  /** Rows that were looked at, and whether these are all. */
  readonly rows: number;
  readonly whole: boolean;
  readonly proposal: Proposal;
  /** Those that fit first. */
  readonly jobs: readonly JobFit[];
  /** The import whose failed rows it holds. */
  readonly corrects?: string;
}
