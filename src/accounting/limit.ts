/**
 * Answers a function that runs tasks, at most `concurrency` of them at the same time. When one fails, those that still
 * wait fail with it: a service that is down is not asked hundreds of times to find that out.
 */
export function createLimit(concurrency: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  let waiting: { start: () => void; fail: (error: unknown) => void }[] = [];

  return async (task) => {
    if (running >= concurrency) await new Promise<void>((start, fail) => waiting.push({ start, fail }));
    else running += 1;
    try {
      return await task();
    } catch (error) {
      const failed = waiting;
      waiting = [];
      for (const { fail } of failed) fail(error);
      throw error;
    } finally {
      // The place goes to the next one, or is given up.
      const next = waiting.shift();
      if (next) next.start();
      else running -= 1;
    }
  };
}
