import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { JobAnswers } from '../../../core/job-answers.ts';
import { ApiFailure, ask } from '../../api.ts';
import { asFailure } from '../../load.ts';
import type { DryRun, Plan, Problem } from './shapes.ts';

/** Between two questions how a dry run stands, in milliseconds. */
const ASK_MS = 400;

/** What is tried: a job that is there, or one that is not saved. */
export type Tried =
  | { readonly job: string; readonly answers?: JobAnswers }
  | { readonly definition: Readonly<Record<string, unknown>> };

/** How a dry run stands on the screen. */
export interface Trying {
  /** What it was asked for. */
  readonly of: Tried | undefined;
  readonly running: Extract<DryRun, { state: 'running' }> | undefined;
  readonly plan: Plan | undefined;
  readonly failure: ApiFailure | undefined;
  /** Of the definition, where it can't be tried. */
  readonly problems: readonly Problem[];
}

export const UNTRIED: Trying = { of: undefined, running: undefined, plan: undefined, failure: undefined, problems: [] };

/**
 * Tries a draft, and follows how that stands until it ends.
 * @throws ApiFailure where it can't be tried
 */
export async function tryDraft(
  draft: string,
  of: Tried,
  signal: AbortSignal,
  heard: (running: NonNullable<Trying['running']>) => void,
): Promise<Plan> {
  const address = `/api/drafts/${draft}/trial`;
  let dryRun = await ask<DryRun>(address, { json: of, signal });
  while (dryRun.state === 'running') {
    heard(dryRun);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    dryRun = await ask<DryRun>(address, { signal });
  }
  if (dryRun.state === 'done') return dryRun.plan;
  throw new ApiFailure(0, dryRun.error.code, dryRun);
}

/** Tries a draft for a screen, until that is left. */
export function useDryRun(draft: string): {
  readonly trying: Signal<Trying>;
  start(of: Tried): void;
  abandon(): void;
} {
  const trying = useSignal<Trying>(UNTRIED);
  const following = useRef<AbortController | undefined>(undefined);

  async function follow(of: Tried, signal: AbortSignal): Promise<void> {
    const plan = await tryDraft(draft, of, signal, (running) => {
      trying.value = { ...UNTRIED, of, running };
    });
    trying.value = { ...UNTRIED, of, plan };
  }

  function stop(): void {
    following.current?.abort();
    following.current = undefined;
  }
  useEffect(() => stop, []);

  return {
    trying,
    start(of) {
      stop();
      const leaving = new AbortController();
      following.current = leaving;
      trying.value = { ...UNTRIED, of, running: { state: 'running', rows: 0 } };
      follow(of, leaving.signal).catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        const failure = asFailure(error);
        const { problems = [] } = (failure.body ?? {}) as { problems?: readonly Problem[] };
        trying.value = { ...UNTRIED, of, failure, problems };
      });
    },
    abandon() {
      stop();
      trying.value = UNTRIED;
      void ask(`/api/drafts/${draft}/trial`, { method: 'DELETE' }).catch(() => undefined);
    },
  };
}
