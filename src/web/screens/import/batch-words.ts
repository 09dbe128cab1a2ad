import { spoken } from '../../language.ts';
import { t } from './words.ts';

/** Words of the batches of an import. */
export const b = spoken(() => t.batches);
