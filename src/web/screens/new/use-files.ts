import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type ApiFailure, ask } from '../../api.ts';
import { asFailure } from '../../load.ts';
import { setQuery } from '../../route.ts';
import { readyOf } from './book-words.ts';
import { tryDraft } from './follow-dry-run.ts';
import type { Look, Plan, Taken } from './shapes.ts';

/** One of several files: on its way to being booked, each for itself. */
export interface DraftRow {
  readonly draft: string;
  readonly look?: Look | undefined;
  /** The job that it is checked and booked under. */
  readonly job?: string | undefined;
  readonly plan?: Plan | undefined;
  /** What was refused of it the last time; the others go on. */
  readonly failure?: ApiFailure | undefined;
  readonly booked?: Taken | undefined;
  readonly isBusy?: boolean;
}

export interface DraftRows {
  readonly rows: Signal<readonly DraftRow[]>;
  /** Checks a file under a job. */
  choose(draft: string, job: string): void;
  remove(draft: string): void;
  /** It was booked elsewhere: a job that is new by then may fit others. */
  booked(draft: string, taken: Taken): void;
  /** Books each file that can be: one that is refused keeps no other one. */
  book(): void;
}

export const fittingOf = (look: Look | undefined) => look?.jobs.filter(({ fits }) => fits) ?? [];

/** Whether a file can be booked as it was checked. */
export function isReady({ plan, booked }: DraftRow): boolean {
  return booked === undefined && plan?.receipt.state === 'planned' && readyOf(plan) > 0;
}

/** Several files that were brought together: each is looked at and checked, one after the other. */
export function useFiles(drafts: readonly string[]): DraftRows {
  const rows = useSignal<readonly DraftRow[]>(drafts.map((draft) => ({ draft })));
  const line = useRef(Promise.resolve());
  const leaving = useRef(new AbortController());
  const { signal } = leaving.current;
  const rowOf = (draft: string) => rows.value.find((row) => row.draft === draft);
  const set = (draft: string, to: Partial<DraftRow>) => {
    rows.value = rows.value.map((row) => (row.draft === draft ? { ...row, ...to } : row));
  };
  /** Does something with a file when those before it are done with; what is refused stands beside that file. */
  const queue = (draft: string, work: (row: DraftRow) => Promise<Partial<DraftRow>>) => {
    set(draft, { isBusy: true, failure: undefined });
    line.current = line.current.then(async () => {
      const row = rowOf(draft);
      if (row === undefined || signal.aborted) return;
      const done = await work(row).catch((error: unknown) => ({ failure: asFailure(error), plan: undefined }));
      if (!signal.aborted) set(draft, { ...done, isBusy: false });
    });
  };
  const check = (draft: string) =>
    queue(draft, async ({ job }) =>
      job === undefined ? {} : { plan: await tryDraft(draft, { job }, signal, () => undefined) },
    );
  const look = (draft: string) =>
    queue(draft, async () => {
      const found = await ask<Look>(`/api/drafts/${draft}/look`, { signal });
      const [fit, ...others] = fittingOf(found);
      // Where several fit a person chooses; a correction is none of these.
      const job = others.length > 0 || found.corrects !== undefined ? undefined : fit?.name;
      if (job !== undefined) queueMicrotask(() => check(draft));
      return { look: found, job };
    });
  useEffect(() => {
    for (const { draft } of rows.value) look(draft);
    return () => leaving.current.abort();
  }, []);
  return {
    rows,
    choose(draft, job) {
      set(draft, { job, plan: undefined });
      check(draft);
    },
    remove(draft) {
      rows.value = rows.value.filter((row) => row.draft !== draft);
      setQuery({ files: rows.value.map((row) => row.draft).join(',') });
      void ask(`/api/drafts/${draft}`, { method: 'DELETE' }).catch(() => undefined);
    },
    booked(draft, taken) {
      set(draft, { booked: taken, failure: undefined });
      for (const row of rows.value)
        if (row.booked === undefined && row.job === undefined && fittingOf(row.look).length === 0) look(row.draft);
    },
    book() {
      for (const { draft } of rows.value.filter(isReady))
        queue(draft, async ({ job, plan }) => ({
          booked: await ask<Taken>(`/api/drafts/${draft}/book`, {
            json: { job, hash: plan!.hash },
          }),
        }));
    },
  };
}
