import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LockHeld, withLock } from '../../../src/queue/redis-server/presence.ts';
import { buildHolder, hold, removeHolder } from './processes.ts';
import { cleanHomes, temporaryHome } from './temporary-home.ts';

/** A lock that gets free is had long before, in milliseconds. */
const PATIENCE_MS = 60_000;

beforeAll(buildHolder);
afterAll(removeHolder);
afterAll(cleanHomes);

describe('withLock', () => {
  test('one after the other within a process, and free again after an error', async () => {
    const path = join(await temporaryHome(), 'lock');
    let inside = 0;
    const work = async () => {
      expect(++inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside--;
      throw new Error('work failed');
    };
    const results = await Promise.allSettled([1, 2, 3].map(() => withLock(path, PATIENCE_MS, work)));
    expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
      Array(3).fill('work failed'),
    );
  });

  test('held by another process until that process is killed', async () => {
    const home = await temporaryHome();
    const holder = await hold('lock', home, process.env);
    const path = join(home, 'lock');
    await expect(withLock(path, 100, async () => 'taken')).rejects.toBeInstanceOf(LockHeld);
    await holder.kill();
    expect(await withLock(path, PATIENCE_MS, async () => 'taken')).toBe('taken');
  });
});
