import { UsageError } from '../../core/issue.ts';
import { debianProgram, hasApt } from './debian-packages.ts';
import { isNewEnough, MINIMUM_REDIS_VERSION, searchRedisServer } from './find-server.ts';
import { redisOptions, showRedisUrl } from './options.ts';
import { adviceFor } from './provide-server.ts';

/** One finding for `bilag doctor`. */
export interface RedisDiagnosis {
  readonly ok: boolean;
  /** What was found, in one line. */
  readonly what: string;
  /** What to do about it; absent where there is nothing to do. */
  readonly remedy?: string;
}

/** Milliseconds that a Redis may take to answer a look. */
const LOOK_LIMIT = 5_000;

/**
 * Says whether bilag has a Redis to work with: the one of `REDIS_URL`, else a server program for a private one.
 * Starts nothing, installs nothing and changes nothing.
 */
export async function diagnoseRedis(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}): Promise<RedisDiagnosis> {
  try {
    const url = options.env['REDIS_URL'];
    return url ? await diagnoseUrl(url) : await diagnoseProgram(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ok: false, what: error.message, remedy: error.suggestion ?? '' };
  }
}

async function diagnoseProgram(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}): Promise<RedisDiagnosis> {
  const { found, tooOld } = await searchRedisServer(options);
  if (found) {
    const name = found.kind === 'valkey' ? 'Valkey' : 'Redis';
    return { ok: true, what: `private ${name} ${found.version} (${found.path})` };
  }
  const program = process.platform === 'linux' ? await debianProgram(options.env) : undefined;
  if (program !== undefined) return { ok: true, what: `private Redis of the package redis-tools (${program})` };
  const old = tooOld.map(({ path, version }) => `${path} is ${version}, ${MINIMUM_REDIS_VERSION} is needed`);
  const what = `no Redis or Valkey server is installed${old.length > 0 ? ` (${old.join('; ')})` : ''}`;
  // The distribution's own server is what apt would bring, so an old one there is no help.
  const apt = process.platform === 'linux' && old.length === 0 && (await hasApt(options.env));
  if (apt) return { ok: true, what: `${what}; bilag fetches one with apt when it first needs it` };
  return { ok: false, what, remedy: `${await adviceFor(process.platform, options.env)}, or set REDIS_URL.` };
}

async function diagnoseUrl(url: string): Promise<RedisDiagnosis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis({
    ...redisOptions(url),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: LOOK_LIMIT,
    commandTimeout: LOOK_LIMIT,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  const shown = showRedisUrl(url);
  let problem: Error | undefined;
  redis.on('error', (error: Error) => {
    problem = error;
  });
  try {
    await redis.connect();
    return judge(shown, readInfo(await redis.info()));
  } catch (error) {
    const why = (problem ?? (error as Error)).message;
    return { ok: false, what: `${shown} can't be used: ${why}`, remedy: 'Start that Redis or correct REDIS_URL.' };
  } finally {
    redis.disconnect();
  }
}

/** Judges a server by its INFO reply, line by line. */
export function judge(shown: string, info: ReadonlyMap<string, string>): RedisDiagnosis {
  const valkey = info.get('valkey_version');
  const version = valkey ?? info.get('redis_version') ?? '0.0.0';
  const what = `${valkey ? 'Valkey' : 'Redis'} ${version} at ${shown}`;
  if (!isNewEnough(version)) {
    return { ok: false, what, remedy: `bilag needs ${MINIMUM_REDIS_VERSION} or later: upgrade it.` };
  }
  if (info.get('cluster_enabled') === '1') {
    return { ok: false, what: `${what}, a Cluster`, remedy: "Redis Cluster can't be used yet: use a single server." };
  }
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction') {
    const remedy =
      'Set maxmemory-policy noeviction there: any other policy throws queued work away when memory is short.';
    return { ok: false, what: `${what}, maxmemory-policy ${policy}`, remedy };
  }
  return { ok: true, what };
}

function readInfo(text: string): Map<string, string> {
  const pairs = text.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string]);
  return new Map(pairs.filter(([, value]) => value !== undefined));
}
