import type { Facts } from './facts.ts';
import type { Told } from './refusal.ts';
import { ownText } from './text.ts';

/** Why a row or an entry can't be booked, in a form a person can act on. */
export interface Issue {
  readonly code: IssueCode;
  /** Header of the column as the file spells it (or its number where the file has no header). */
  readonly column?: string;
  /** The offending text as the file holds it. */
  readonly value?: string;
  /** What is wrong: names the value, the place and what was expected. */
  readonly message: string;
  /** What would correct it. */
  readonly suggestion?: string;
  /** Which form of the issue it is, where a code has several: what is said and advised differs by it. */
  readonly variant?: VariantName;
  /** What the message is made of, beside column and value, so that pages word it in the person's language. */
  readonly facts?: Facts;
  /** Where a key of the job settles it: what that key may say. */
  readonly choices?: readonly Choice[];
}

/** An answer to a question about a file: what it is in the job, and what it makes of the value that is asked about. */
export interface Choice {
  readonly value: string;
  readonly means?: string;
}

/** Issues of one row: the entry of that row is held. */
export const ROW_ISSUE_CODES = [
  'field-missing',
  'cell-error',
  'value-too-long',
  'row-too-wide',
  'amount-invalid',
  'amount-too-precise',
  'amount-too-long',
  'sign-unknown',
  'debit-and-credit',
  'gross-differs',
  'currency-differs',
  'date-invalid',
  'date-zone',
  'account-invalid',
  'account-unknown',
  'account-ambiguous',
  'vat-unknown',
  'vat-ambiguous',
  'vat-differs',
  'percent-unclear',
  'description-too-long',
  'payment-not-made',
  'email-invalid',
  'phone-invalid',
  'phone-country-missing',
  'country-unknown',
  'postal-code-unclear',
  'contact-ambiguous',
  'custom-value-invalid',
  'field-name-invalid',
  'field-type-unknown',
  'model-unknown',
  'model-ambiguous',
  'flag-invalid',
] as const;

/** Questions about a whole file, answered once for all entries that wait for it (docs: the same entry). */
export const QUESTION_CODES = [
  'rows-repeated',
  'numbers-restart',
  'date-changed',
  'other-series',
  'text-changed',
  'day-changed',
  'key-differs',
  'numbers-differ',
  'read-differently',
  'skipped-before',
  'balance-broken',
] as const;
export type QuestionCode = (typeof QUESTION_CODES)[number];

/** Issues of a whole entry: it is held (or, for `service-rejected`, rejected). `cancelled` may be about a whole file. */
export const ENTRY_ISSUE_CODES = [
  'entry-unbalanced',
  'vat-twice',
  'entry-too-large',
  'entry-changed',
  'duplicate',
  'twin-given-up',
  'service-rejected',
  'cancelled',
  'contact-exists',
  'field-exists',
  'field-missing-in-service',
  'custom-values-ignored',
  ...QUESTION_CODES,
] as const;

/** What a person should know of a row that goes on all the same. */
export const REMARK_CODES = [
  'email-several',
  'phone-several',
  'postal-code-completed',
  'matching-incomplete',
  'custom-values-unread',
  'description-shortened',
  'amount-is-net',
  'fee-not-booked',
  'balance-differs',
  'sum-differs',
] as const;

/** Issues of a whole file: it is rejected before anything is sent. */
export const FILE_ISSUE_CODES = [
  'file-empty',
  'file-type',
  'file-too-large',
  'file-malformed',
  'file-too-complex',
  'encoding-invalid',
  'sheet-missing',
  'sheets-several',
  'rows-hidden',
  'encoding-doubtful',
  'header-missing',
  'column-missing',
  'column-duplicate',
  'decimal-ambiguous',
  'decimal-mixed',
  'date-ambiguous',
  'date-mixed',
  'credit-sign-ambiguous',
  'currency-mixed',
  'too-many-rows',
  'too-many-issues',
  'rows-invalid',
  'correction-mismatch',
  'custom-field-invalid',
  'custom-field-undefined',
] as const;

/** Forms of issues, each behind its code. Added to, never changed. */
export const ISSUE_VARIANTS = [
  'amount-invalid/boolean',
  'amount-invalid/cut',
  'amount-invalid/date',
  'amount-invalid/kr',
  'amount-invalid/mark',
  'amount-invalid/rate',
  'amount-invalid/side',
  'amount-invalid/thousands',
  'amount-too-precise/thousands',
  'column-missing/misread',
  'column-missing/number',
  'contact-exists/differs',
  'contact-exists/repeated',
  'contact-exists/repeated-differs',
  'correction-mismatch/row',
  'correction-mismatch/several',
  'correction-mismatch/twice',
  'country-unknown/several',
  'country-unknown/two',
  'credit-sign-ambiguous/most',
  'credit-sign-ambiguous/word',
  'currency-differs/above',
  'currency-differs/balance',
  'currency-differs/custom',
  'currency-differs/either',
  'currency-differs/unrated',
  'custom-value-invalid/digits',
  'custom-value-invalid/empty',
  'custom-value-invalid/long',
  'custom-value-invalid/zero',
  'custom-values-unread/compared',
  'date-invalid/no-day',
  'date-mixed/turned',
  'duplicate/answered',
  'duplicate/created',
  'encoding-invalid/named',
  'encoding-invalid/utf-32',
  'encoding-invalid/wide',
  'entry-changed/rate',
  'field-exists/differs',
  'field-exists/repeated',
  'field-missing/cut',
  'field-missing/line',
  'field-missing/side',
  'field-missing/unmapped',
  'field-missing-in-service/others',
  'field-missing-in-service/refused',
  'field-missing-in-service/skipped',
  'field-name-invalid/prefixed',
  'file-malformed/long',
  'file-malformed/nul',
  'file-malformed/quote',
  'file-malformed/text',
  'file-malformed/wide',
  'file-malformed/workbook',
  'file-too-complex/memory',
  'file-too-large/workbook',
  'file-type/archive',
  'file-type/excel',
  'file-type/lock',
  'file-type/password',
  'gross-differs/sign',
  'header-missing/line',
  'header-missing/misread',
  'percent-unclear/code',
  'percent-unclear/none',
  'percent-unclear/text',
  'phone-invalid/country',
  'phone-invalid/date',
  'phone-invalid/rounded',
  'postal-code-unclear/norway',
  'twin-given-up/repeated',
  'vat-differs/none',
  'vat-differs/percent',
  'vat-differs/reverse',
] as const;
export type IssueVariant = (typeof ISSUE_VARIANTS)[number];
/** What stands behind the slash. */
export type VariantName = IssueVariant extends infer V ? (V extends `${string}/${infer Name}` ? Name : never) : never;

export type RowIssueCode = (typeof ROW_ISSUE_CODES)[number];
export type EntryIssueCode = (typeof ENTRY_ISSUE_CODES)[number];
export type FileIssueCode = (typeof FILE_ISSUE_CODES)[number];
export type RemarkCode = (typeof REMARK_CODES)[number];
export type IssueCode = RowIssueCode | EntryIssueCode | FileIssueCode | RemarkCode;

/** Like an issue, but it holds nothing up. */
export type Remark = Issue & { readonly code: RemarkCode };

/** Characters of a value that an issue keeps: a cell can hold megabytes, and an issue is shown, sent and kept. */
export const ISSUE_VALUE_CHARACTERS = 1_000;

/** An issue whose value is short enough to be kept. */
export function shortIssue<Any extends Issue>(issue: Any): Any {
  const { value } = issue;
  if (value === undefined || value.length <= ISSUE_VALUE_CHARACTERS) return issue;
  return { ...issue, value: ownText(`${value.slice(0, ISSUE_VALUE_CHARACTERS)}…`) };
}

/** An issue as the ledger keeps it. */
interface KeptTold {
  readonly variant: string | null;
  /** JSON. */
  readonly facts: string | null;
}

/** Variant and facts of an issue that is kept. @param own facts that are particular to one entry, JSON */
export function toldOf({ variant, facts }: KeptTold, own: string | null = null): Pick<Issue, 'variant' | 'facts'> {
  const all = { ...JSON.parse(facts ?? '{}'), ...JSON.parse(own ?? '{}') } as Facts;
  return {
    ...(variant === null ? {} : { variant: variant as VariantName }),
    ...(Object.keys(all).length === 0 ? {} : { facts: all }),
  };
}

/** A whole file can't be taken: thrown by sources and rules, caught by the plan, shown to people as the import's reason. */
export class FileRejected extends Error {
  readonly issue: Issue & { readonly code: FileIssueCode };
  constructor(issue: Issue & { readonly code: FileIssueCode }) {
    super(issue.message);
    this.name = 'FileRejected';
    this.issue = shortIssue(issue);
  }
}

/** The configuration or the command line is wrong: told to the person in one message, exit code 2. */
export class UsageError extends Error {
  /** What to do about it. */
  readonly suggestion: string | undefined;
  /** What it is, for pages, which word it in the person's language. */
  readonly told: Told | undefined;
  constructor(message: string, suggestion?: string, told?: Told) {
    super(message);
    this.name = 'UsageError';
    this.suggestion = suggestion;
    this.told = told;
  }
}

/** A person's answer to a question about an import. */
export interface Answer {
  readonly answer: string;
  readonly reason: string;
  readonly who: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type Answers = Readonly<Partial<Record<QuestionCode, Answer>>>;
