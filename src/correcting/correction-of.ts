import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { mayMention } from '../tabular/formula-guard.ts';
import { runInThread } from '../threads/run-in-thread.ts';

/** What the thread is asked: whose failed rows a file holds. */
export interface CorrectionQuestion {
  readonly path: string;
  readonly file: string;
}

/**
 * The import that a file of failed rows belongs to; undefined for any other file. Any file may be given here, so it is
 * looked at in a thread of its own, as a plan does. Text that does not name our column is not looked at at all.
 * @throws FileRejected where it can't be read, or holds rows of several imports
 */
export async function correctionOf(path: string, file: string): Promise<string | undefined> {
  if (!(await mayMention(path, CORRECTION_COLUMNS.import))) return undefined;
  // One after the other: many files may arrive at once, and each thread may take its full measure of memory.
  const turn = lastLook.then(() =>
    runInThread<string | undefined>('correction', { path, file } satisfies CorrectionQuestion),
  );
  lastLook = turn.catch(() => undefined);
  return turn;
}

let lastLook: Promise<unknown> = Promise.resolve();
