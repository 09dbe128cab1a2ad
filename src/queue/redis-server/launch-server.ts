import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerPlace } from './options.ts';

/** Milliseconds that a server may take until it accepts connections. */
export const START_LIMIT = 15_000;

/** Milliseconds between two looks at the log of a server that is starting. */
const LOOK_EVERY = 10;

/** What the server knew when the last process left, in its folder. */
const KEPT_CACHE = 'cache.rdb';

/** Lines of the server's log that an error shows. */
const LAST_LINES = 3;

/** The private Redis could not be started, reached or stopped. */
export class RedisServerFailed extends Error {
  readonly suggestion: string;
  constructor(message: string, suggestion: string) {
    super(message);
    this.name = 'RedisServerFailed';
    this.suggestion = suggestion;
  }
}

/**
 * Starts a server and waits until it says that it accepts connections. Call it under the lock: a second server on the
 * same socket starts without complaint and takes the socket away from the first.
 * @throws RedisServerFailed with the last lines of the server's log
 */
export async function launchServer(binary: string, place: ServerPlace, env: NodeJS.ProcessEnv): Promise<void> {
  await writeFile(place.startingPath, '');
  const kept = join(place.dir, KEPT_CACHE);
  try {
    await launch(binary, place, env).catch(async (error) => {
      // What another version of the server kept, or a damaged file, must not be in the way: it is only a cache.
      if (!existsSync(kept)) throw error;
      await rm(kept, { force: true });
      await launch(binary, place, env);
    });
  } finally {
    await rm(place.startingPath, { force: true });
  }
}

async function launch(binary: string, place: ServerPlace, env: NodeJS.ProcessEnv): Promise<void> {
  await rename(place.logPath, place.logPath.replace(/\.log$/, '.previous.log')).catch(() => undefined);
  const log = await open(place.logPath, 'a', 0o600);
  let ended: string | undefined;
  // Detached: Ctrl-C in the terminal is for bilag, which needs Redis while it drains.
  const child = spawn(binary, serverArguments(place), {
    cwd: place.dir,
    env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
  });
  child.unref();
  await log.close();

  const deadline = performance.now() + START_LIMIT;
  for (;;) {
    const said = await readFile(place.logPath, 'utf8');
    if (/ready to accept connections/i.test(said)) return;
    const problem =
      ended ?? (performance.now() > deadline ? `it was not ready after ${START_LIMIT / 1000} s` : undefined);
    if (problem) {
      child.kill('SIGKILL');
      throw new RedisServerFailed(
        `The private Redis (${binary}) did not start: ${problem}.${lastLines(said)}`,
        `Its log is ${place.logPath}. Correct what it names, set BILAG_REDIS_SERVER to another server program, or REDIS_URL to a Redis of your own.`,
      );
    }
    await sleep(LOOK_EVERY);
  }
}

/** Nothing is kept on disk but the cache, when the last one leaves: the ledger holds everything that matters, and the queue is rebuilt from it. */
function serverArguments(place: ServerPlace): string[] {
  return [
    ['--port', '0'],
    // Relative to the working folder where it can be: no quoting, whatever the folder's name.
    ['--unixsocket', place.socketDir ? place.socketPath : 'redis.sock'],
    ['--unixsocketperm', '700'],
    ['--save', ''],
    ['--dbfilename', KEPT_CACHE],
    ['--appendonly', 'no'],
    ['--maxmemory-policy', 'noeviction'],
    ['--daemonize', 'no'],
    ['--supervised', 'no'],
    ['--loglevel', 'notice'],
    ['--pidfile', 'server.pid'],
  ].flat();
}

function lastLines(said: string): string {
  const lines = said.split('\n').filter((line) => /\S/.test(line) && !/WARNING|oO0O/.test(line));
  return lines.length === 0 ? '' : ` Its last words: ${lines.slice(-LAST_LINES).join(' / ')}`;
}

/** How a command ended. `code` is null when a signal or the time limit ended it, or when it could not be started. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Milliseconds after which the command is killed. */
  readonly limit: number;
}

/** Characters of each stream that are kept: the end, since a command says last what went wrong. */
const KEPT_CHARACTERS = 200_000;

/** Runs a command to its end. Never throws: a command that can't be started ends with its error as `stderr`. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    const child = spawn(command, args, {
      env: options.env,
      cwd: options.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.limit,
      killSignal: 'SIGKILL',
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-KEPT_CHARACTERS);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-KEPT_CHARACTERS);
    });
    child.once('error', (error) => resolve({ code: null, stdout, stderr: `${stderr}${error.message}` }));
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
