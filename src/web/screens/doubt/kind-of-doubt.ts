import { isFieldStep } from '../../../core/entry-words.ts';
import type { Step } from '../../../core/states.ts';

/** What a batch in doubt is about, as people speak of it. */
export type KindOfDoubt = 'entries' | 'contact' | 'field' | 'activation';

export function kindOfDoubt(step: Step): KindOfDoubt {
  if (step === 'book') return 'entries';
  if (step === 'activate-field') return 'activation';
  return isFieldStep(step) ? 'field' : 'contact';
}
