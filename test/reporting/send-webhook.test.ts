import { describe, expect, test } from 'vitest';
import type { Notice } from '../../src/reporting/notices/notify.ts';
import { openWebhook, webhookSignature } from '../../src/reporting/notices/webhook.ts';
import { isSigned, startHookServer, status } from './hook-server.ts';

const SECRET = 'a secret of some length';
const notice: Notice = {
  id: '01JNOTICE',
  type: 'import.attention',
  at: Date.UTC(2026, 0, 5, 14, 3),
  subject: 'bilag: 1 of 2 rows of a.csv needs you (journal)',
  text: 'Blåbær og “fløte”\n',
  import: { import: '01JIMPORT', rows: { read: 2 } },
};
const never = new AbortController().signal;

async function send(url: string, secret = SECRET, ending: AbortSignal = never) {
  const channel = openWebhook({ url, secret });
  try {
    return await channel.send(notice, ending);
  } finally {
    await channel.close();
  }
}

describe('what is posted', () => {
  test('JSON with the message and what it is about, signed', async () => {
    const hook = await startHookServer();
    const before = Math.floor(Date.now() / 1000);
    expect(await send(`${hook.url}/hooks/accounting?key=1`)).toEqual({ kind: 'sent' });
    expect(hook.posted).toHaveLength(1);
    const posted = hook.posted[0]!;
    expect(posted).toMatchObject({ method: 'POST', path: '/hooks/accounting?key=1' });
    expect(posted.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': '01JNOTICE' });
    expect(posted.body).toEqual({
      id: '01JNOTICE',
      type: 'import.attention',
      at: '2026-01-05T14:03:00.000Z',
      import: { import: '01JIMPORT', rows: { read: 2 } },
      text: 'Blåbær og “fløte”\n',
    });
    expect(isSigned(posted, Buffer.from(SECRET))).toBe(true);
    expect(isSigned(posted, Buffer.from(`${SECRET}.`))).toBe(false);
    const timestamp = Number(posted.headers['webhook-timestamp']);
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(Date.now() / 1000);
  });

  test('a secret in base64 is decoded', async () => {
    const hook = await startHookServer();
    const key = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
    await send(hook.url, `whsec_${key.toString('base64')}`);
    expect(isSigned(hook.posted[0]!, key)).toBe(true);
  });

  test('the example of the scheme', () => {
    // From the specification's reference libraries.
    expect(
      webhookSignature(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1614265330,
        '{"test": 2432232314}',
      ),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('what comes back', () => {
  test.each([200, 201, 202, 204])('%i: sent', async (code) => {
    const hook = await startHookServer(status(code, code === 204 ? '' : 'ok'));
    expect(await send(hook.url)).toEqual({ kind: 'sent' });
  });

  test.each([
    [500, 'down'],
    [503, 'down'],
    [408, 'down'],
    [429, 'down'],
    [401, 'down'],
    [404, 'down'],
    [410, 'down'],
    [400, 'refused'],
    [413, 'refused'],
    [422, 'refused'],
  ])('%i: %s', async (code, kind) => {
    const hook = await startHookServer(status(code, JSON.stringify({ message: 'no such channel' })));
    expect(await send(hook.url)).toMatchObject({ kind, words: `it answered ${code}: no such channel` });
  });

  test('a pause that is asked for is told', async () => {
    const hook = await startHookServer(status(429, '', { 'retry-after': '7' }));
    expect(await send(hook.url)).toMatchObject({ kind: 'down', waitMs: 7_000 });
  });

  test.each([301, 302, 307, 308])('%i: not followed, and not sent', async (code) => {
    const other = await startHookServer();
    const hook = await startHookServer(status(code, '', { location: other.url }));
    expect(await send(hook.url)).toMatchObject({ kind: 'down', words: expect.stringContaining('redirect') });
    expect(other.posted).toHaveLength(0);
  });

  test('a reply without end does not keep it waiting', async () => {
    const hook = await startHookServer((response) => {
      response.writeHead(200);
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    });
    expect(await send(hook.url)).toEqual({ kind: 'sent' });
  });

  test('no reply: ended from outside', async () => {
    const ending = new AbortController();
    const hook = await startHookServer(() => ending.abort());
    expect(await send(hook.url, SECRET, ending.signal)).toEqual({ kind: 'down', words: 'it did not answer in time' });
  });

  test('nobody is there', async () => {
    const hook = await startHookServer();
    hook.close();
    expect(await send(hook.url)).toMatchObject({ kind: 'down', words: expect.stringContaining('ECONNREFUSED') });
  });

  test('a secret that comes back is not said', async () => {
    const hook = await startHookServer(
      (response, { path }) => void response.writeHead(403).end(`bad ${SECRET} ${path}`),
    );
    const delivery = await send(`${hook.url}/T024/B9/token-of-the-hook?sig=abcdef`);
    expect(delivery).toEqual({ kind: 'down', words: 'it answered 403: bad [secret] [secret][secret]' });
  });
});

describe('looked at without a message', () => {
  const verify = async (url: string) => {
    const channel = openWebhook({ url, secret: SECRET });
    try {
      await channel.verify();
    } finally {
      await channel.close();
    }
  };

  test('somebody is there: nothing was sent', async () => {
    const hook = await startHookServer();
    await verify(hook.url);
    expect(hook.posted).toHaveLength(0);
  });

  test('nobody is there', async () => {
    const hook = await startHookServer();
    hook.close();
    await expect(verify(hook.url)).rejects.toThrow('ECONNREFUSED');
  });

  test('no such name', async () => {
    await expect(verify('https://hook.invalid/x')).rejects.toThrow('hook.invalid');
  });

  test('no TLS where there should be', async () => {
    const hook = await startHookServer();
    await expect(verify(hook.url.replace('http:', 'https:'))).rejects.toThrow(/SSL|TLS|tls|EPROTO|disconnected/);
  });
});
