import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './measure.mjs';
import { lookAt } from './proc.mjs';
import { owned } from './tidy.mjs';

const SCRIPT = fileURLToPath(new URL('./sandbox.mjs', import.meta.url));
/** Time that the sandbox may take to start, and to say what it has booked, in milliseconds. */
const ANSWER_MS = 30_000;

/** The sandbox in another process: its CPU and memory are never counted as ours. */
export async function startService() {
  const child = spawn(process.execPath, [SCRIPT], { env: cleanEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  owned(child.pid, lookAt(child.pid).started);
  const [said] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(ANSWER_MS) });
  const url = String(said).trim();
  return {
    url,
    /** CPU seconds so far. */
    cpu: () => lookAt(child.pid).cpu,
    /** `{count, lines, totals}`: entries, draft lines, decimal text by account number. */
    async booked() {
      const reply = await fetch(`${url}/sandbox/booked?summary=1`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return reply.json();
    },
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
