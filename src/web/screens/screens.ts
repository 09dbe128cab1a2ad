import type { ComponentType } from 'preact';
import { match } from '../route.ts';
import { issues } from '../text/issue-words.ts';
import { common } from '../words.ts';
import { doubtWords as ofDoubt } from './doubt/words.ts';
import { t as ofFailed } from './failed/words.ts';
import { t as ofImport } from './import/words.ts';
import { t as ofImports } from './imports/words.ts';
import { t as ofJobs } from './jobs/words.ts';
import { later } from './loading-screen.tsx';
import { t as ofNew } from './new/words.ts';

/** A screen that is about one import. */
export interface OfImport {
  readonly id: string;
}

export interface Screen {
  /** Of its folder. */
  readonly name: string;
  title(): string;
  readonly Shown: ComponentType<OfImport>;
  /** Empty where the screen is about no import. */
  readonly id: string;
}

/** Every screen there is, by its path. The server answers these paths with the page. */
const SCREENS: readonly (readonly [
  pattern: string,
  name: string,
  title: () => string,
  Shown: ComponentType<OfImport>,
])[] = [
  [
    '/',
    'imports',
    () => common.value.nav.imports,
    later([ofImports], async () => (await import('./imports/imports.tsx')).Imports),
  ],
  [
    '/new',
    'new',
    () => common.value.nav.new,
    later([ofNew, issues], async () => (await import('./new/new-import.tsx')).NewImport),
  ],
  [
    '/imports/:id',
    'import',
    () => common.value.nav.imports,
    later([ofImport, issues], async () => (await import('./import/import.tsx')).Import),
  ],
  [
    '/imports/:id/failed',
    'failed',
    () => common.value.nav.failed,
    later([ofFailed, issues], async () => (await import('./failed/failed-rows.tsx')).FailedRows),
  ],
  [
    '/doubt',
    'doubt',
    () => common.value.nav.doubt,
    later([ofDoubt], async () => (await import('./doubt/doubt.tsx')).Doubt),
  ],
  ['/jobs', 'jobs', () => common.value.nav.jobs, later([ofJobs], async () => (await import('./jobs/jobs.tsx')).Jobs)],
];

/** The screen of a path; undefined where there is none. */
export function screenOf(path: string): Screen | undefined {
  for (const [pattern, name, title, Shown] of SCREENS) {
    const found = match(pattern, path);
    if (found !== undefined) return { name, title, Shown, id: found['id'] ?? '' };
  }
  return undefined;
}
