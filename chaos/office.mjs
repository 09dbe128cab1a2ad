import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { spawnBilag } from './bilag-process.mjs';
import { privateRedis } from './private-redis.mjs';
import { endProcessesIn, killProcessesIn } from './processes-in.mjs';
import { startProxy } from './proxy.mjs';
import { openSmallDisk } from './small-disk.mjs';

const PRELOAD = new URL('./preload.mjs', import.meta.url).href;
/** The sandbox and what finds a Redis server are no part of what is drilled. */
const BUILD = new URL('../build/', import.meta.url);
/** How long a look into the ledger waits for somebody's transaction, in milliseconds. */
const BUSY_TIMEOUT_MS = 20_000;

/** What is dropped into the inbox is taken soon: nobody who writes into it makes a longer pause. */
const WATCH = 'watch: { minimumAge: 3s, scan: 1s }';

/** Offices that are open, for when this process ends before they are closed. @type {Set<() => void>} */
const open = new Set();
process.once('exit', () => {
  for (const leave of open) leave();
});

/** @typedef {Awaited<ReturnType<typeof openOffice>>} Office */

/**
 * Folders, a service with a proxy before it, and real bilag processes.
 * @param {object} options
 * @param {string} options.dist where the main.js is that is drilled
 * @param {number} options.seed names the folder
 * @param {string} [options.service] YAML under the service's name, besides `baseUrl`
 * @param {Record<string, string>} options.jobs YAML by name
 * @param {string} [options.config] YAML, more of the configuration
 * @param {string} [options.faults] of the sandbox
 * @param {number} [options.sandboxSeed]
 * @param {number} [options.tmpfsBytes] BILAG_HOME is a disk of its own, of this size
 * @param {boolean} [options.keep] leave the folder there
 * @throws an error with code `NO_TMPFS` where no disk can be had
 */
export async function openOffice(options) {
  const { dist, seed, service = '', jobs, config = '', faults, sandboxSeed, tmpfsBytes, keep = false } = options;
  const folder = mkdtempSync(join(tmpdir(), `bilag-chaos-${seed}-`));
  const home = join(folder, 'home');
  const inbox = join(folder, 'inbox');
  const hitsPath = join(folder, 'hits.log');
  const clockPath = join(folder, 'clock');
  /** What was done, for the timeline. @type {{ at: number, what: string, detail: object }[]} */
  const actions = [];
  const act = (what, detail) => void actions.push({ at: Date.now(), what, detail });
  /** @type {ReturnType<typeof spawnBilag>[]} */
  const children = [];
  /** Set for every process that is started from now on. @type {Record<string, string>} */
  const everywhere = {};
  const redis = privateRedis(home);
  const closers = [];

  const leave = () => {
    killProcessesIn(folder);
    disk?.close();
    if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  async function close() {
    redis.leave();
    for (const child of children) child.end();
    await Promise.all([...children.map((child) => child.exited), ...closers.map((closeIt) => closeIt())]);
    await endProcessesIn(folder);
    leave();
    open.delete(leave);
  }

  let disk;
  open.add(leave);
  try {
    mkdirSync(join(folder, 'jobs'));
    for (const job of Object.keys(jobs)) mkdirSync(join(inbox, job), { recursive: true });
    mkdirSync(home, { mode: 0o700 });
    if (tmpfsBytes !== undefined) disk = openSmallDisk(home, tmpfsBytes);
    const { startSandbox } = await import(new URL('sandbox/server.js', BUILD).href);
    const sandbox = await startSandbox({ faults, seed: sandboxSeed });
    closers.push(() => sandbox.close());
    const proxy = await startProxy({
      port: sandbox.port,
      children: () => children.filter((child) => child.running()),
      onFire: (rule, { n, id, pid }) => act('proxy', { ...rule, n, id, pid }),
    });
    closers.push(() => proxy.close());
    for (const [name, yaml] of Object.entries(jobs)) writeFileSync(join(folder, 'jobs', `${name}.yaml`), yaml);
    const lines = `baseUrl: ${proxy.url}\n${service}`.trimEnd().replace(/^(?=.)/gm, '    ');
    writeFileSync(join(folder, 'bilag.yaml'), `services:\n  main:\n${lines}\n${WATCH}\n${config}\n`);

    return {
      dist,
      folder,
      home,
      inbox,
      sandbox,
      proxy,
      children,
      env: everywhere,
      actions,
      /**
       * Runs `bilag` with these arguments, with its crash points.
       * @param {string} name in the timeline
       * @param {string[]} args
       * @param {{ points?: { point: string, nth: number, do: 'kill' | 'stop' }[], cwd?: string, env?: Record<string, string> }} [how]
       */
      spawn(name, args, { points = [], cwd = folder, env = {} } = {}) {
        const control = join(folder, `control-${children.length + 1}.json`);
        writeFileSync(control, JSON.stringify({ points, hits: hitsPath, clock: clockPath }));
        const child = spawnBilag(name, [join(dist, 'main.js'), ...args], {
          cwd,
          act,
          env: {
            PATH: process.env.PATH,
            HOME: folder,
            BILAG_HOME: home,
            BILAG_DASHBOARD: '127.0.0.1:0',
            ...(process.env.BILAG_REDIS_SERVER ? { BILAG_REDIS_SERVER: process.env.BILAG_REDIS_SERVER } : {}),
            CHAOS_CONTROL: control,
            NODE_OPTIONS: `--import=${PRELOAD}`,
            ...everywhere,
            ...env,
          },
        });
        children.push(child);
        act('spawn', { name, pid: child.pid, args });
        return child;
      },
      /** Crash points that were reached: `{pid, point, nth, do, at}`. */
      hits() {
        if (!existsSync(hitsPath)) return [];
        // Behind the last line end somebody may just be writing.
        const lines = readFileSync(hitsPath, 'utf8').split('\n').slice(0, -1);
        return lines.map((line) => JSON.parse(line));
      },
      /** Moves the clock of all bilag processes so far from the real one, within a tenth of a second. @param {number} ms */
      moveClock(ms) {
        // A half-written number is another number.
        writeFileSync(`${clockPath}.new`, String(ms));
        renameSync(`${clockPath}.new`, clockPath);
        act('clock', { ms });
      },
      /** Rows of the ledger as it is now; none where there is no ledger yet. */
      ledger(sql, ...values) {
        const path = join(home, 'ledger.db');
        if (!existsSync(path)) return [];
        const ledger = new Database(`file:${path}?mode=ro`, { timeout: BUSY_TIMEOUT_MS });
        try {
          return ledger.prepare(sql).all(values);
        } catch (error) {
          // The file is there before its tables are.
          if (/no such table/.test(error.message)) return [];
          throw error;
        } finally {
          ledger.close();
        }
      },
      /** Asks the sandbox itself: `call('GET', 'booked')`. */
      async call(method, path, body) {
        // A connection of its own: one that was left open for a while may be closed just as it is used again.
        const headers = { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
        const answer = await fetch(`${sandbox.url}/sandbox/${path}`, { method, headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
        return answer.json();
      },
      redis: redis.connect,
      redisPid: redis.pid,
      /** Fills the small disk to its last byte. */
      fillDisk() {
        disk.fill();
        act('disk-full', {});
      },
      freeDisk() {
        disk.free();
        act('disk-free', {});
      },
      /** Leaves no process and no mount behind, and no folder unless it is to be kept. */
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes sure that a Redis server program is there, for all processes that are started from here. */
export async function provideRedis() {
  const { provideRedisServer } = await import(new URL('queue/redis-server/provide-server.js', BUILD).href);
  process.env.BILAG_REDIS_SERVER = await provideRedisServer({
    env: process.env,
    home: resolve(process.env.BILAG_HOME ?? '.bilag'),
    log: (line) => console.error(line),
  });
}
