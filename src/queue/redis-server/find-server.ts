import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { UsageError } from '../../core/issue.ts';
import { runCommand } from './launch-server.ts';

/** A program that can serve as the private Redis: run as it stands, without any environment of its own. */
export interface RedisServerBinary {
  readonly path: string;
  readonly kind: 'redis' | 'valkey';
  /** `7.0.15` */
  readonly version: string;
}

/** What a look for a server gave: the first that is new enough, and those passed over because they are too old. */
export interface ServerSearch {
  readonly found: RedisServerBinary | undefined;
  readonly tooOld: readonly RedisServerBinary[];
}

/** BullMQ 6 refuses servers before 5.0 and warns before 6.2, where its scripts are no longer tested. */
export const MINIMUM_REDIS_VERSION = '6.2.0';

/** Program names looked for on PATH, in this order. */
export const SERVER_NAMES = ['redis-server', 'valkey-server'] as const;

/** Milliseconds that a server may take to say its version. */
const VERSION_LIMIT = 5_000;

/** Where a server that bilag provided for itself stands. */
export function providedServerPath(home: string): string {
  return join(resolve(home), 'redis', 'redis-server');
}

/**
 * The server to run: `BILAG_REDIS_SERVER`, else `redis-server` or `valkey-server` on PATH, else one provided earlier
 * in `BILAG_HOME/redis`.
 * @throws UsageError where `BILAG_REDIS_SERVER` is set and can't be used
 */
export async function findRedisServer(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}): Promise<RedisServerBinary | undefined> {
  return (await searchRedisServer(options)).found;
}

/** As `findRedisServer`, with the servers that were found and are too old. */
export async function searchRedisServer(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}): Promise<ServerSearch> {
  const { env, home } = options;
  if (env['BILAG_REDIS_SERVER']) return { found: await namedServer(env['BILAG_REDIS_SERVER'], env), tooOld: [] };
  const tooOld: RedisServerBinary[] = [];
  for (const path of [...SERVER_NAMES.map((name) => findOnPath(name, env)), executable(providedServerPath(home))]) {
    const candidate = await path;
    const binary = candidate && (await identifyServer(candidate, env));
    if (!binary) continue;
    if (isNewEnough(binary.version)) return { found: binary, tooOld };
    tooOld.push(binary);
  }
  return { found: undefined, tooOld };
}

async function namedServer(named: string, env: NodeJS.ProcessEnv): Promise<RedisServerBinary> {
  const remedy = 'Point it at a redis-server or valkey-server program, or unset it to let bilag find one.';
  const path = named.includes('/') ? await executable(resolve(named)) : await findOnPath(named, env);
  if (!path) throw new UsageError(`BILAG_REDIS_SERVER is "${named}", and no program stands there.`, remedy);
  const binary = await identifyServer(path, env);
  if (!binary) throw new UsageError(`BILAG_REDIS_SERVER is "${named}", which is not a Redis or Valkey server.`, remedy);
  if (isNewEnough(binary.version)) return binary;
  const needed = `bilag needs ${MINIMUM_REDIS_VERSION} or later`;
  throw new UsageError(`BILAG_REDIS_SERVER is "${named}", version ${binary.version}; ${needed}.`, remedy);
}

/** What a program is by its own word (`--version`), or undefined where it is no Redis or Valkey server that runs here. */
export async function identifyServer(path: string, env: NodeJS.ProcessEnv): Promise<RedisServerBinary | undefined> {
  const { code, stdout } = await runCommand(path, ['--version'], { env, limit: VERSION_LIMIT });
  const match = code === 0 ? /^(Redis|Valkey) server v=(\d+\.\d+\.\d+)/m.exec(stdout) : null;
  if (!match) return undefined;
  return { path, kind: match[1] === 'Valkey' ? 'valkey' : 'redis', version: match[2]! };
}

export function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number);
  const minimum = MINIMUM_REDIS_VERSION.split('.').map(Number);
  const differing = minimum.findIndex((part, i) => part !== (parts[i] ?? 0));
  return differing < 0 || (parts[differing] ?? 0) > minimum[differing]!;
}

/** The first program of this name on PATH. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = folder && (await executable(resolve(folder, name)));
    if (path) return path;
  }
  return undefined;
}

/** The path itself where a program stands there. */
async function executable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
