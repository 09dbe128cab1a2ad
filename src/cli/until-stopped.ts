/** Resolves when the command is asked to stop. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  // A promise alone keeps no process alive; a server or a worker mostly does, and this does where none is left.
  const timer = setInterval(() => undefined, 2 ** 30);
  return new Promise<void>((resolve) => {
    const stop = () => {
      clearInterval(timer);
      resolve();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
