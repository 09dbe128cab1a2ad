import type { Facts } from './facts.ts';

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
