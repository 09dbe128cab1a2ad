import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiFailure, ask } from './api.ts';
import { signIns } from './session.ts';

/** What was asked for: not there yet, there, or refused. While it is asked for again the last answer stays. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isLoading: boolean;
}

/**
 * Asks the server for what an address holds, again whenever the address changes, `again` is called, or somebody signs in.
 * @param news counts what has happened: with each it is asked for again
 */
export function useLoaded<T>(
  address: string | undefined,
  news = 0,
): { readonly loaded: Signal<Loaded<T>>; again(): void } {
  const loaded = useSignal<Loaded<T>>({ value: undefined, failure: undefined, isLoading: true });
  const turn = useSignal(0);
  const now = `${turn.value} ${signIns.value} ${news}`;
  useEffect(() => {
    if (address === undefined) return undefined;
    const leaving = new AbortController();
    loaded.value = { ...loaded.value, isLoading: true };
    ask<T>(address, { signal: leaving.signal }).then(
      (value) => {
        loaded.value = { value, failure: undefined, isLoading: false };
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        loaded.value = { value: loaded.value.value, failure: asFailure(error), isLoading: false };
      },
    );
    return () => leaving.abort();
  }, [address, now]);
  return {
    loaded,
    again: () => {
      turn.value++;
    },
  };
}

export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  reportError(error);
  return new ApiFailure(0, 'internal');
}
