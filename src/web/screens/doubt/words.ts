import { words } from '../../language.ts';

/** What people call what a batch sent, and the two things that may have become of it. */
export const t = words({
  en: () => import('./words.en.ts'),
  nb: () => import('./words.nb.ts'),
});
