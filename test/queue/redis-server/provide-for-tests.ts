import { resolve } from 'node:path';
import { provideRedisServer } from '../../../src/queue/redis-server/provide-server.ts';

/** Every test finds a Redis server in `BILAG_REDIS_SERVER`, on a machine that had none before too. */
export async function provideForTests(): Promise<void> {
  process.env['BILAG_REDIS_SERVER'] = await provideRedisServer({
    env: process.env,
    home: resolve(process.env['BILAG_HOME'] ?? '.bilag'),
    log: (line) => console.error(line),
  });
}
