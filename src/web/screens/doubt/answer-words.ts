import { spoken } from '../../language.ts';
import { t } from './words.ts';

/** The answers that people give about a batch in doubt, and what follows from each. */
export const a = spoken(() => t.answers);
