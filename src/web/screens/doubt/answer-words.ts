import { computed } from '@preact/signals';
import { doubtWords } from './words.ts';

/** The answers that people give about a batch in doubt, and what follows from each. */
export const answerWords = computed(() => doubtWords.value.answers);
