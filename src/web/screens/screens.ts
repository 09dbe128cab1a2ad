import type { ComponentType } from 'preact';
import { match } from '../route.ts';
import { issues } from '../text/issue-words.ts';
import { common } from '../words.ts';
import { Doubt } from './doubt/doubt.tsx';
import { t as ofDoubt } from './doubt/words.ts';
import { FailedRows } from './failed/failed-rows.tsx';
import { t as ofFailed } from './failed/words.ts';
import { Import } from './import/import.tsx';
import { t as ofImport } from './import/words.ts';
import { Imports } from './imports/imports.tsx';
import { t as ofImports } from './imports/words.ts';
import { Jobs } from './jobs/jobs.tsx';
import { t as ofJobs } from './jobs/words.ts';
import { NewImport } from './new/new-import.tsx';
import { t as ofNew } from './new/words.ts';
import { withWords } from './worded-screen.tsx';

/** A screen that is about one import. */
export interface OfImport {
  readonly id: string;
}

export interface Screen {
  /** Of its folder. */
  readonly name: string;
  readonly title: string;
  readonly Shown: ComponentType<OfImport>;
  /** Empty where the screen is about no import. */
  readonly id: string;
}

/** Every screen there is, by its path. The server answers these paths with the page. */
const SCREENS: readonly (readonly [
  pattern: string,
  name: 'imports' | 'new' | 'import' | 'failed' | 'doubt' | 'jobs',
  title: 'imports' | 'new' | 'failed' | 'doubt' | 'jobs',
  Shown: ComponentType<OfImport>,
])[] = [
  ['/', 'imports', 'imports', withWords([ofImports, issues], Imports)],
  ['/new', 'new', 'new', withWords([ofNew, issues], NewImport)],
  ['/imports/:id', 'import', 'imports', withWords([ofImport, issues], Import)],
  ['/imports/:id/failed', 'failed', 'failed', withWords([ofFailed, issues], FailedRows)],
  ['/doubt', 'doubt', 'doubt', withWords([ofDoubt], Doubt)],
  ['/jobs', 'jobs', 'jobs', withWords([ofJobs, issues], Jobs)],
];

/** The screen of a path; undefined where there is none. */
export function screenOf(path: string): Screen | undefined {
  for (const [pattern, name, title, Shown] of SCREENS) {
    const found = match(pattern, path);
    if (found !== undefined) return { name, title: common.nav[title], Shown, id: found['id'] ?? '' };
  }
  return undefined;
}
