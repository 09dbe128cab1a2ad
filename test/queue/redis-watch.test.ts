import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { afterEach, expect, test, vi } from 'vitest';
import type { Log } from '../../src/core/log.ts';
import { watchRedis } from '../../src/queue/redis-watch.ts';

/** An outage that is over sooner is not spoken of, in milliseconds. */
const UNSAID_MS = 1_000;

afterEach(() => void vi.useRealTimers());

test('of an outage the reason is said why there is no new connection, not that the old one was closed', () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const redis = Object.assign(new EventEmitter(), { status: 'ready' });
  const log: Log = (_event, message) => void said.push(message);
  const watch = watchRedis(redis as unknown as Redis, { log, monotonic: Date.now });
  redis.emit('ready');
  redis.emit('close');
  redis.emit('error', new Error('connect ECONNREFUSED 127.0.0.1:6379'));
  vi.advanceTimersByTime(UNSAID_MS - 1);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual([expect.stringMatching(/^Redis is away \(connect ECONNREFUSED/)]);
  watch.stop();
});
