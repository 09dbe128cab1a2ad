import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './measure.mjs';
import { lookAt } from './proc.mjs';
import { owned } from './tidy.mjs';

const SCRIPT = fileURLToPath(new URL('./sandbox.mjs', import.meta.url));
/** Time that the sandbox may take to start, and to say what it has booked, in milliseconds. */
const ANSWER_MS = 30_000;
/** Contacts that are given to the sandbox in one request: about 8 MB. */
const PRELOADED_TOGETHER = 20_000;

/** The sandbox in another process: its CPU and memory are never counted as ours. */
export async function startService() {
  const child = spawn(process.execPath, [SCRIPT], { env: cleanEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  owned(child.pid, lookAt(child.pid).started);
  const [said] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(ANSWER_MS) });
  const url = String(said).trim();
  return {
    url,
    /** From now on each request takes so many milliseconds. */
    async slow(ms) {
      const options = { method: 'PUT', body: JSON.stringify({ spec: `slow=1,slow-for=${ms}ms` }) };
      const reply = await fetch(`${url}/sandbox/faults`, { ...options, signal: AbortSignal.timeout(ANSWER_MS) });
      if (!reply.ok) throw new Error(`The sandbox does not become slow: ${await reply.text()}`);
    },
    /** CPU seconds so far. */
    cpu: () => lookAt(child.pid).cpu,
    /** `{count, lines, totals}`: entries, draft lines, decimal text by account number. */
    async booked() {
      const reply = await fetch(`${url}/sandbox/booked?summary=1`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return reply.json();
    },
    /** Contacts that were there all along. */
    async preload(contacts) {
      for (let chunk = take(contacts); chunk.length > 0; chunk = take(contacts)) {
        const options = { method: 'POST', body: JSON.stringify(chunk), signal: AbortSignal.timeout(ANSWER_MS) };
        const reply = await fetch(`${url}/sandbox/contacts`, options);
        if (!reply.ok) throw new Error(`The sandbox did not take the contacts: ${await reply.text()}`);
      }
    },
    /** `{count, preloaded, contacts: [{body}]}`: every contact that was created, as it was sent. */
    async created() {
      const reply = await fetch(`${url}/sandbox/contacts`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return reply.json();
    },
    /** Requests so far, by path: `GET /api/biz/contacts`. */
    async requests() {
      const reply = await fetch(`${url}/sandbox/requests`, { signal: AbortSignal.timeout(ANSWER_MS) });
      const { paths } = await reply.json();
      return Object.fromEntries(Object.entries(paths).map(([path, { count }]) => [path, count]));
    },
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** The next ones of a generator. */
function take(contacts) {
  const chunk = [];
  while (chunk.length < PRELOADED_TOGETHER) {
    const { done, value } = contacts.next();
    if (done) break;
    chunk.push(value);
  }
  return chunk;
}
