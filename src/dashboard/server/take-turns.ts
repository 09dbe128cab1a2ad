import { ApiError } from './api-error.ts';

/** Lets so many in at once, and so many wait for their turn; the others are told to come again. */
export function takeTurns(atOnce: number, waiting: number, what: string): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < atOnce) inside++;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw new ApiError(503, 'too-many', `More ${what} at once than go.`, 'Try again in a moment.');
    try {
      return await work();
    } finally {
      const next = line.shift();
      // Whoever is next has this place at once, so that nobody slips in between.
      if (next === undefined) inside--;
      else next();
    }
  };
}
