import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskRoom, diskSize, LEAST_ROOM_BYTES, roomWords } from '../core/disk.ts';
import type { Facts } from '../core/facts.ts';
import type { CheckCode } from '../core/health-check.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { RedisLink } from '../queue/connect-redis.ts';

/** How long one check may take, in milliseconds: what takes longer is not ready. */
const CHECK_LIMIT_MS = 3_000;
/** How long other writers may keep the ledger, in milliseconds; every transaction of ours takes under 100. */
const WRITE_LIMIT_MS = 2_000;
/** Between two tries to write, in milliseconds. */
const WRITE_AGAIN_MS = 25;

/** One thing that bilag needs for its work. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, in one line. */
  readonly what: string;
  /** The same as figures: `ms` and `bytes` of Redis, `free` and `total` bytes of the disk. */
  readonly figures?: Readonly<Record<string, number>>;
  /** What to do about it. */
  readonly remedy?: string;
  /** What was found, for whoever words it. */
  readonly code: CheckCode;
  readonly facts?: Facts;
  /** Since which look it is not well, in milliseconds since 1970. */
  readonly since?: number;
}

export interface Health {
  /** All checks are. */
  readonly ok: boolean;
  readonly checks: readonly HealthCheck[];
}

export interface HealthPorts {
  readonly ledger: Pick<Ledger, 'canWrite'>;
  readonly ledgerPath: string;
  readonly home: string;
  /** The Redis that this process works with; undefined before there is one. */
  redis(): Pick<RedisLink, 'here' | 'redis'> | undefined;
  now(): number;
}

/**
 * Answers whether this process can do its work now: Redis answers, the ledger can be written, the disk has room. That it
 * lives is said by its answering at all. Whoever asks while an answer is being found gets the same one. Since when something
 * is wrong is as exact as it is asked often.
 */
export function createHealth(ports: HealthPorts): () => Promise<Health> {
  let asked: Promise<Health> | undefined;
  const ill = new Map<string, number>();
  const dated = (check: HealthCheck): HealthCheck => {
    if (check.ok) ill.delete(check.name);
    else if (!ill.has(check.name)) ill.set(check.name, ports.now());
    const since = ill.get(check.name);
    return since === undefined ? check : { ...check, since };
  };
  return () =>
    (asked ??= checkAll(ports)
      .then(({ ok, checks }) => ({ ok, checks: checks.map(dated) }))
      .finally(() => {
        asked = undefined;
      }));
}

async function checkAll(ports: HealthPorts): Promise<Health> {
  const checks = await Promise.all([
    bounded('redis', redisCheck(ports), 'Look at Redis: bilag doctor'),
    bounded('ledger', ledgerCheck(ports), 'Look at the ledger: bilag doctor'),
    bounded('disk', diskCheck(ports), 'Look at the disk that BILAG_HOME is on.'),
  ]);
  return { ok: checks.every(({ ok }) => ok), checks };
}

type Finding = Omit<HealthCheck, 'name'>;

/** A check that fails or does not end is one that found something wrong. */
async function bounded(name: string, check: Promise<Finding>, remedy: string): Promise<HealthCheck> {
  const found = check.catch((error: Error) => ({
    ...{ ok: false, what: error.message.split('\n')[0]!, remedy },
    code: 'failed' as const,
  }));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Finding>((resolve) => {
    const late = { ok: false, what: `no answer within ${CHECK_LIMIT_MS / 1_000} s`, remedy, code: 'slow' as const };
    timer = setTimeout(() => resolve(late), CHECK_LIMIT_MS);
  });
  try {
    return { name, ...(await Promise.race([found, limit])) };
  } finally {
    clearTimeout(timer);
  }
}

async function redisCheck({ redis }: HealthPorts): Promise<Finding> {
  const link = redis();
  // While it is away nothing is asked of it: what is asked would wait in memory.
  if (link === undefined || !(await link.here())) {
    const remedy = 'Start it. bilag goes on by itself; nothing is lost, because the ledger knows what is due.';
    return { ok: false, what: 'Redis is not responding', remedy, code: 'redis-away' };
  }
  const asked = performance.now();
  await link.redis.ping();
  const ms = Math.ceil(performance.now() - asked);
  const bytes = Number(/^used_memory:(\d+)/m.exec(await link.redis.info('memory'))?.[1] ?? 0);
  return { ok: true, what: 'Redis answers', code: 'redis-well', figures: { ms, ...(bytes === 0 ? {} : { bytes }) } };
}

async function ledgerCheck({ ledger }: HealthPorts): Promise<Finding> {
  for (let waited = 0; waited < WRITE_LIMIT_MS; waited += WRITE_AGAIN_MS) {
    if (await ledger.canWrite()) return { ok: true, what: 'the ledger can be written', code: 'ledger-well' };
    await sleep(WRITE_AGAIN_MS);
  }
  return {
    ok: false,
    what: `another program keeps the ledger locked for more than ${WRITE_LIMIT_MS / 1_000} s`,
    remedy: 'End the program that has ledger.db open, or resume the process that is stopped.',
    code: 'ledger-locked',
  };
}

async function diskCheck({ home, ledgerPath }: HealthPorts): Promise<Finding> {
  const folders = [...new Set([home, dirname(ledgerPath)])];
  const rooms = await Promise.all(folders.map(diskRoom));
  const room = Math.min(...rooms);
  const figures = { free: room, total: await diskSize(folders[rooms.indexOf(room)]!) };
  if (room >= LEAST_ROOM_BYTES)
    return { ok: true, what: `${roomWords(room)} free`, code: 'disk-well', facts: { free: room }, figures };
  return {
    ok: false,
    figures,
    what: `only ${roomWords(room)} free; ${roomWords(LEAST_ROOM_BYTES)} are needed`,
    remedy: 'Make room where BILAG_HOME is. bilag goes on by itself.',
    code: 'disk-full',
    facts: { free: room, needed: LEAST_ROOM_BYTES },
  };
}
