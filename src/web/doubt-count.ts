import { signal } from '@preact/signals';
import type { z } from 'zod';
import type { doubtsAnswer } from '../http/api/doubts/shapes.ts';
import { ask } from './api.ts';
import { follow } from './live.ts';
import { createSoon } from './soon.ts';

/** Batches that wait for an answer: those in doubt, and those that were decided about and turned out otherwise. */
export const doubtCount = signal(0);

/** Between two questions for the count, in milliseconds: an import under way tells of itself twice a second. */
const PAUSE_MS = 1_000;

/** Keeps the count as it is. @returns ends it */
export function followDoubtCount(): () => void {
  /** How each import stood when it was last told. */
  const told = new Map<string, string>();
  const count = async () => {
    const { batches } = await ask<z.output<typeof doubtsAnswer>>('/api/doubts?limit=1');
    doubtCount.value = batches;
  };
  // What can't be counted now is counted at the next change.
  const soon = createSoon(() => void count().catch(() => undefined));
  const stop = follow((event) => {
    if (event === 'reload') return soon.want(0);
    const inDoubt = event.entries?.inDoubt ?? 0;
    const standing = `${event.state === 'in-doubt'} ${inDoubt}`;
    const isNews =
      told.get(event.import) !== standing && (inDoubt > 0 || doubtCount.peek() > 0 || event.state === 'in-doubt');
    told.set(event.import, standing);
    if (isNews) soon.want(PAUSE_MS);
  });
  soon.want(0);
  return () => {
    stop();
    soon.stop();
  };
}
