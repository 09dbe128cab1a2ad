// What happens around bilag: each of these waits for its point of the pipeline, strikes, and is over after a while.
import { setTimeout as sleep } from 'node:timers/promises';
import { losePower } from './power-cut.mjs';
import { restoreLedger } from './restore.mjs';

const LOOK_MS = 15;
/** How long a point of the pipeline is waited for, in milliseconds. */
const PATIENCE_MS = 60_000;
/** How long the service, Redis or the disk is away, in milliseconds. */
const OUTAGE_MS = 3_000;
/** Longer than bilag waits for Redis to answer a lock. */
const REDIS_STANDSTILL_MS = 8_000;
/** Who met the full disk has said so by then, in milliseconds. */
const AFTERMATH_MS = 1_500;
const TWO_HOURS_MS = 2 * 3_600_000;

const POINTS = {
  storing: () => true,
  planning: (office) => office.ledger("select 1 from import where state = 'planning' limit 1").length > 0,
  posting: (office) => office.ledger('select 1 from attempt limit 1').length > 0,
  mending: (office) => office.ledger('select 1 from revision limit 1').length > 0,
  'handed-in': (office) => office.ledger('select 1 from correction limit 1').length > 0,
  settling: (office) => office.ledger("select 1 from batch where state = 'in-doubt' limit 1").length > 0,
};

/** Points after which much goes on: where in it is left to chance. */
const HESITATES = new Set(['posting', 'mending', 'handed-in']);

const STRIKES = {
  async 'flush-redis'({ office }) {
    for (let times = 0; times < 3; times++) {
      await emptied(office);
      await sleep(150);
    }
  },
  async 'kill-redis'({ office }) {
    // Whoever was just starting it leaves, and says why.
    office.disturbed = true;
    process.kill(await pidOfRedis(office), 'SIGKILL');
    await sleep(AFTERMATH_MS);
    office.disturbed = false;
  },
  async 'stop-redis'({ office }) {
    const pid = await pidOfRedis(office);
    process.kill(pid, 'SIGSTOP');
    await sleep(REDIS_STANDSTILL_MS);
    process.kill(pid, 'SIGCONT');
  },
  async 'disk-full'({ office }) {
    // Whoever starts on a full disk leaves at once, and says so.
    office.disturbed = true;
    office.fillDisk();
    await sleep(OUTAGE_MS);
    office.freeDisk();
    await sleep(AFTERMATH_MS);
    office.disturbed = false;
  },
  async 'clock-forward'({ office }) {
    office.moveClock(TWO_HOURS_MS);
  },
  async 'clock-back'({ office }) {
    office.moveClock(-TWO_HOURS_MS);
  },
  async 'service-down'({ office }) {
    await office.proxy.down(OUTAGE_MS);
  },
  async 'service-drops'({ office, scenario }) {
    await office.call('PUT', 'faults', { spec: join(scenario.faults, `drop=${OUTAGE_MS}ms`) });
    await sleep(OUTAGE_MS);
  },
  async terminate({ crew, finding }) {
    const [name] = crew.names();
    const { code, signal, ms, wrong } = await crew.relieve(name);
    if (wrong !== '') finding('stop', `SIGTERM ended ${name} with ${code ?? signal} after ${ms} ms: ${wrong}`);
    crew.man(name, []);
  },
  async 'power-cut'({ office, crew }) {
    await crew.strikeAll();
    const redis = await office.redisPid();
    if (redis !== undefined) process.kill(redis, 'SIGKILL');
    await losePower(office.home, office.synced);
    crew.resume();
  },
  'restore-ledger': (run) => restoreLedger(run, { copy: true }),
  'delete-ledger': (run) => restoreLedger(run, { copy: false }),
};

const join = (...specs) => specs.filter((spec) => spec !== '').join(',');

/** Empties Redis; it may be starting, or ending with the last process that used it. */
async function emptied(office) {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    await pidOfRedis(office);
    const redis = await office.redis();
    try {
      return await redis.flushall();
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      redis.disconnect();
    }
  }
}

/** The private server's process; it may be starting. */
async function pidOfRedis(office) {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(LOOK_MS)) {
    const pid = await office.redisPid();
    if (pid !== undefined) return pid;
  }
  throw new Error('No private Redis ever ran.');
}

/**
 * Waits for the point, strikes and waits until it is over.
 * @returns {Promise<boolean>} false where the point was never reached
 */
export async function strike(surrounding, run) {
  if (surrounding === undefined) return false;
  const { what, point } = surrounding;
  const { office, scenario } = run;
  const until = Date.now() + PATIENCE_MS;
  while (!POINTS[point](office)) {
    if (Date.now() > until || run.over) return false;
    await sleep(LOOK_MS);
  }
  await sleep(HESITATES.has(point) ? scenario.hesitation : 0);
  const action = { at: Date.now(), what, detail: { point } };
  office.actions.push(action);
  if ((await STRIKES[what](run)) === false) action.detail = {};
  office.actions.push({ at: Date.now(), what: `${what} over`, detail: {} });
  return true;
}
