import type { ComponentType } from 'preact';
import { match } from '../route.ts';
import { common } from '../words.ts';
import { later } from './later.tsx';

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
  load: () => Promise<ComponentType<OfImport>>,
])[] = [
  ['/', 'imports', () => common.value.nav.imports, async () => (await import('./imports/imports.tsx')).Imports],
  ['/new', 'new', () => common.value.nav.new, async () => (await import('./new/new-import.tsx')).NewImport],
  ['/imports/:id', 'import', () => common.value.nav.imports, async () => (await import('./import/import.tsx')).Import],
  [
    '/imports/:id/failed',
    'failed',
    () => common.value.nav.failed,
    async () => (await import('./failed/failed-rows.tsx')).FailedRows,
  ],
  ['/doubt', 'doubt', () => common.value.nav.doubt, async () => (await import('./doubt/doubt.tsx')).Doubt],
  ['/jobs', 'jobs', () => common.value.nav.jobs, async () => (await import('./jobs/jobs.tsx')).Jobs],
];

const SHOWN = SCREENS.map(([pattern, name, title, load]) => ({ pattern, name, title, Shown: later(name, load) }));

/** The screen of a path; undefined where there is none. */
export function screenOf(path: string): Screen | undefined {
  for (const { pattern, ...screen } of SHOWN) {
    const found = match(pattern, path);
    if (found !== undefined) return { ...screen, id: found['id'] ?? '' };
  }
  return undefined;
}
