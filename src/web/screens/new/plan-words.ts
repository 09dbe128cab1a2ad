import { spoken } from '../../language.ts';
import { t } from './words.ts';

/** Words of the plan. */
export const p = spoken(() => t.plan);
