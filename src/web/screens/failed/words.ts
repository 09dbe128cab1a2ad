import { words } from '../../language.ts';

/** Words of the screen "Failed rows". Counts come as they are shown: `412`. */
export const t = words({
  en: () => import('./words.en.ts'),
  nb: () => import('./words.nb.ts'),
});
