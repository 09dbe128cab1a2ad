/** What all processes share answers within this time, in milliseconds, or is done without. */
const ANSWER_MS = 1_000;
/** After a failure it is left alone for this long, in milliseconds. */
const PAUSE_MS = 30_000;

export interface ToleranceOptions {
  /** Milliseconds. */
  readonly now: () => number;
  /** Told once when it begins to fail, and again only after it has worked in between. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/**
 * Answers a function that asks something that may fail or hang (a Redis, which may be away), and answers `otherwise` where
 * it does, and where there is nothing to ask.
 */
export function createTolerance({ now, onFailure }: ToleranceOptions) {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let said = false;
  return async function tolerate<R>(ask: () => Promise<R> | undefined, otherwise: R): Promise<R> {
    if (now() < pausedUntil) return otherwise;
    try {
      const asked = ask();
      if (asked === undefined) return otherwise;
      const answer = await within(asked, ANSWER_MS);
      said = false;
      return answer;
    } catch (error) {
      pausedUntil = now() + PAUSE_MS;
      if (!said) onFailure?.(error);
      said = true;
      return otherwise;
    }
  };
}

/** A client that reconnects keeps commands waiting instead of failing them. */
async function within<R>(answer: Promise<R>, ms: number): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}
