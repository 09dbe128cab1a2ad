// Run as a process of its own by the tests: `MODE HOME`, with its environment. Prints "ready" and waits to be killed or for a line on stdin.

import { join } from 'node:path';
import { withLock } from '../../../src/queue/redis-server/presence.ts';
import { startPrivateRedis } from '../../../src/queue/redis-server/private-redis.ts';

const [mode, home] = process.argv.slice(2) as [string, string];
const line = () => new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));

if (mode === 'lock') {
  await withLock(join(home, 'lock'), 0, async () => {
    console.log('ready');
    await line();
  });
} else {
  const redis = await startPrivateRedis({ home, env: process.env, log: () => undefined });
  console.log(`ready ${redis.url}`);
  await line();
  await redis.stop();
}
process.exit(0);
