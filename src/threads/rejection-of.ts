import { resourceLimits } from 'node:worker_threads';
import { FileRejected } from '../core/issue.ts';
import { rowReached, tooMuchMemory, type Watchdog } from '../core/watchdog.ts';

/**
 * In a thread that reads a file: what an error says of the file. A text, array or number of calls beyond what the machine
 * can make is the file's doing, and comes again however often it is tried.
 * @returns undefined where it is not the file's doing
 */
export function rejectionOf(error: unknown, watchdog: Watchdog): FileRejected | undefined {
  if (error instanceof FileRejected) return error;
  if (!(error instanceof RangeError)) return undefined;
  const { maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 } = resourceLimits;
  return new FileRejected(tooMuchMemory(rowReached(watchdog), maxOldGenerationSizeMb + maxYoungGenerationSizeMb));
}
