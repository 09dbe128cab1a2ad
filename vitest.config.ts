import { defineConfig } from 'vitest/config';

/** Generous: nothing is judged by the clock, and a shared machine may be slow. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000 };
const BROWSER = 'test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    // Builds dist/ (the planner's thread and the command line run from it), and sees to it that there is a Redis.
    globalSetup: ['test/build.ts', 'test/queue/redis-server/provide-for-tests.ts'],
    projects: [
      {
        test: {
          ...LIMITS,
          name: 'bilag',
          include: ['test/**/*.test.ts'],
          exclude: [BROWSER],
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      {
        test: {
          // A test goes through every screen.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          name: 'browser',
          include: [BROWSER],
          globalSetup: ['test/browser/provide-chromium.mjs'],
          expect: { poll: { timeout: 45_000 } },
          pool: 'forks',
          // One at a time, and after the others: a browser is several processes, and a person sees one screen.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
