import { build } from './build.ts';
import { provideForTests } from './queue/redis-server/provide-for-tests.ts';

/** Vitest's global setup: what is compiled and what is downloaded do not wait for each other. */
export default async function provide(): Promise<void> {
  await Promise.all([build(), provideForTests()]);
}
