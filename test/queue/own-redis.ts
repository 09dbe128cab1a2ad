import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../free-port.ts';
import { realServer } from './redis-server/temporary-home.ts';

/** A Redis of a person's own, on a port of this machine, which may go away and come back; it keeps nothing on disk. */
export interface OwnRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Kills it: every job is lost. */
  kill(): Promise<void>;
  /** Lets it hang: connections stay open, and nobody answers. */
  stop(): void;
  goOn(): void;
  /** Runs something with a connection of its own. */
  ask<T>(work: (redis: Redis) => Promise<T>): Promise<T>;
  leave(): Promise<void>;
}

export async function ownRedis(): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'bilag-own-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const ask = async <T>(work: (redis: Redis) => Promise<T>) => {
    const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  };
  const kill = async () => {
    const dying = server;
    server = undefined;
    if (dying === undefined || dying.exitCode !== null) return;
    const ended = once(dying, 'exit');
    dying.kill('SIGKILL');
    await ended;
  };
  const own: OwnRedis = {
    url,
    async start() {
      const args = `--port ${port} --bind 127.0.0.1 --appendonly no --loglevel warning`.split(' ');
      server = spawn(realServer(), [...args, '--save', ''], { cwd: folder, stdio: 'ignore' });
      await ask((redis) => redis.ping());
    },
    kill,
    stop: () => void server!.kill('SIGSTOP'),
    goOn: () => void server!.kill('SIGCONT'),
    ask,
    async leave() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await own.start();
  return own;
}
