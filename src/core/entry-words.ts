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

/** Whether a step is about a custom field, whatever the kind of its import. */
export function isFieldStep(step: Step): boolean {
  return step === 'create-field' || step === 'activate-field';
}
