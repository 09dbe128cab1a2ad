/** Does something once, a while after it was first wanted, however often it is wanted meanwhile. */
export function createSoon(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    want(afterMs: number): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, afterMs);
    },
    stop: () => clearTimeout(timer),
  };
}
