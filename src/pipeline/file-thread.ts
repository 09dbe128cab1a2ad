import { Worker } from 'node:worker_threads';
import { FileRejected } from '../domain/issue.ts';
import { newPace, type Pace, rowReached, watchPace } from './pace.ts';
import { tooMuchMemory } from './too-complex.ts';

/** Heap of a thread that reads a file, in MB: enough for a window of rows, small enough to be collected often. */
const HEAP_MB = 192;
const YOUNG_HEAP_MB = 48;

/** What every thread that reads a file is given beside its own data. */
export interface WithPace {
  readonly pace: Pace;
}

/** A thread that reads a file. */
export interface FileThread {
  readonly thread: Worker;
  /** Aborted when something ended it. */
  readonly ended: AbortSignal;
  /** Ends it, and then says what became of it: its memory and its locks are free by then. Only the first call counts. */
  end(settle: () => void): void;
}

/**
 * Starts a thread that reads a file of the world, and sees to it that the file can't take the process down or keep the
 * thread for ever: its heap is limited, and its pace is watched.
 * @param failed told that it ended otherwise than by `end`: `FileRejected` (`file-too-complex`) where its file is to blame
 */
export function startFileThread<Data extends object>(
  script: URL,
  data: Data,
  failed: (error: Error) => void,
): FileThread {
  const pace = newPace();
  const thread = new Worker(script, {
    workerData: { ...data, pace } satisfies Data & WithPace,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  const over = new AbortController();
  const end = (settle: () => void) => {
    if (over.signal.aborted) return;
    over.abort();
    stopLooking();
    void thread.terminate().then(settle);
  };
  const fail = (error: Error) => end(() => failed(error));
  const stopLooking = watchPace(pace, (issue) => fail(new FileRejected(issue)));
  thread.on('error', (error: NodeJS.ErrnoException) => {
    const starved = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    fail(starved ? new FileRejected(tooMuchMemory(rowReached(pace), HEAP_MB + YOUNG_HEAP_MB)) : error);
  });
  thread.on('exit', (code) => fail(new Error(`The thread that read the file ended with code ${code}.`)));
  return { thread, ended: over.signal, end };
}

/**
 * What a thread says of an error that it caught: a text, array or number of calls beyond what the machine can make is
 * its file's doing, and comes again however often it is tried.
 */
export function rejectionOf(error: unknown, pace: Pace): FileRejected | undefined {
  if (error instanceof FileRejected) return error;
  return error instanceof RangeError
    ? new FileRejected(tooMuchMemory(rowReached(pace), HEAP_MB + YOUNG_HEAP_MB))
    : undefined;
}
