import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../domain/issue.ts';
import { ReadAgain } from '../domain/table.ts';
import { rejectionOf, type WithPace } from './file-thread.ts';
import { lookAt } from './look-at.ts';
import type { LookAnswer, LookQuestion } from './look-messages.ts';
import { paceOf } from './pace.ts';

const { pace, ...question } = workerData as LookQuestion & WithPace;
const answer = (found: LookAnswer) => parentPort!.postMessage(found);
/** Times that the file is read again, knowing more. */
const MAX_READS = 4;

try {
  let hint: Readonly<Record<string, string>> = {};
  for (let reads = 1; ; reads++) {
    try {
      answer({ found: await lookAt(question, hint, paceOf(pace)) });
      break;
    } catch (error) {
      if (!(error instanceof ReadAgain) || reads === MAX_READS) throw error;
      hint = { ...hint, ...error.hint };
    }
  }
} catch (error) {
  const rejection = rejectionOf(error, pace);
  if (rejection !== undefined) answer({ rejected: rejection.issue });
  else if (error instanceof UsageError) {
    answer({ refused: { message: error.message, suggestion: error.suggestion } });
  } else answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
