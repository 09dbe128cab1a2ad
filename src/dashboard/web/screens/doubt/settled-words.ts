import type { DoubtStory } from './use-doubts.ts';
import { doubtWords } from './words.ts';

/** How a batch came out of doubt, in a sentence: `it was booked. …` */
export function settledWords({ state, step, cancelled }: DoubtStory): string {
  const { how } = doubtWords.value;
  switch (state) {
    case 'booked':
      return step === 'book' ? how.booked : how.created;
    case 'continued':
      return how.created;
    case 'withdrawn':
      return how.held;
    case 'split':
      return how.divided;
    case 'rejected':
      return how.refused;
    default:
      return cancelled ? how.held : how.again;
  }
}
