import type { Step } from '../../../../domain/batch.ts';
import { isFieldStep } from '../../../../rules/kind-words.ts';

/** What a batch in doubt is about, as people speak of it. */
export type KindOfDoubt = 'entries' | 'contact' | 'field' | 'activation';

export function kindOfDoubt(step: Step): KindOfDoubt {
  if (step === 'book') return 'entries';
  if (step === 'activate-field') return 'activation';
  return isFieldStep(step) ? 'field' : 'contact';
}
