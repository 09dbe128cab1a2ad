/** Answers a function that runs tasks, at most `concurrency` of them at the same time; the others wait in their order. */
export function createLimit(concurrency: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (task) => {
    if (running >= concurrency) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to the next one, or is given up.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
