import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { processesIn } from './processes-in.mjs';

/** A command that takes longer fails, in milliseconds: the server may be stopped. */
const COMMAND_MS = 5_000;

/**
 * The Redis that the bilag processes of one home run for themselves.
 * @param {string} home
 */
export function privateRedis(home) {
  const folder = join(home, 'redis');
  const connections = new Set();
  return {
    /** A connection of its own; it does not come back when the server goes. */
    connect() {
      const redis = new Redis({
        path: join(folder, 'redis.sock'),
        commandTimeout: COMMAND_MS,
        connectTimeout: COMMAND_MS,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      });
      // Every command that fails says so itself.
      redis.on('error', () => undefined);
      redis.once('end', () => connections.delete(redis));
      connections.add(redis);
      return redis;
    },
    /** @returns {number | undefined} undefined where none runs */
    pid() {
      const running = processesIn(folder);
      // Of one that ends and one that starts: the one that wrote its number.
      return running.find((pid) => pid === written(folder)) ?? running[0];
    },
    /** Ends the connections. */
    leave() {
      for (const redis of connections) redis.disconnect();
    },
  };
}

function written(folder) {
  try {
    return Number(readFileSync(join(folder, 'server.pid'), 'utf8'));
  } catch {
    return undefined;
  }
}
