import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { UsageError } from '../core/issue.ts';
import { noteRead } from '../core/watchdog.ts';
import { rejectionOf } from '../threads/rejection-of.ts';
import type { FromThread, Question, TaskEnd, TaskName, TaskTools, ToThread } from '../threads/thread-messages.ts';

/**
 * The thread that reads files of the world, and whatever else would keep the main thread from renewing leases and answering
 * people: one task after the other, each with nothing of the one before.
 */
const TASKS: { readonly [Task in TaskName]: () => Promise<(order: never, tools: TaskTools) => unknown> } = {
  plan: async () => (await import('../importing/plan-task.ts')).planTask,
  'dry-run': async () => (await import('../correcting/dry-run-task.ts')).dryRunTask,
  look: async () => (await import('../importing/profile/profile-file.ts')).lookTask,
  correction: async () => (await import('../correcting/correction-task.ts')).correctionTask,
  waiting: async () => (await import('../correcting/waiting-task.ts')).waitingTask,
  trail: async () => (await import('../reporting/write-trail.ts')).trailTask,
};

const port = parentPort!;
const say = (message: FromThread) => port.postMessage(message);
let asked = 0;
const awaited = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();

port.on('message', (message: ToThread) => {
  if ('task' in message) {
    void work(message);
    return;
  }
  if ('answer' in message) awaited.get(message.id)?.resolve(message.answer);
  else awaited.get(message.id)?.reject(new Error('Nobody waits for this task any more.'));
  awaited.delete(message.id);
});

async function work({ task, order, watchdog }: Extract<ToThread, { task: TaskName }>): Promise<void> {
  const tools: TaskTools = {
    watchdog,
    ask(question: Question) {
      const id = ++asked;
      say({ id, ask: question });
      return new Promise((resolve, reject) =>
        awaited.set(id, { resolve: resolve as (answer: unknown) => void, reject }),
      );
    },
    progress: (rows) => noteRead(watchdog, rows),
  };
  try {
    const run = await TASKS[task]();
    const answer = await run(order as never, tools);
    tellEnd({ answer });
  } catch (error) {
    tellEnd(endOf(error, tools));
  } finally {
    // What is asked and no longer waited for belongs to a task that is over.
    awaited.clear();
  }
}

function tellEnd(end: TaskEnd): void {
  say({ ...end, heapBytes: getHeapStatistics().total_heap_size });
}

function endOf(error: unknown, { watchdog }: TaskTools): TaskEnd {
  const rejection = rejectionOf(error, watchdog);
  if (rejection !== undefined) return { rejected: rejection.issue };
  if (error instanceof UsageError) return { refused: refusalOf(error) };
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** What of it goes from a thread to another. */
function refusalOf({ message, suggestion, told }: UsageError) {
  return { message, suggestion, told };
}
