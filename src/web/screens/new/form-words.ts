import { spoken } from '../../language.ts';
import { t } from './words.ts';

/** Words of the form of a new job. */
export const f = spoken(() => t.form);
