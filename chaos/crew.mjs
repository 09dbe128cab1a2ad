// Keeps the work manned, as a service manager and a patient person would: what dies is started again, what stands still
// is woken after every lease and lock has run out, a command that ended too early is given again.

/** Longer than every lease and lock of bilag: 10 s each, looked at every 5 s. */
const STANDSTILL_MS = 13_000;
/** Before a process that died is started again, in milliseconds. */
const RESTART_MS = 300;
const TICK_MS = 100;
/** Processes that end by themselves so often are not started any more: the run has found what it can. */
const ENDS = 6;
/** How often a command is given again at most. */
const TRIES = 12;
/** Exit codes of an import that rests, whatever came of it (README: exit codes). */
const RESTED = new Set([0, 3, 4]);

/**
 * @param {import('./office.mjs').Office} office
 * @param {(words: string) => void} complain told of an end that nobody brought about
 */
export function manCrew(office, complain) {
  const posts = new Map();
  const commands = new Set();
  const woken = new Set();
  let running = true;
  let ends = 0;
  let resumed = Promise.resolve();
  let resume = () => undefined;

  function watch(child, ended) {
    child.exited.then((end) => ended(end));
    return child;
  }
  function man(name, points) {
    const child = office.spawn(name, ['start'], { points });
    const post = { child, name, relieved: false };
    posts.set(name, post);
    watch(child, ({ code, signal }) => {
      if (post.relieved || !running) return;
      if (signal === null && !office.disturbed && ++ends >= ENDS) running = false;
      if (signal === null && !office.disturbed) complain(`${name} ended by itself with ${code}: ${tail(child)}`);
      // One that ended for another reason has its crash point still before it.
      const left = office.hits().some(({ pid }) => pid === child.pid) ? [] : points;
      setTimeout(() => resumed.then(() => running && !post.relieved && man(name, left)), RESTART_MS);
    });
  }
  const ticker = setInterval(() => {
    const onTheWire = office.actions
      .filter(({ what }) => what === 'proxy')
      .map(({ at, detail }) => ({ at, ...detail }));
    for (const stop of [...office.hits(), ...onTheWire]) {
      const id = `${stop.pid} ${stop.at}`;
      if (stop.do !== 'stop' || stop.pid === undefined || woken.has(id)) continue;
      woken.add(id);
      wakeLater(stop.pid);
    }
  }, TICK_MS);
  function wakeLater(pid) {
    setTimeout(() => {
      office.actions.push({ at: Date.now(), what: 'woken', detail: { pid } });
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It was killed meanwhile.
      }
    }, STANDSTILL_MS);
  }

  return {
    man,
    /** Ends a `bilag start` in good order. @returns {Promise<{code, signal, ms, wrong: string}>} wrong: empty where it did */
    async relieve(name) {
      const post = posts.get(name);
      posts.delete(name);
      post.relieved = true;
      const at = Date.now();
      office.actions.push({ at, what: 'SIGTERM', detail: { name, pid: post.child.pid } });
      // One that stands still hears nothing.
      post.child.cont();
      post.child.kill('SIGTERM');
      const { code, signal } = await post.child.exited;
      // Killed by its crash point, or ended before it listened to signals: neither is a stop that went wrong.
      return { code, signal, ms: Date.now() - at, wrong: code === 0 || signal !== null ? '' : `${tail(post.child)}.` };
    },
    names: () => [...posts.keys()],
    /** Whether it was given up. */
    gaveUp: () => ends >= ENDS,
    /** Gives a command until it has ended with an import at rest; crash points only the first time. */
    async command(name, args, { points = [], rested = RESTED, tries = TRIES } = {}) {
      const own = { done: false };
      commands.add(own);
      let last;
      for (let attempt = 0; attempt < tries && running; attempt++) {
        const child = office.spawn(`${name}${attempt === 0 ? '' : `-${attempt + 1}`}`, args, {
          points: attempt === 0 ? points : [],
        });
        const { code, signal } = await child.exited;
        last = { code, signal, out: child.stdout(), err: child.stderr() };
        if (signal === null && rested.has(code)) break;
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
        await resumed;
      }
      own.done = true;
      return last;
    },
    /** Kills everything at once, and starts nothing again until `resume`. */
    async strikeAll() {
      resumed = new Promise((resolve) => {
        resume = resolve;
      });
      const alive = office.children.filter((child) => child.running());
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all(alive.map((child) => child.exited));
    },
    resume: () => resume(),
    disband() {
      running = false;
      clearInterval(ticker);
      for (const post of posts.values()) post.relieved = true;
    },
  };
}

/** The end of what a process said. */
function tail(child) {
  return child.stderr().trim().split('\n').slice(-4).join(' | ').slice(-600);
}
