import { Worker } from 'node:worker_threads';
import { FileRejected, UsageError } from '../core/issue.ts';
import { askToLeave, newWatchdog, rowReached, tooMuchMemory, watchThread } from '../core/watchdog.ts';
import type { FromThread, Question, TaskName, ToThread } from './thread-messages.ts';

/** Heap of a thread that reads a file, in MB: enough for a window of rows, small enough to be collected often. */
const HEAP_MB = 192;
const YOUNG_HEAP_MB = 48;
/**
 * A thread with a larger heap than this at the end of its task is not kept: its memory is worth more, in bytes. Files of 5,000
 * to 20,000 rows leave 30 to 52 MB behind, larger ones more, when their batches are about to be sent.
 */
const WARM_HEAP_BYTES = 64 * 1024 ** 2;
/** Threads that are kept: more plans than that at once are rare, and gain little from it. */
const WARM_THREADS = 2;
/** How long a thread that has nothing to do is kept, in milliseconds. */
const WARM_MS = 20_000;

/**
 * A thread that nobody waits for any more is given so long to end its task by itself, in milliseconds. One that is terminated
 * inside libsql takes the whole process along: its binding to Node.js does not expect that.
 */
const LEAVE_MS = 5_000;

export interface ThreadOptions {
  /** Answers what the thread asks of the service. @param ended aborted when nobody waits for the answer any more */
  readonly answer?: (question: Question, ended: AbortSignal) => Promise<unknown>;
  /** Told how many rows were read so far, every now and then. */
  readonly progress?: ((rows: number) => void) | undefined;
  /** Ends the task and its thread: nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
  /** Heap that the task may take, in MB. */
  readonly heapMb?: number;
}

/** Threads that have done their task and wait for another one, with what ends them: to start one costs more than to plan a small file. */
const warm = new Map<Worker, NodeJS.Timeout>();

/**
 * Does a task in a thread, and sees to it that a file of the world can't take the process down or keep the thread for ever:
 * its heap is limited, and its pace is watched. When this ends, whatever the thread had open is closed.
 * @throws FileRejected (`file-too-complex`) where the file is to blame; UsageError; the signal's reason where it is aborted
 */
export function runInThread<Answer>(
  task: TaskName,
  order: object,
  { answer, progress, signal, heapMb = HEAP_MB }: ThreadOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const watchdog = newWatchdog();
    const thread = (heapMb === HEAP_MB ? takeWarm() : undefined) ?? startThread(heapMb);
    const over = new AbortController();
    /** Answers that nobody wants any more. */
    const unwanted = new AbortController();
    let patience: NodeJS.Timeout | undefined;
    /** Why nobody waits for the task any more. */
    let left: { readonly why: unknown } | undefined;
    /** Only the first end counts. @returns whether this is it */
    const end = () => {
      if (over.signal.aborted) return false;
      over.abort();
      unwanted.abort();
      stopLooking();
      clearTimeout(patience);
      signal?.removeEventListener('abort', onAbort);
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
      return true;
    };
    /** Its memory and its locks are free when the error is told. */
    const fail = (error: unknown) => {
      if (end()) void terminate(thread).then(() => reject(left === undefined ? error : left.why));
    };
    const leave = (why: unknown) => {
      if (left !== undefined || over.signal.aborted) return;
      left = { why };
      askToLeave(watchdog);
      unwanted.abort();
      patience = setTimeout(() => fail(why), LEAVE_MS);
    };
    const onAbort = () => leave(signal!.reason);
    const stopLooking = watchThread(watchdog, (issue) => fail(new FileRejected(issue)), progress);
    signal?.addEventListener('abort', onAbort);
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const starved = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(starved ? new FileRejected(tooMuchMemory(rowReached(watchdog), heapMb + YOUNG_HEAP_MB)) : error);
    });
    thread.on('exit', (code) => fail(new Error(`The thread (${task}) ended with code ${code}.`)));
    thread.on('message', (message: FromThread) => {
      if ('ask' in message) {
        answer!(message.ask, unwanted.signal).then(
          (found) => {
            if (!over.signal.aborted) tell(thread, { id: message.id, answer: found });
          },
          (error: unknown) => {
            leave(error);
            if (!over.signal.aborted) tell(thread, { id: message.id, unanswered: true });
          },
        );
        return;
      }
      if (!end()) return;
      if (heapMb === HEAP_MB && message.heapBytes <= WARM_HEAP_BYTES) keepWarm(thread);
      else void terminate(thread);
      if (left !== undefined) reject(left.why);
      else if ('answer' in message) resolve(message.answer as Answer);
      else if ('rejected' in message) reject(new FileRejected(message.rejected));
      else if ('refused' in message) {
        const { message: words, suggestion, told } = message.refused;
        reject(new UsageError(words, suggestion, told));
      } else reject(new Error(message.failed));
    });
    tell(thread, { task, order, watchdog });
  });
}

function tell(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}

function startThread(heapMb: number): Worker {
  return new Worker(new URL('../app/task-thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
}

function takeWarm(): Worker | undefined {
  for (const [thread, leave] of warm) {
    warm.delete(thread);
    clearTimeout(leave);
    thread.removeAllListeners('exit').removeAllListeners('error');
    thread.ref();
    return thread;
  }
  return undefined;
}

/** Kept, it keeps no process from ending. */
function keepWarm(thread: Worker): void {
  if (warm.size === WARM_THREADS) {
    void terminate(thread);
    return;
  }
  const forget = () => void warm.delete(thread);
  thread.on('error', forget).on('exit', forget);
  thread.unref();
  const leave = setTimeout(() => {
    forget();
    void terminate(thread);
  }, WARM_MS);
  warm.set(thread, leave.unref());
}

/** What it still has to say interests nobody. */
function terminate(thread: Worker): Promise<unknown> {
  thread.on('error', () => undefined);
  return thread.terminate();
}
