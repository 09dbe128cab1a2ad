import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkNotify } from '../../src/cli/doctor/connections.ts';
import type { Config } from '../../src/config/config.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { startHookServer } from '../reporting/hook-server.ts';
import { PASSWORD, startMailServer } from '../reporting/mail-server.ts';

const SECRET = 'a secret of some length';

function check(notify: Partial<Config['notify']>, ledgerPath = '/nowhere/ledger.db') {
  const all = { webhook: undefined, email: undefined, success: false, link: undefined, ...notify };
  return checkNotify({ notify: all, ledgerPath } as Config);
}
const mailTo = (port: number, password: string): Config['notify']['email'] => ({
  from: 'bilag@firm.example',
  to: ['kari@firm.example'],
  smtp: { host: '127.0.0.1', port, user: 'bilag', password, security: 'none' },
});

test('nothing is configured', async () => {
  expect(await check({})).toMatchObject([
    { ok: true, what: expect.stringContaining('nobody is told when something needs attention') },
  ]);
});

test('both can be reached: nothing was sent', async () => {
  const hook = await startHookServer();
  const mail = await startMailServer({ allowInsecureAuth: true });
  const checks = await check({
    webhook: { url: `${hook.url}/T1/token-of-the-hook`, secret: SECRET },
    email: mailTo(mail.port, PASSWORD),
  });
  expect(checks).toEqual([
    { ok: true, what: `notify: webhook at 127.0.0.1:${hook.port} can be reached; nothing was sent` },
    { ok: true, what: `notify: mail server 127.0.0.1:${mail.port} (none) lets bilag in; nothing was sent` },
  ]);
  expect([hook.posted.length, mail.mails.length]).toEqual([0, 0]);
});

test('what is wrong, with what to do, and without a secret', async () => {
  const hook = await startHookServer();
  hook.close();
  const mail = await startMailServer({ allowInsecureAuth: true });
  const checks = await check({
    webhook: { url: `${hook.url}/T1/token-of-the-hook`, secret: SECRET },
    email: mailTo(mail.port, 'wrong-password'),
  });
  expect(checks).toMatchObject([
    { ok: false, what: expect.stringContaining('ECONNREFUSED'), remedy: expect.stringContaining('notify.webhook.url') },
    { ok: false, what: expect.stringContaining('535'), remedy: expect.stringContaining('notify.email.smtp') },
  ]);
  expect(JSON.stringify(checks)).not.toMatch(/token-of-the-hook|wrong-password|a secret/);
});

test('messages that nobody got', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ledgerPath = join(folder, 'ledger.db');
  const { notices, imports, close } = openLedger(`sqlite:${ledgerPath}`);
  const now = Date.now();
  const texts = { job: 'j', service: 's', company: 'c', file: 'f', sha256: 'x', host: 'h', created_by: 'me' };
  const { num, state, told } = await imports.create({
    id: 'i',
    ...texts,
    kind: 'bookings',
    bytes: 1,
    book: 1,
    created_at: now,
  });
  const messages = ['a', 'b', 'c', 'd'].map((id) => ({ id, about: id, channel: 'webhook', message: '{}', at: now }));
  await notices.tellImport({ num, state, told }, 1, messages);
  await notices.giveUp('a', now, 'it answered 422');
  await notices.claim('webhook', 'me', now, now + 1_000);
  await notices.putOff('b', 'me', { dueAt: now + 1_000, error: 'it answered 503' });
  await notices.sent('c', now, null);
  close();
  const hook = await startHookServer();
  const [, ...checks] = await check({ webhook: { url: hook.url, secret: SECRET } }, ledgerPath);
  expect(checks).toMatchObject([
    { ok: false, what: 'notify: 1 message to the webhook given up in the last three days (it answered 422)' },
    { ok: false, what: 'notify: 1 message to the webhook could not be sent so far (it answered 503)' },
  ]);
});
