import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ApiFailure } from './api.ts';
import { asFailure } from './load.ts';

export interface Action {
  /** It is under way. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why it was refused the last time. */
  readonly failure: ReadonlySignal<ApiFailure | undefined>;
  /** Does it. @returns whether it went well */
  act(work: () => Promise<unknown>): Promise<boolean>;
}

/** What a person has the server do. */
export function useAction(): Action {
  const isBusy = useSignal(false);
  const failure = useSignal<ApiFailure>();
  return {
    isBusy,
    failure,
    async act(work) {
      isBusy.value = true;
      failure.value = undefined;
      try {
        await work();
      } catch (error) {
        failure.value = asFailure(error);
      }
      isBusy.value = false;
      return failure.value === undefined;
    },
  };
}
