import { words } from './language.ts';

/** Outcomes of rows and entries, in the order in which they are shown. */
export const OUTCOMES = ['booked', 'pending', 'inDoubt', 'held', 'rejected', 'duplicate', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Words that several screens use. A word stands for one thing everywhere: in messages of the command line too. */
export const common = words({
  en: () => import('./words.en.ts'),
  nb: () => import('./words.nb.ts'),
});
