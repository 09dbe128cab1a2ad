import { words } from '../../language.ts';

/** Words of the screen of one import; of its history: event-words.ts. */
export const t = words({
  en: () => import('./words.en.ts'),
  nb: () => import('./words.nb.ts'),
});
