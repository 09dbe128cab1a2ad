import { words } from '../../language.ts';

/** Words of the screen "New import": the file, the job, and booking. Those of the form and of the plan have files of their own. */
export const t = words({
  en: () => import('./words.en.ts'),
  nb: () => import('./words.nb.ts'),
});
