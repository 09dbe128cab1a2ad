import type { ComponentType } from 'preact';
import { match } from '../route.ts';
import { common } from '../words.ts';
import { Doubt } from './doubt/doubt.tsx';
import { FailedRows } from './failed/failed-rows.tsx';
import { t as failedWords } from './failed/words.ts';
import { Import } from './import/import.tsx';
import { Imports } from './imports/imports.tsx';
import { Jobs } from './jobs/jobs.tsx';
import { NewImport } from './new/new-import.tsx';

/** A screen that is about one import. */
export interface OfImport {
  readonly id: string;
}

export interface Screen {
  title(): string;
  readonly Shown: ComponentType<OfImport>;
  /** Empty where the screen is about no import. */
  readonly id: string;
}

/** Every screen there is, by its path. The server answers these paths with the page. */
const SCREENS: readonly (readonly [pattern: string, title: () => string, Shown: ComponentType<OfImport>])[] = [
  ['/', () => common.value.nav.imports, Imports],
  ['/new', () => common.value.nav.new, NewImport],
  ['/imports/:id', () => common.value.nav.imports, Import],
  ['/imports/:id/failed', () => failedWords.value.title, FailedRows],
  ['/doubt', () => common.value.nav.doubt, Doubt],
  ['/jobs', () => common.value.nav.jobs, Jobs],
];

/** The screen of a path; undefined where there is none. */
export function screenOf(path: string): Screen | undefined {
  for (const [pattern, title, Shown] of SCREENS) {
    const found = match(pattern, path);
    if (found !== undefined) return { title, Shown, id: found['id'] ?? '' };
  }
  return undefined;
}
