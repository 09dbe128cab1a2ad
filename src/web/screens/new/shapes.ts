import type { z } from 'zod';
import type {
  checkedAnswer,
  draftAnswer,
  dryRunAnswer,
  dryRunResult,
  lookAnswer,
  problem,
  savedAnswer,
} from '../../../http/api/drafts/shapes.ts';
import type { earlierAnswer, takenAnswer } from '../../../http/api/shapes.ts';

/** What the server says of a new import. */
export type Draft = z.output<typeof draftAnswer>;
export type Look = z.output<typeof lookAnswer>;
export type LookedColumn = Look['columns'][number];
export type JobFit = Look['jobs'][number];
export type DryRun = z.output<typeof dryRunAnswer>;
export type Plan = z.output<typeof dryRunResult>;
export type Problem = z.output<typeof problem>;
export type Checked = z.output<typeof checkedAnswer>;
export type Saved = z.output<typeof savedAnswer>;
export type Taken = z.output<typeof takenAnswer>;
export type Earlier = z.output<typeof earlierAnswer>;
