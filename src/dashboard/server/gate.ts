import { ApiError } from './api-error.ts';

/** Lets so many in at once; the others are told to come again. */
export function createGate(most: number, what: string): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  return async (work) => {
    if (inside >= most) {
      throw new ApiError(503, 'too-many', `${most} ${what} at once are as many as go.`, 'Try again in a moment.');
    }
    inside++;
    try {
      return await work();
    } finally {
      inside--;
    }
  };
}
