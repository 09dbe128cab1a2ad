import { dirname, join, relative, resolve, sep } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** Generous: nothing is judged by the clock, and a shared machine may be slow. */
const LIMITS = { testTimeout: 240_000, hookTimeout: 120_000, expect: { poll: { timeout: 90_000 } } };
/** More than the two cores that are meant: many tests wait, for leases, replies and processes. */
const WORKERS = 4;
/**
 * Tests that run in this process, and close what they open: a process of its own for each file would cost more than most of
 * them. Those that start bilag as a process, take Redis away or move the clock keep one.
 */
const TOGETHER =
  'test/{arriving,config,core,correcting,doubt,http,importing,kinds,ledger,posting,reading,reporting,sandbox,service,tabular,web}/**/*.test.ts';
const setupFiles = ['test/close-what-is-open.ts', 'test/property-seed.ts'];
/**
 * What tests import of `src/` comes from `build/`, which holds the same modules compiled: Node loads and runs them as they
 * stand. Vitest would transform them, and load them anew in each process, in a quarter of its time. Pages are not compiled there.
 */
const compiled = {
  name: 'compiled',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(source)) return undefined;
    const module = relative(join(import.meta.dirname, 'src'), resolve(dirname(importer), source));
    if (module.startsWith('..') || module.split(sep)[0] === 'web') return undefined;
    return join(import.meta.dirname, 'build', module.replace(/ts$/, 'js'));
  },
};
const plugins = [compiled];
const server = { deps: { external: [/\/build\//] } };
const BROWSER = 'test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    // Builds dist/ (the planner's thread and the command line run from it), and sees to it that there is a Redis.
    globalSetup: ['test/provide.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
        test: {
          ...LIMITS,
          name: 'bilag',
          include: ['test/**/*.test.ts'],
          exclude: [TOGETHER, BROWSER],
          setupFiles,
          server,
          pool: 'forks',
          maxWorkers: WORKERS,
          // Within a file only the drills run beside each other. Each is half a dozen processes, whose service must answer in a second.
          maxConcurrency: 2,
        },
      },
      {
        plugins,
        test: {
          ...LIMITS,
          name: 'together',
          include: [TOGETHER],
          setupFiles,
          server,
          pool: 'forks',
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        plugins,
        test: {
          // A test goes through every screen.
          testTimeout: 600_000,
          hookTimeout: 120_000,
          name: 'browser',
          include: [BROWSER],
          globalSetup: ['test/browser/provide-chromium.mjs'],
          expect: LIMITS.expect,
          server,
          pool: 'forks',
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
