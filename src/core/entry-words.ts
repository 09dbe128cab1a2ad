import type { JobKind } from './job.ts';
import type { Step } from './states.ts';

/** What people call the entries of a kind of import, and what is done with them. */
export interface KindWords {
  readonly one: string;
  readonly many: string;
  /** `bilag` … what waits */
  readonly does: string;
  readonly todo: string;
  readonly done: string;
}

const KIND_WORDS: Readonly<Record<JobKind, KindWords>> = {
  bookings: { one: 'entry', many: 'entries', does: 'books', todo: 'book', done: 'booked' },
  contacts: { one: 'contact', many: 'contacts', does: 'creates', todo: 'create', done: 'created' },
  'custom-fields': { one: 'custom field', many: 'custom fields', does: 'creates', todo: 'create', done: 'created' },
};

export function kindWords(kind: JobKind = 'bookings'): KindWords {
  return KIND_WORDS[kind];
}

/** What the request of a batch does, and to what. */
export interface StepWords {
  readonly noun: string;
  readonly does: string;
  readonly done: string;
}

export const STEP_WORDS: Readonly<Record<Step, StepWords>> = {
  book: { noun: 'entry', does: 'books the entry', done: 'booked' },
  'create-contact': { noun: 'contact', does: 'creates the contact', done: 'created' },
  'read-back': { noun: 'contact', does: 'reads back the contact', done: 'read back' },
  'create-field': { noun: 'custom field', does: 'creates the custom field', done: 'created' },
  'activate-field': {
    noun: 'activation of the custom field',
    does: 'activates the custom field',
    done: 'activated',
  },
};

/** Whether a step is about a custom field, whatever the kind of its import. */
export function isFieldStep(step: Step): boolean {
  return step === 'create-field' || step === 'activate-field';
}
