/** Stops periodic work; resolves when what was under way has ended. */
export type StopEvery = () => Promise<void>;

/**
 * Does some work now, and again and again with `ms` milliseconds between the end of one and the beginning of the next.
 * What fails is told, and the work is done again all the same.
 */
export function runPeriodically(
  ms: number,
  work: () => Promise<void> | void,
  failed: (error: Error) => void,
): StopEvery {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const once = async () => {
    try {
      await work();
    } catch (error) {
      if (!stopped) failed(error as Error);
    }
    if (!stopped) timer = setTimeout(run, ms);
  };
  let running: Promise<void>;
  const run = () => {
    running = once();
  };
  run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
