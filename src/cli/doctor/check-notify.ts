import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import type { Channel } from '../../notify/channel.ts';
import { GIVEN_UP_AFTER_MS } from '../../pipeline/send-notices.ts';
import { explainError } from '../explain-error.ts';
import { counted } from '../figures.ts';
import type { Check } from './check.ts';

/** Whether people can be told: the mail server lets bilag in, the webhook can be reached. Sends nothing. */
export async function checkNotify(config: Config): Promise<Check[]> {
  const { webhook, email } = config.notify;
  if (webhook === undefined && email === undefined) {
    return [{ ok: true, what: 'notify: nobody is told when something needs a person; see notify in bilag.yaml' }];
  }
  const checks: Promise<Check>[] = [];
  if (webhook !== undefined) {
    // The rest of the address may be a secret.
    const what = `notify: webhook at ${new URL(webhook.url).host}`;
    const open = async () => (await import('../../notify/send-webhook.ts')).openWebhook(webhook);
    checks.push(check(what, `${what} can be reached; nothing was sent`, open, WEBHOOK_REMEDY));
  }
  if (email !== undefined) {
    const { host, port, user, security } = email.smtp;
    const what = `notify: mail server ${host}:${port} (${security})`;
    const lets = user === undefined ? 'answers, without a login' : `lets ${user} in`;
    const open = async () => (await import('../../notify/send-email.ts')).openEmail(email);
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
      return ledger.notices.undelivered(Date.now() - GIVEN_UP_AFTER_MS).map(({ channel, state, count, error }) => ({
        ok: false,
        what: `notify: ${counted(count, 'message')} ${WAYS[channel] ?? channel} ${state === 'waiting' ? 'could not be sent so far' : 'given up in the last three days'}${error === null ? '' : ` (${error})`}`,
        remedy:
          state === 'waiting'
            ? 'A running bilag start sends what waits, once that is mended.'
            : 'See what they were about with: bilag list',
      }));
    } finally {
      ledger.close();
    }
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `notify: ${message}`, remedy: suggestion }];
  }
}
