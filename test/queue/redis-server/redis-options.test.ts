import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/core/issue.ts';
import { redisOptions, showRedisUrl } from '../../../src/queue/redis-server/options.ts';

describe('redisOptions', () => {
  test.each([
    ['redis://queue.example', { host: 'queue.example', port: 6379 }],
    ['redis://127.0.0.1:6390/3', { host: '127.0.0.1', port: 6390, db: 3 }],
    ['redis://[::1]:6390', { host: '::1', port: 6390 }],
    ['redis://:p%40ss@h', { host: 'h', port: 6379, password: 'p@ss' }],
    ['rediss://u:p@h:6380/0', { host: 'h', port: 6380, username: 'u', password: 'p', tls: {}, db: 0 }],
    ['unix:///run/redis.sock', { path: '/run/redis.sock' }],
    ['unix:///with%20space/r.sock?db=2', { path: '/with space/r.sock', db: 2 }],
  ])('%s', (url, expected) => {
    expect(redisOptions(url)).toMatchObject(expected);
  });

  test('the private Redis by its socket, whatever characters its path has', () => {
    expect(redisOptions({ socketPath: '/a b/100%/r.sock' })).toMatchObject({ path: '/a b/100%/r.sock' });
  });

  test('an outage of any length is waited out, with tries that do not thin out', () => {
    const options = redisOptions('redis://h');
    expect(options.maxRetriesPerRequest).toBeNull();
    expect([1, 10, 10_000].map((attempt) => options.retryStrategy?.(attempt))).toEqual([200, 200, 200]);
  });

  test.each([
    ['redis-sentinel://a:26379,b:26379/main', /Sentinel and Cluster can't be used yet/],
    ['redis://a:6379,b:6379', /Sentinel and Cluster can't be used yet/],
    ['http://h', /that is not a Redis URL/],
    ['localhost:6379', /that is not a Redis URL/],
    ['unix://relative.sock', /needs an absolute path/],
    ['redis://h/first', /"first" is not a database number/],
  ])('%s is a usage error', (url, message) => {
    expect(() => redisOptions(url)).toThrow(UsageError);
    expect(() => redisOptions(url)).toThrow(message);
  });

  test('no message holds a password', () => {
    expect(() => redisOptions('redis://user:secret@h/first')).toThrow(/redis:\/\/user:\*\*\*@h\/first/);
    expect(showRedisUrl('redis://:s@cret@h')).toBe('redis://:***@h');
    expect(showRedisUrl('redis://h:6379')).toBe('redis://h:6379');
  });
});
