import { setTimeout as sleep } from 'node:timers/promises';
import { findService } from '../../config/config.ts';
import { readConfig } from '../../config/read-config.ts';
import { createRedisCache, type RedisVisit, visitRedis } from '../../queue/redis-cache.ts';
import { type Client, createClient } from '../../service/client.ts';
import { createReferenceCache, type ReferenceCache } from '../../service/reference-cache.ts';
import type { CliContext } from '../context.ts';

/** How long look-ups that nobody waits for any more may take to end, in milliseconds. */
const LEAVING_MS = 500;

/** Options of every command of `bilag service`. */
export interface ServiceCommandOptions {
  readonly service: string;
  readonly json?: boolean;
}

/** A service to be asked. */
export interface AskedService {
  readonly client: Client;
  /** What changes seldom, by the same cache as plans use it: shared with them where a Redis is running. */
  references(): Promise<ReferenceCache>;
}

/**
 * Opens the client of a service for a command that only looks: neither a ledger nor a Redis is opened or started for it.
 * @throws UsageError where the service is not configured
 */
export async function askService<T>(
  { service: name }: ServiceCommandOptions,
  context: CliContext,
  ask: (service: AskedService) => Promise<T>,
): Promise<T> {
  const { services, redisUrl, home } = await readConfig(context);
  const client = createClient(findService(services, name), context.now);
  let visit: RedisVisit | undefined;
  try {
    return await ask({
      client,
      async references() {
        visit = await visitRedis({ url: redisUrl, home });
        const shared = visit && createRedisCache(visit.redis);
        return createReferenceCache({ client, shared, now: context.now });
      },
    });
  } finally {
    visit?.leave();
    await Promise.race([client.close(), sleep(LEAVING_MS, undefined, { ref: false })]);
  }
}
