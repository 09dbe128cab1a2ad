import { count } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { sayRun } from '../../why/why.ts';
import { type ListedJob, NEWS } from './requests.ts';
import { t } from './words.ts';

/** What a person did last on this page. */
export interface Did {
  readonly name: string;
  readonly what: 'run' | 'pause' | 'resume';
  /** The run that began. */
  readonly run?: string | undefined;
}

/** Tells what was done, and of a run what came of it: nothing stays green after it failed. */
export function Done({ of, jobs }: { readonly of: Did | undefined; readonly jobs: readonly ListedJob[] }) {
  if (of === undefined) return null;
  const { name, what, run } = of;
  const { lastRun } = jobs.find((job) => job.name === name) ?? {};
  const came: Partial<NonNullable<typeof lastRun>> = lastRun?.run === run ? (lastRun ?? {}) : {};
  const { outcome, files = {} } = came;
  if (what === 'run' && outcome === 'failed')
    return (
      <Notice tone="bad">
        <p>
          <strong>{t.ended.failed(name)}</strong> {sayRun(came.told)}
        </p>
      </Notice>
    );
  const brought = NEWS.reduce((sum, how) => sum + (files[how] ?? 0), 0);
  return (
    <p class="notice good">
      {what === 'run' && outcome !== undefined ? t.ended[outcome](name, brought, count(brought)) : t.did[what](name)}
    </p>
  );
}
