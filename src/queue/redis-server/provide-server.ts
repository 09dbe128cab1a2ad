import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../core/issue.ts';
import { hasApt, installWithApt, linkDebianServer, unpackWithApt } from './debian-packages.ts';
import {
  findOnPath,
  findRedisServer,
  MINIMUM_REDIS_VERSION,
  type RedisServerBinary,
  searchRedisServer,
} from './find-server.ts';
import { runCommand } from './launch-server.ts';
import { withLock } from './presence.ts';

export interface ProvideOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** Told in plain lines what is being done. */
  readonly log: (line: string) => void;
  /** As Node names it; default: this machine's. */
  readonly platform?: NodeJS.Platform;
  /** Whether packages can be installed for the whole machine; default: whether this process is root. */
  readonly root?: boolean;
}

/** Milliseconds to wait for another bilag process that is providing a server for the same home. */
const LOCK_LIMIT = 10 * 60_000;

/** Milliseconds that Homebrew may take: it may update itself first. */
const BREW_LIMIT = 10 * 60_000;

/** Package managers that are named but not run, with what a person types. */
const OTHER_MANAGERS: readonly (readonly [program: string, command: string])[] = [
  ['dnf', 'dnf install valkey'],
  ['yum', 'yum install redis'],
  ['apk', 'apk add valkey'],
  ['pacman', 'pacman -S valkey'],
  ['zypper', 'zypper install valkey'],
];

/**
 * The path of a server program, providing one where none is found: on Debian and Ubuntu by apt as root, else by
 * unpacking the distribution's packages into `BILAG_HOME/redis`; on macOS by Homebrew.
 * Processes that do this at once for one home wait for each other.
 * @throws UsageError that says what to install where none can be had
 */
export async function provideRedisServer(options: ProvideOptions): Promise<string> {
  const found = await findRedisServer(options);
  if (found) return found.path;
  const folder = join(options.home, 'redis');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const home = await realpath(options.home);
  return withLock(join(folder, 'provide.lock'), LOCK_LIMIT, async () => {
    const { found, tooOld } = await searchRedisServer(options);
    if (found) return found.path;
    for (const { path, version } of tooOld) {
      options.log(`${path} is version ${version}; bilag needs ${MINIMUM_REDIS_VERSION} or later.`);
    }
    return (await provide({ ...options, home })).path;
  });
}

async function provide(options: ProvideOptions): Promise<RedisServerBinary> {
  const { env } = options;
  const platform = options.platform ?? process.platform;
  if (platform === 'linux' && (await hasApt(env))) {
    const root = options.root ?? process.getuid?.() === 0;
    return (await linkDebianServer(options)) ?? (root ? installWithApt(options) : unpackWithApt(options));
  }
  if (platform === 'darwin' && (await findOnPath('brew', env))) return installWithBrew(options);
  throw noServer(await adviceFor(platform, env));
}

async function installWithBrew(options: ProvideOptions): Promise<RedisServerBinary> {
  options.log('Redis is not installed; installing it with Homebrew (brew install redis)…');
  const { code, stderr } = await runCommand('brew', ['install', 'redis'], { env: options.env, limit: BREW_LIMIT });
  const binary = code === 0 ? await findRedisServer(options) : undefined;
  if (binary) return binary;
  const said = stderr.trim().split('\n').at(-1);
  throw noServer(`"brew install redis" did not bring one${said ? `: ${said}` : ''}. Run it yourself to see why`);
}

/** What a person can do to get a server on this machine, as the start of a sentence. */
export async function adviceFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<string> {
  if (platform === 'win32') return 'Run bilag in WSL, since Redis does not run on Windows';
  if (platform === 'darwin') return 'Install one (brew install redis)';
  for (const [program, command] of OTHER_MANAGERS) {
    if (await findOnPath(program, env)) return `Install one (${command})`;
  }
  return `Install redis-server or valkey-server, ${MINIMUM_REDIS_VERSION} or later`;
}

function noServer(advice: string): UsageError {
  return new UsageError(
    'bilag needs a Redis or Valkey server, and none is installed here.',
    `${advice}; or name a server program in BILAG_REDIS_SERVER, or a running Redis in REDIS_URL.`,
  );
}
