import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { childrenOf, lookAt, residentMb, threadTimes } from './proc.mjs';
import { owned, workFolder } from './tidy.mjs';

const USAGE = pathToFileURL(fileURLToPath(new URL('./usage.mjs', import.meta.url))).href;
/** Between two looks at the memory, in milliseconds. */
const LOOK_MS = 100;
/** Time that processes may outlive the program that started them, in milliseconds. */
const LEAVE_MS = 5_000;
/** Time that a measured program may take, in milliseconds. */
const LIMIT_MS = 20 * 60_000;
/** Characters of output that are kept, from its end: receipts come last. */
const KEPT_CHARACTERS = 8 * 1024 ** 2;

let runs = 0;

/**
 * Runs a program to its end and measures it with everything that it starts.
 * @param options `env` is the whole environment; `output`, a path for its standard output
 * @returns `{code, stdout, stderr, cpu, own, threads, others, peak, seconds}`: CPU seconds of all together, of the program with all its threads,
 *   of its main and its worker threads, and by name of the processes it started; `peak` in MB is the largest sum of their resident memory (seen every 100 ms; pages that they share count twice)
 * @throws Error where it runs too long or leaves processes behind
 */
export async function measure(command, args, { env, cwd, output } = {}) {
  const usage = join(workFolder(), `usage-${++runs}.json`);
  const reapedBefore = lookAt(process.pid).reaped;
  const began = performance.now();
  const file = output === undefined ? undefined : openSync(output, 'w');
  const child = spawn(command, args, {
    cwd: cwd ?? workFolder(),
    env: { ...(env ?? cleanEnvironment()), BENCH_USAGE: usage, NODE_OPTIONS: `--import=${USAGE}` },
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  // Refused before it is awaited, where the program does not exist.
  ended.catch(() => undefined);
  const stdout = keep(child.stdout);
  const stderr = keep(child.stderr);
  const family = watch(child.pid, `${usage}.workers`);
  const limit = setTimeout(() => family.end(), LIMIT_MS);
  let code;
  try {
    code = await ended;
    const seconds = (performance.now() - began) / 1000;
    const reaped = lookAt(process.pid).reaped - reapedBefore;
    const left = await family.leave();
    const own = readUsage(usage) ?? { cpu: reaped, peak: 0 };
    if (left.length > 0) throw new Error(`${command} left processes behind: ${left.join(', ')}.\n${stderr()}`);
    const others = family.cpuByName();
    const cpu = own.cpu + Object.values(others).reduce((sum, each) => sum + each, 0);
    return {
      code,
      stdout: stdout(),
      stderr: stderr(),
      cpu,
      own: own.cpu,
      threads: family.threads(),
      others,
      peak: Math.max(own.peak, family.peak()),
      seconds,
    };
  } finally {
    clearTimeout(limit);
    family.end();
    if (file !== undefined) closeSync(file);
    rmSync(usage, { force: true });
    rmSync(`${usage}.workers`, { force: true });
  }
}

/** The environment of this process without what would change what is measured. */
export function cleanEnvironment(added = {}) {
  const foreign = /^(BILAG_|ACCOUNTING_|REDIS_URL$|LEDGER_URL$|NODE_|npm_)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name) || name === 'BILAG_REDIS_SERVER');
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...added };
}

/** Follows a process and its descendants, also those that are handed on to another parent. */
function watch(root, workersFile) {
  const seen = new Map();
  const threads = new Map();
  let peak = 0;
  const alive = () => {
    const living = [];
    for (const [pid, known] of seen) {
      const now = lookAt(pid);
      // The same number may by now be another process.
      if (now === undefined || now.started !== known.started) continue;
      seen.set(pid, now);
      if (!now.ended) living.push(pid);
    }
    return living;
  };
  const lookAtThreads = () => {
    for (const thread of [String(root), ...lines(workersFile)]) {
      const times = threadTimes(root, thread);
      if (times !== undefined) threads.set(thread, times);
    }
  };
  const look = () => {
    lookAtThreads();
    for (const pid of [root, ...seen.keys()]) {
      for (const each of pid === root ? [root, ...childrenOf(root)] : childrenOf(pid)) {
        const now = seen.has(each) ? undefined : lookAt(each);
        if (now === undefined) continue;
        seen.set(each, now);
        owned(each, now.started);
      }
    }
    peak = Math.max(
      peak,
      alive().reduce((sum, pid) => sum + residentMb(pid), 0),
    );
  };
  if (root !== undefined) look();
  const timer = setInterval(look, LOOK_MS);
  const end = () => {
    clearInterval(timer);
    for (const pid of alive()) process.kill(pid, 'SIGKILL');
  };
  return {
    end,
    peak: () => peak,
    /** `{main, workers}`, each `{cpu, delayed}` in seconds. */
    threads() {
      const nothing = { cpu: 0, delayed: 0 };
      const add = (a, b) => ({ cpu: a.cpu + b.cpu, delayed: a.delayed + b.delayed });
      const { [root]: main = nothing, ...workers } = Object.fromEntries(threads);
      return { main, workers: Object.values(workers).reduce(add, nothing) };
    },
    cpuByName() {
      const sums = {};
      for (const [pid, { name, cpu }] of seen) if (pid !== root) sums[name] = (sums[name] ?? 0) + cpu;
      return sums;
    },
    /** Waits until all are gone. @returns names of those that stay */
    async leave() {
      const until = performance.now() + LEAVE_MS;
      for (;;) {
        const living = alive();
        if (living.length === 0) return [];
        if (performance.now() > until) return living.map((pid) => `${seen.get(pid).name} (${pid})`);
        await sleep(LOOK_MS);
      }
    },
  };
}

function keep(stream) {
  let text = '';
  stream?.setEncoding('utf8').on('data', (part) => {
    text = (text + part).slice(-KEPT_CHARACTERS);
  });
  return () => text;
}

function lines(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function readUsage(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The middle one. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
