import type { DoubtStory } from './use-doubts.ts';
import { t } from './words.ts';

/** How a batch came out of doubt, in a sentence: `it was booked. …` */
export function settledWords({ state, step, cancelled, decisions }: DoubtStory): string {
  const { how } = t;
  const wasSentAgain = decisions.at(-1)?.became === 'not-booked';
  if (wasSentAgain && (state === 'booked' || state === 'continued'))
    return step === 'book' ? how.bookedAgain : how.createdAgain;
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

/** The same, by itself. */
export function settledSentence(story: DoubtStory): string {
  const words = settledWords(story);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
