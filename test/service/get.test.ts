import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { REPLY_BYTES } from '../../src/service/client.ts';
import type { GetReply } from '../../src/service/reply.ts';
import type { ServiceOptions } from '../../src/service/service-options.ts';
import { clientOf, deadUrl, serve } from './booking.ts';
import { reply } from './servers.ts';

const PATH = '/api/biz/accounts?filter=x';

async function getAt(onRequest: (socket: Socket, request: string) => void, changes: Partial<ServiceOptions> = {}) {
  const server = await serve({ onRequest });
  return clientOf(server.url, changes).get(PATH);
}

function failure(got: GetReply): GetReply & { ok: false } {
  if (got.ok) throw new Error(`expected a failure, got ${JSON.stringify(got.body)}`);
  return got;
}

describe('get', () => {
  test('answers parsed JSON', async () => {
    const got = await getAt((socket) => socket.write(reply(200, '[{"ID":1}]')));
    expect(got).toEqual({ ok: true, body: [{ ID: 1 }] });
  });

  test.each<[number, 'unavailable' | 'misconfigured' | 'unexpected', RegExp]>([
    [401, 'misconfigured', /answered GET \/api\/biz\/accounts with 401: ord; check its token/],
    [403, 'misconfigured', /403: ord; check what the credentials are allowed/],
    [404, 'misconfigured', /404: ord; check the service's baseUrl/],
    [408, 'unavailable', /408/],
    [425, 'unavailable', /425/],
    [429, 'unavailable', /429/],
    [500, 'unavailable', /500: ord/],
    [502, 'unavailable', /502/],
    [503, 'unavailable', /503/],
    [504, 'unavailable', /504/],
    [301, 'unexpected', /301 \(to \/login\)/],
    [302, 'unexpected', /302 \(to \/login\)/],
    [400, 'unexpected', /400: ord/],
    [422, 'unexpected', /422/],
    [204, 'unexpected', /204; expected JSON/],
    [206, 'unexpected', /206/],
  ])('%i is %s', async (status, kind, message) => {
    const headers = { location: '/login', 'retry-after': '3' };
    const got = failure(await getAt((s) => s.write(reply(status, status === 204 ? '' : '{"Message":"ord"}', headers))));
    expect(got.kind).toBe(kind);
    expect(got.message).toMatch(/^service main answered /);
    expect(got.message).toMatch(message);
    expect(got.evidence.status).toBe(status);
    expect(got.retryAfter).toBe(kind === 'unavailable' ? 3_000 : undefined);
  });

  test('HTML with status 200, an empty body and half of JSON are unexpected', async () => {
    for (const body of ['<html><title>Sign in</title>', '', '[{"ID":1},']) {
      const got = failure(await getAt((socket) => socket.write(reply(200, body))));
      expect(got).toMatchObject({ kind: 'unexpected', evidence: { status: 200, body } });
      expect(got.message).toMatch(/expected JSON/);
    }
  });

  test('what breaks on the way is unavailable', async () => {
    const client = clientOf(await deadUrl());
    expect(failure(await client.get(PATH))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^service main did not answer GET \/api\/biz\/accounts: .*ECONNREFUSED/),
    });
    const cut = failure(await getAt((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[')));
    expect(cut).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(/broke off its reply/) });
    const slow = failure(await getAt(() => {}, { replyTimeoutMs: 100 }));
    expect(slow).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(/within 100 ms/) });
  });

  test('a reply without end is given up', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    let written = 0;
    const got = failure(
      await getAt((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const more = () => {
          while (!socket.destroyed && socket.write(chunk)) written += 65_536;
        };
        socket.on('drain', more);
        more();
      }),
    );
    expect(got).toMatchObject({ kind: 'unexpected', message: expect.stringMatching(/longer than 8388608 bytes/) });
    expect(written).toBeLessThan(4 * REPLY_BYTES);
  });

  test('neither message nor evidence holds a secret', async () => {
    const got = await getAt((socket, request) => {
      const token = /Bearer (\S+)/.exec(request)?.[1];
      socket.write(reply(401, `token ${token} is refused`, { location: `/?${token}` }));
    });
    expect(failure(got).message).toContain('token [secret] is refused');
    expect(JSON.stringify(got)).not.toContain('tok-0123456789abcdef');
  });
});
