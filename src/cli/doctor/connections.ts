import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { shownAddress } from '../../config/shown-address.ts';
import type { Channel } from '../../reporting/notices/notify.ts';
import { GIVEN_UP_AFTER_MS } from '../../reporting/notices/send.ts';
import { explainError } from '../output/explain-error.ts';
import { counted } from '../output/text.ts';
import type { Check } from './check.ts';

/** Whether people can be told: the mail server lets bilag in, the webhook can be reached. Sends nothing. */
export async function checkNotify(config: Config): Promise<Check[]> {
  const { webhook, email } = config.notify;
  if (webhook === undefined && email === undefined) {
    return [{ ok: true, what: 'notify: nobody is told when something needs attention; see notify in bilag.yaml' }];
  }
  const checks: Promise<Check>[] = [];
  if (webhook !== undefined) {
    // The rest of the address may be a secret.
    const what = `notify: webhook at ${new URL(webhook.url).host}`;
    const open = async () => (await import('../../reporting/notices/webhook.ts')).openWebhook(webhook);
    checks.push(check(what, `${what} can be reached; nothing was sent`, open, WEBHOOK_REMEDY));
  }
  if (email !== undefined) {
    const { host, port, user, security } = email.smtp;
    const what = `notify: mail server ${host}:${port} (${security})`;
    const lets = user === undefined ? 'answers, without a login' : `lets ${user} in`;
    const open = async () => (await import('../../reporting/notices/email.ts')).openEmail(email);
    checks.push(check(what, `${what} ${lets}; nothing was sent`, open, EMAIL_REMEDY));
  }
  return [...(await Promise.all(checks)), ...(await undelivered(config))];
}

const CERTIFICATE_REMEDY =
  'Where its certificate comes from an authority of your own, name that in NODE_EXTRA_CA_CERTS before bilag starts.';
const WEBHOOK_REMEDY = `Check notify.webhook.url, and that this machine may go there. ${CERTIFICATE_REMEDY}`;
const EMAIL_REMEDY = `Check host, port, security, user and password in notify.email.smtp. ${CERTIFICATE_REMEDY}`;

async function check(what: string, well: string, open: () => Promise<Channel>, remedy: string): Promise<Check> {
  const channel = await open();
  try {
    await channel.verify();
    return { ok: true, what: well };
  } catch (error) {
    return { ok: false, what: `${what}: ${(error as Error).message}`, remedy };
  } finally {
    await channel.close();
  }
}

const WAYS: Readonly<Record<string, string>> = { webhook: 'to the webhook', email: 'by e-mail' };

/** Messages of the last days that nobody got, as the ledger has them. */
async function undelivered({ ledgerPath }: Config): Promise<Check[]> {
  // To open it would make one.
  if (!existsSync(ledgerPath)) return [];
  try {
    const { openLedger } = await import('../../ledger/open-ledger.ts');
    const ledger = openLedger(`sqlite:${ledgerPath}`);
    try {
      return (await ledger.notices.undelivered(Date.now() - GIVEN_UP_AFTER_MS)).map(
        ({ channel, state, count, error }) => ({
          ok: false,
          what: `notify: ${counted(count, 'message')} ${WAYS[channel] ?? channel} ${state === 'waiting' ? 'could not be sent so far' : 'given up in the last three days'}${error === null ? '' : ` (${error})`}`,
          remedy:
            state === 'waiting'
              ? 'A running bilag start sends what waits, once that is corrected.'
              : 'See what they were about with: bilag list',
        }),
      );
    } finally {
      ledger.close();
    }
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `notify: ${message}`, remedy: suggestion }];
  }
}

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
    return [{ ok: false, what: `server: something other than bilag answers at ${address}`, remedy }];
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

/** Asks each service for its VAT types: reachable, and are we let in? Books nothing. */
export async function checkServices({ services }: Config): Promise<Check[]> {
  const all = Object.values(services);
  if (all.length === 0) {
    return [
      {
        ok: false,
        what: 'service: none is configured',
        remedy:
          'Set ACCOUNTING_URL and ACCOUNTING_TOKEN, or write services into bilag.yaml. To try bilag: bilag sandbox',
      },
    ];
  }
  const { createClient } = await import('../../service/client.ts');
  const { listVatTypes } = await import('../../service/accounts.ts');
  return Promise.all(
    all.map(async (service): Promise<Check> => {
      const what = `service ${service.name}: ${shownAddress(service.baseUrl)}`;
      try {
        const client = createClient(service);
        try {
          const types = await listVatTypes(client);
          return { ok: true, what: `${what} answers, ${counted(types.length, 'VAT type')}` };
        } finally {
          await client.close();
        }
      } catch (error) {
        return { ok: false, what: `${what}: ${(error as Error).message}`, remedy: REMEDIES[(error as Error).name] };
      }
    }),
  );
}

/** Beyond what the message itself says. */
const REMEDIES: Readonly<Record<string, string>> = {
  ServiceUnavailable: 'Check that the address is right and that the service is running. bilag waits for it by itself.',
  ServiceUnexpected: 'Check that the address is the accounting service itself, not a proxy or a login page.',
};
