import { CORRECTION_COLUMNS } from '../domain/correction-columns.ts';
import { FileRejected } from '../domain/issue.ts';
import { mayMention } from '../source/may-mention.ts';
import { startFileThread } from './file-thread.ts';

/** What the thread is asked: whose failed rows a file holds. */
export interface CorrectionQuestion {
  readonly path: string;
  readonly file: string;
}

/** What the thread found: the import's id, or why the file can't be used; nothing where it is none of ours. */
export interface CorrectionAnswer {
  readonly belongs?: string | undefined;
  readonly rejected?: FileRejected['issue'];
  readonly failed?: string;
}

/**
 * The import that a file of failed rows belongs to; undefined for any other file. Any file may be given here, so it is
 * looked at in a thread of its own, as a plan does. Text that does not name our column is not looked at at all.
 * @throws FileRejected where it can't be read, or holds rows of several imports
 */
export async function correctionOf(path: string, file: string): Promise<string | undefined> {
  if (!(await mayMention(path, CORRECTION_COLUMNS.import))) return undefined;
  // One after the other: many files may arrive at once, and each thread may take its full measure of memory.
  const turn = lastLook.then(() => look({ path, file }));
  lastLook = turn.catch(() => undefined);
  const { belongs, rejected, failed } = await turn;
  if (rejected !== undefined) throw new FileRejected(rejected);
  if (failed !== undefined) throw new Error(failed);
  return belongs;
}

let lastLook: Promise<unknown> = Promise.resolve();

function look(question: CorrectionQuestion): Promise<CorrectionAnswer> {
  return new Promise((resolve, reject) => {
    const script = new URL('./correction-thread.js', import.meta.url);
    const { thread, end } = startFileThread(script, question, reject);
    thread.on('message', (answer: CorrectionAnswer) => end(() => resolve(answer)));
  });
}
