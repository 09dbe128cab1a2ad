import { words } from '../../language.ts';

export const t = words({
  en: () => import('./words.en.ts'),
  nb: () => import('./words.nb.ts'),
});
