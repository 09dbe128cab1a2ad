import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanEnvironment } from '../measure.mjs';
import { childrenOf, lookAt } from '../proc.mjs';
import { owned, workFolder } from '../tidy.mjs';

/** Time that it may take to start, to leave, and that an import may stand still, in milliseconds. */
const START_MS = 60_000;
const LEAVE_MS = 30_000;
const STILL_MS = 120_000;
/** Between two looks at an import, in milliseconds. */
const LOOK_MS = 250;

/**
 * The real `bilag start` in a folder of its own, beside a service, its dashboard at a free port of this machine.
 * @param files of the folder by their names: `jobs/journal.yaml`, `bilag.yaml`
 * @param env further variables
 */
export async function startBilag(program, service, { name = 'office', files = {}, env = {} } = {}) {
  const folder = join(workFolder(), name);
  mkdirSync(join(folder, 'jobs'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: folder,
    env: cleanEnvironment({
      BILAG_DASHBOARD: '127.0.0.1:0',
      ACCOUNTING_URL: service.url,
      ACCOUNTING_TOKEN: 'bench',
      ...env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  owned(child.pid, lookAt(child.pid).started);
  let said = '';
  const url = await new Promise((resolve, reject) => {
    const hear = (text) => {
      said = (said + text).slice(-100_000);
      const found = /"dashboard":"([^"]+)"/.exec(said);
      if (found) resolve(found[1]);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('exit', () => reject(new Error(`bilag start ended:\n${said}`)));
    setTimeout(() => reject(new Error(`bilag start takes too long:\n${said}`)), START_MS).unref();
  });
  // Its Redis, too, is to be gone when the measuring is.
  for (const pid of childrenOf(child.pid)) owned(pid, lookAt(pid)?.started);

  async function ask(path, request) {
    const response = await fetch(url + path, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  return {
    url,
    folder,
    pid: child.pid,
    ask,
    /** Hands a file in. @returns the import's id */
    async upload(job, file, body) {
      const query = new URLSearchParams({ job, name: file });
      const taken = await ask(`/api/imports?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body,
        duplex: 'half',
      });
      return taken.import;
    },
    /** Waits until nothing of an import is under way any more. @returns what the interface says of it */
    async rested(id) {
      let before = '';
      for (let still = performance.now(); ; ) {
        const now = await ask(`/api/imports/${id}`);
        if (now.state !== 'planning' && now.state !== 'posting') return now;
        const text = JSON.stringify([now.state, now.rows]);
        if (text !== before) still = performance.now();
        if (performance.now() - still > STILL_MS)
          throw new Error(`${now.file} stands still: ${text}\n${said.slice(-4_000)}`);
        before = text;
        await sleep(LOOK_MS);
      }
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
