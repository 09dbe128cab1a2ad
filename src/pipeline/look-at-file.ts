import type { FileLook, LookQuestion } from './look-messages.ts';
import { runInThread } from './threads/run-in-thread.ts';

/**
 * Looks at the first rows of a file: what it is, how it is written, what its columns look like, and which jobs it fits.
 * Any file may be given here, so it is looked at in a thread of its own.
 * @throws FileRejected where it can't be read; UsageError where what was said of it can't be
 */
export function lookAtFile(question: LookQuestion): Promise<FileLook> {
  return runInThread('look', question);
}
