import { FileRejected, UsageError } from '../domain/issue.ts';
import { startFileThread } from './file-thread.ts';
import type { FileLook, LookAnswer, LookQuestion } from './look-messages.ts';

/**
 * Looks at the first rows of a file: what it is, how it is written, what its columns look like, and which jobs it fits.
 * Any file may be given here, so it is looked at in a thread of its own.
 * @throws FileRejected where it can't be read; UsageError where what was said of it can't be
 */
export function lookAtFile(question: LookQuestion): Promise<FileLook> {
  return new Promise((resolve, reject) => {
    const script = new URL('./look-thread.js', import.meta.url);
    const { thread, end } = startFileThread(script, question, reject);
    thread.on('message', (answer: LookAnswer) =>
      end(() => {
        if ('found' in answer) resolve(answer.found);
        else if ('rejected' in answer) reject(new FileRejected(answer.rejected));
        else if ('refused' in answer) reject(new UsageError(answer.refused.message, answer.refused.suggestion));
        else reject(new Error(answer.failed));
      }),
    );
  });
}
