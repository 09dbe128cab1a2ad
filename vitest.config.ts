import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Builds dist/ (the planner's thread and the command line run from it), and sees to it that there is a Redis.
    globalSetup: ['test/build.ts', 'test/queue/redis-server/provide-for-tests.ts'],
    // Generous: nothing is judged by the clock, and a shared machine may be slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
