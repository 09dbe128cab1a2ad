import type { Config } from '../../config/config.ts';
import type { Check } from './check.ts';

/** How long a running bilag may take to say whether it is well, in milliseconds; its own checks take 3 s at most. */
const ANSWER_LIMIT_MS = 6_000;
/** Addresses that stand for every address of a machine. */
const EVERYWHERE: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);

interface Answer {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; what?: string; remedy?: string }[];
}

/** Asks the bilag that runs here, if one does, whether it is ready. */
export async function checkServer({ dashboard: { host, port } }: Pick<Config, 'dashboard'>): Promise<Check[]> {
  const name = EVERYWHERE.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const address = `http://${name}:${port}`;
  let reply: Response;
  try {
    reply = await fetch(`${address}/health/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') {
      const what = `server: ${address} does not answer within ${ANSWER_LIMIT_MS / 1_000} s`;
      return [{ ok: false, what, remedy: 'Look at the log of the bilag that runs there, and start it again.' }];
    }
    const remedy = 'Files arrive by themselves only while bilag start runs.';
    return [{ ok: true, what: `server: none at ${address}`, remedy }];
  }
  const answer = await answerOf(reply);
  if (answer === undefined) {
    const remedy = 'End that program, or name another address with BILAG_DASHBOARD.';
    return [{ ok: false, what: `server: something else than bilag answers at ${address}`, remedy }];
  }
  if (answer.ok) return [{ ok: true, what: `server: ${address} is ready` }];
  return answer.checks
    .filter(({ ok }) => !ok)
    .map(({ name: failed, what = 'not well; its log says why', remedy }) => ({
      ok: false,
      what: `server: ${address} is not ready: ${failed}: ${what}`,
      remedy,
    }));
}

async function answerOf(reply: Response): Promise<Answer | undefined> {
  try {
    const answer = (await reply.json()) as Partial<Answer>;
    return typeof answer.ok === 'boolean' && Array.isArray(answer.checks) ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}
