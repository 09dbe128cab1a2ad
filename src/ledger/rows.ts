import type { BatchState, ImportState } from '../core/states.ts';

/** Rows as the ledger's tables hold them. Times are milliseconds since 1970; JSON is text; booleans are 0 or 1. */
export interface ImportRow {
  /** Short number, for the tables that have a row for every entry. */
  num: number;
  id: string;
  job: string;
  /** What its rows are, by the job that it was planned under. */
  kind: string;
  service: string;
  company: string;
  file: string;
  sha256: string;
  bytes: number;
  state: ImportState;
  /** 1: to be booked; 0: only planned. */
  book: number;
  /** The machine that holds the stored file and plans it. */
  host: string;
  created_at: number;
  created_by: string;
  /** Of the job and the service's settings that it was planned under (`planHash`). */
  job_hash: string | null;
  /** Bookings: what the job read the file by (`readingOf`): a hash of the headers, a colon, and a hash of the rest. */
  reading: string | null;
  /** PlanFacts, JSON: how the file was read. */
  facts: string | null;
  /** The issue that rejected the file, JSON. */
  reason: string | null;
  rows_read: number;
  rows_skipped: number;
  /**
   * Per account, the sum of every draft line that its rows make as they are corrected by now, without those that were skipped,
   * in minor units. JSON.
   */
  file_totals: string | null;
  /** Of that, what corrections and retries moved, per account: `file_totals` less it is what the first plan found. JSON; null: nothing. */
  corrected_totals: string | null;
  /** Receipt counts as of the last change, JSON: lists read these and never count. */
  counts: string | null;
  planned_at: number | null;
  posting_at: number | null;
  finished_at: number | null;
  /** Milliseconds of planning and posting together. */
  worked: number;
  /** Who is planning it now, and until when that holds. */
  planner: string | null;
  planner_until: number;
  /** Claims taken by everyone when this was planned: unchanged means that nobody can have booked a duplicate since. */
  claims_seen: number;
  /**
   * What the planner has to do while the state is `planning`: the whole file, its held entries again, the newest
   * correction, or only the claims of a plan that is complete.
   */
  todo: 'plan' | 'retry' | 'correction' | 'claim';
  /** 1: the retry is of what was corrected too, as the file says; its corrections are set aside once that plan stands. */
  as_file: number;
  /** 1: the retry leaves alone what somebody cancelled. */
  leave_cancelled: number;
  /** 1: made from the attempt log for what a restored ledger does not know. It has no plan, and its bodies are empty. */
  recovered: number;
  /** What of it people were told, or are about to be (ledger/notices.ts). */
  told: number;
  /**
   * Who cancelled it, when and why: a Cancellation, JSON; bilag itself, where what is left can't be sent. Nothing of it is
   * begun while this is set; null again once it is retried or planned afresh.
   */
  cancelled: string | null;
  /** Sum of debit of all that the file says, in minor units of 10^-scale; null until it is planned, and where there are no amounts. */
  amount: string | null;
  scale: number;
  /** 1: the contacts that it created have their IDs, as far as they can be found. */
  named: number;
  /** Where its service was when its newest plan went to be sent (`keptAddress`); null before, and where that is not known. */
  address: string | null;
}

/** A corrected file that was planned into an import. The original is source 0, these are 1, 2, … */
export interface CorrectionRow {
  import: number;
  no: number;
  file: string;
  sha256: string;
  facts: string | null;
  at: number;
  who: string;
}

export interface BatchRow {
  import: number;
  no: number;
  /** The batch that was split into this one. */
  parent: number | null;
  /** The file that its rows stand in: 0 the original, else a correction. */
  source: number;
  state: BatchState;
  entries: number;
  rows: number;
  lines: number;
  sha256: string;
  attempts: number;
  /** Not before. */
  due_at: number;
  attempt: string | null;
  holder: string | null;
  deadline: number | null;
  /** The service's words at the last attempt. */
  message: string | null;
  /** As `packIds` writes them, where the reply lined up. */
  ids: string | null;
  step: string;
  /** Sent when nothing of a lower stage is unfinished. */
  stage: number;
  /** The service's ID of what the step is about. */
  target: number | null;
}

export interface AttemptRow {
  id: string;
  import: number;
  batch: number;
  holder: string;
  began_at: number;
  deadline: number;
  ended_at: number | null;
  outcome: string | null;
  evidence: string | null;
}

/** Entries that are not in a batch on its way: held, duplicate, rejected, or replaced by a correction. */
export interface EntryRow {
  import: number;
  seq: number;
  /** The file that holds its rows as they stand: 0 the original, else a correction. */
  source: number;
  key: string;
  rows: string;
  row_count: number;
  /** `skipped`: a person said that it is not to be booked. */
  state: 'held' | 'duplicate' | 'duplicate-skipped' | 'rejected' | 'replaced' | 'skipped';
  /** Sums per account of its convertible lines, in minor units. JSON. */
  totals: string;
  /** Of a duplicate, the same sums as the service has them, where those are other ones: an earlier import booked it on other accounts. JSON. */
  booked_totals: string | null;
  /** What the service calls it, where it has it already and that was seen. */
  service_id: number | null;
  /** The correction in which it is to be booked although it looks like a duplicate, since a person said that it is none; else 0. */
  insisted: number;
  /** Who skipped it, when and why, and how it stood before that: a Skip, JSON. */
  skipped: string | null;
  /** What it would be claimed by; null where its rows could not be read well enough. */
  identity: number | null;
  content: string | null;
  /** Of a duplicate, the earlier entry that it is: import, ordinal and first row. JSON. */
  twin: string | null;
}

/** An entry as it is written. */
export type NewEntry = Omit<
  EntryRow,
  'import' | 'booked_totals' | 'service_id' | 'insisted' | 'skipped' | 'identity' | 'content' | 'twin'
> &
  Partial<Pick<EntryRow, 'service_id' | 'identity' | 'content'>>;

/** A person's decision that an entry is not to be booked. */
export interface Skip {
  /** Of the skips of its import, from 1: what was skipped together is taken back together. */
  readonly no: number;
  readonly at: number;
  readonly who: string;
  readonly reason: string;
}

/** A cell that somebody corrected; what the file holds stays as it is. */
export interface RevisionRow {
  id: number;
  import: number;
  seq: number;
  row: number;
  /** Among the columns of the original. */
  column: number;
  was: string;
  became: string;
  at: number;
  who: string;
  /** The correction that it was submitted with; null: it is not submitted yet. */
  correction: number | null;
  /** When it was taken back, or another took its place. */
  undone_at: number | null;
}

export interface CauseRow {
  import: number;
  no: number;
  code: string;
  column: string | null;
  value: string | null;
  message: string;
  suggestion: string | null;
  variant: string | null;
  /** Facts, JSON. */
  facts: string | null;
  /** 1: what a person should know of rows that go on all the same; it holds nothing up. */
  remark: number;
}

/** One issue of one row (row 0: of the entry as a whole). */
export interface ProblemRow {
  import: number;
  seq: number;
  row: number;
  cause: number;
  detail: string | null;
  /** Facts that are particular to this one, JSON. */
  own: string | null;
}

export interface EventRow {
  id: number;
  import: number;
  at: number;
  who: string;
  what: string;
  detail: string | null;
}

/** What one person says became of a batch, where it takes two: nothing is decided until another one says the same. */
export interface ProposalRow {
  import: number;
  batch: number;
  attempt: string;
  became: 'booked' | 'not-booked';
  reason: string;
  at: number;
  who: string;
  /** Where that name was told: users of the dashboard and of the system are known by lists of their own. */
  place: 'dashboard' | 'command-line';
  /** The seq of each entry that it is about, in order, JSON; null: the whole batch. */
  part: string | null;
}

/** A process that sends; its lease says that it lives. */
export interface LeaseRow {
  id: string;
  host: string;
  pid: number;
  started: string;
  lease_until: number;
  /** 1: given up. It must not send under this name again, and is kept while something that it sent is in doubt. */
  struck: number;
  /** When it began; null where an older bilag wrote it. */
  since: number | null;
}

/** What somebody said became of a batch in doubt. Never changed. */
export interface DecisionRow {
  id: number;
  import: number;
  batch: number;
  attempt: string;
  became: 'booked' | 'not-booked';
  at: number;
  who: string;
  reason: string;
  /** The seq of each entry that it is about, in order, JSON; null: the whole batch. */
  part: string | null;
  /** 1: it was known by then how the request had ended. No clock says this: clocks differ, and are set. */
  ended: number;
  /** When somebody took it back, for it was wrong; null: it stands. */
  taken_back_at: number | null;
}

/** A look into the service's books for a batch in doubt; without an end it is under way, or was cut off. */
export interface LookRow {
  id: number;
  import: number;
  batch: number;
  attempt: string;
  at: number;
  ended_at: number | null;
  found: number | null;
  absent: number | null;
  unclear: number | null;
  /** 1: what is absent would have been seen, by what was found in the same look. */
  control: 0 | 1;
  detail: string | null;
  /** LookPart[], JSON. */
  parts: string | null;
  /** BookedId[] of what was found, JSON; null where it has none. */
  ids: string | null;
}

/** A custom field that bilag created, or began to create, in a company: the contract shows it nowhere until it is active. */
export interface CustomFieldRow {
  company: string;
  model: string;
  /** In lower case. */
  name: string;
  spelling: string;
  /** Its data type, as the value list names it. */
  type: string;
  nullable: number;
  service_id: number | null;
  active: number;
  /** Who created it. */
  import: number;
  at: number;
}
