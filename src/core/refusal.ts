/** What a message is made of, by name, so that whoever shows it words it anew: amounts as decimal text, days as YYYY-MM-DD. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

/** Codes of errors over HTTP, beside those of whole files. Public: they are added to, never changed. */
export const REFUSAL_CODES = [
  'address-malformed',
  'address-too-long',
  'bad-request',
  'batch-unknown',
  'body-empty',
  'body-length',
  'body-malformed',
  'body-too-large',
  'correction-unknown',
  'count-changed',
  'csrf-needed',
  'disk-full',
  'draft-unknown',
  'field-unknown',
  'file-elsewhere',
  'form-malformed',
  'headers-too-large',
  'host-refused',
  'import-unknown',
  'imported-before',
  'internal',
  'job-broken',
  'job-changed',
  'job-exists',
  'job-name',
  'job-unknown',
  'jobs-read-only',
  'media-type',
  'method',
  'no-file',
  'no-trial',
  'no-users',
  'not-found',
  'not-paused',
  'not-remembered',
  'not-resting',
  'nothing-failed',
  'nothing-to-fetch',
  'origin-refused',
  'paused-already',
  'redis-away',
  'refused',
  'request-invalid',
  'request-malformed',
  'role-needed',
  'run-under-way',
  'service-misconfigured',
  'service-unknown',
  'session-over',
  'several-files',
  'sign-in-refused',
  'stopping',
  'token-needed',
  'too-many',
  'too-many-attempts',
  'too-many-jobs',
  'too-slow',
  'trial-abandoned',
  'upload-aborted',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Why something can't be done as things stand: what `refused` means in one case. Added to, never changed. */
export const REFUSAL_REASONS = [
  'answer-to-nothing',
  'answer-unknown',
  'batch-changed',
  'batch-none',
  'batch-settled',
  'batch-undivided',
  'booked-said',
  'books-differ',
  'books-unknown',
  'cancel-nothing',
  'cancelled-before',
  'cancelled-only',
  'closed-whole',
  'column-unknown',
  'correct-nothing',
  'correct-too-late',
  'corrected-meanwhile',
  'correction-of-job',
  'correction-of-other',
  'correction-planned',
  'declared-before',
  'entries-none',
  'failure',
  'file-on-host',
  'job-file-kept',
  'job-form-other',
  'job-none',
  'jobs-unreadable',
  'keep-empty',
  'keep-no-number',
  'keep-nothing',
  'keep-unmapped',
  'keep-unmatched',
  'kind-changed',
  'no-duplicates',
  'not-now',
  'once-only',
  'people-unknown',
  'plan-none',
  'planned-meanwhile',
  'proposal-none',
  'proposed-already',
  'proposed-elsewhere',
  'reason-needed',
  'rest-in-doubt',
  'rest-nothing',
  'rows-settled',
  'same-person',
  'sender-alive',
  'sender-unknown',
  'sending-again',
  'series-needed',
  'service-none',
  'service-refuses',
  'service-setup',
  'submitted-not',
  'taken-up',
  'value-too-long',
  'value-unfit',
  'waits-for-doubt',
  'waits-for-import',
  'workbook-full',
  'workbook-other',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A refusal in a form that any language can word. */
export interface Told {
  readonly reason: RefusalReason;
  readonly facts?: Facts;
}

/** What is wrong with a file that a person wrote: a job. Added to, never changed. */
export const DIAGNOSIS_CODES = [
  'amount-twice',
  'bracket-open',
  'character-reserved',
  'character-missing',
  'colon-inside',
  'colon-missing',
  'description-itself',
  'documents',
  'empty',
  'escape',
  'file-large',
  'file-name',
  'flag-twice',
  'folder-same',
  'indent',
  'key-form',
  'key-forbidden',
  'key-twice',
  'key-unknown',
  'key-elsewhere',
  'missing',
  'name-twice',
  'needs',
  'nested',
  'not-utf8',
  'not-with',
  'only-with',
  'quote-open',
  'reference',
  'same-column',
  'service-none',
  'sheets-both',
  'source-none',
  'tab',
  'tag',
  'twice',
  'unreadable',
  'value-ended',
  'variable-none',
  'wrong',
  'yaml',
] as const;
export type DiagnosisCode = (typeof DIAGNOSIS_CODES)[number];

/** The same with what it names, so that it can be said in any language. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly facts?: Facts;
}

/** Why a run did not fetch its files, or did not take one of them. Added to, never changed. */
export const RUN_CODES = [
  'abandoned',
  'absent',
  'certificate',
  'compressed',
  'credentials',
  'denied',
  'garbled',
  'header-wrong',
  'host-key',
  'host-key-other',
  'host-unknown',
  'interrupted',
  'length-unknown',
  'name-wrong',
  'no-file',
  'not-listed',
  'not-moved',
  'not-sftp',
  'path-absent',
  'private',
  'private-key',
  'redirected',
  'refused',
  'signed-out',
  'silent',
  'slow',
  'status',
  'stopped',
  'system',
  'too-often',
  'troubled',
  'unencrypted',
  'unmatched',
  'unreachable',
  'unreadable',
  'url-wrong',
  'variables',
  'web-page',
] as const;
export type RunCode = (typeof RUN_CODES)[number];

/** Why a run failed, in a form that any language can word. */
export interface RunTold {
  /** One of runs, behind `run/`; else that of an issue with a file, or of a refusal. */
  readonly code: string;
  readonly reason?: RefusalReason;
  readonly variant?: string;
  readonly facts?: Facts;
  /** The file that was not taken; absent: it is about the run. */
  readonly file?: string;
  /** So many others were not taken either. */
  readonly more?: number;
}

/** What a look into the service's books found of an entry, or why that is not certain. Added to, never changed. */
export const LOOK_CODES = [
  'absent',
  'blind',
  'deleted',
  'differs',
  'failed',
  'found',
  'hidden',
  'several',
  'unasked',
  'uncontrolled',
] as const;
export type LookCode = (typeof LOOK_CODES)[number];

/** The same in a form that any language can word. */
export interface LookWhy {
  readonly code: LookCode;
  readonly facts?: Facts;
}

/** What a look found of some entries, in a form that any language can word. */
export interface LookPart {
  readonly say: 'found' | 'absent' | 'unclear';
  /** Names of entries; of many the first ones, and `…`. */
  readonly entries: readonly string[];
  readonly why: LookWhy;
}

/** What is wrong with a definition that a form made. Added to, never changed. */
export const PROBLEM_CODES = [
  'amount-wrong',
  'currency-wrong',
  'date-wrong',
  'flags-wrong',
  'key-beyond',
  'key-wrong',
  'missing',
  'pattern-wrong',
  'same-column',
  'service-wrong',
  'text-wrong',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** What a check of bilag's health finds. Added to, never changed. */
export const CHECK_CODES = [
  'disk-full',
  'disk-well',
  'failed',
  'ledger-locked',
  'ledger-well',
  'redis-away',
  'redis-well',
  'slow',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** What is wrong with a receipt. Added to, never changed. */
export const WRONG_CODES = ['books-lack', 'books-twice', 'entries-lost', 'rows-lost', 'sum-lost'] as const;
export type WrongCode = (typeof WRONG_CODES)[number];
