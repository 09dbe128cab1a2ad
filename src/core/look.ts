import type { Facts } from './facts.ts';

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
