import { spoken } from '../../language.ts';
import { t } from './words.ts';

/** Words of a decision about many rows, which is confirmed first. */
export const decisions = spoken(() => t.decisions);
