import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clientAddress, networkOf, proxiesIn } from '../../src/http/auth/client-address.ts';
import { THROTTLE_LIMITS, throttleSignIns } from '../../src/http/auth/throttle.ts';
import type { ApiError } from '../../src/http/errors.ts';
import { limitConnections } from '../../src/http/limit-connections.ts';
import { takeTurns } from '../../src/http/limits.ts';

const { ofName, ofAddress, longestMs, forgottenMs } = THROTTLE_LIMITS;

/** A throttle on a clock of our own; `fail` answers the seconds to wait, 0 where the attempt could be made. */
function throttle(limits = THROTTLE_LIMITS) {
  const clock = { now: 1e9 };
  const begin = throttleSignIns(() => clock.now, limits);
  const fail = (name: string, address: string) => {
    try {
      begin(name, address);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: 'too-many-attempts' });
      return (error as ApiError).more.retryAfter;
    }
  };
  return { clock, begin, fail };
}

describe('attempts to sign in', () => {
  test('as one name wait twice as long after each that fails, wherever they come from, up to a limit', () => {
    const { clock, fail } = throttle();
    let address = 0;
    const guess = () => fail('kari', `10.0.0.${address++}`);
    for (let n = 0; n < ofName; n++) expect(guess()).toBe(0);
    for (let seconds = 1; seconds < longestMs / 1_000; seconds *= 2) {
      expect(guess()).toBe(seconds);
      clock.now += seconds * 1_000 - 1;
      // To ask in vain makes it no longer.
      expect(guess()).toBe(1);
      clock.now += 1;
      expect(guess()).toBe(0);
    }
    for (let n = 0; n < 5; n++) {
      expect(guess()).toBe(longestMs / 1_000);
      clock.now += longestMs;
      expect(guess()).toBe(0);
    }
    expect(fail('ola', '10.0.0.1')).toBe(0);
    clock.now += forgottenMs;
    for (let n = 0; n < ofName; n++) expect(guess()).toBe(0);
  });

  test('from one address wait whatever the name; a success between takes back itself alone', () => {
    const { clock, begin, fail } = throttle();
    for (let n = 0; n < ofAddress; n++) {
      expect(fail(`name ${n}`, 'a')).toBe(0);
      if (n % 3 === 0) begin('mallory', 'a').succeeded();
    }
    expect(fail('another', 'a')).toBe(1);
    expect(fail('another', 'b')).toBe(0);
    clock.now += 1_000;
    begin('kari', 'a').succeeded();
    expect(fail('kari', 'a')).toBe(0);
    expect(fail('kari', 'a')).toBe(2);
  });

  test('count while they are under way, and not at all where nothing was tried', () => {
    const { begin, fail } = throttle();
    const attempts = Array.from({ length: ofName }, () => begin('kari', 'a'));
    expect(fail('kari', 'a')).toBe(1);
    for (const attempt of attempts) attempt.dropped();
    for (let n = 0; n < ofName; n++) expect(fail('kari', 'a')).toBe(0);
  });

  test('that took their time wait from when they failed', () => {
    const { clock, begin, fail } = throttle();
    const attempts = Array.from({ length: ofName }, () => begin('kari', 'a'));
    clock.now += 900;
    for (const attempt of attempts) attempt.failed();
    clock.now += 900;
    expect(fail('kari', 'a')).toBe(1);
    clock.now += 100;
    expect(fail('kari', 'a')).toBe(0);
  });

  test('begin anew after a success', () => {
    const { begin, fail } = throttle();
    for (let n = 1; n < ofName; n++) fail('kari', 'a');
    begin('kari', 'a').succeeded();
    for (let n = 0; n < ofName; n++) expect(fail('kari', 'a')).toBe(0);
    expect(fail('kari', 'a')).toBe(1);
  });

  test('are remembered within bounds; a flood of made-up names frees none that is guessed at', () => {
    const { fail } = throttle({ ...THROTTLE_LIMITS, remembered: 50 });
    for (let n = 0; n < ofName; n++) fail('kari', `10.0.0.${n}`);
    for (let n = 0; n < 500; n++) expect(fail(`made up ${n}`, `10.1.0.${n}`)).toBe(0);
    expect(fail('kari', '10.0.0.9')).toBe(1);
    // The first of the flood are forgotten: they could go on as if nothing had been.
    for (let n = 0; n < ofName; n++) expect(fail('made up 0', `10.2.0.${n}`)).toBe(0);
  });
});

test('addresses of one network of IPv6 are one; of IPv4 each is one, however it is written', () => {
  const [one, same, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map(networkOf);
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
  expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
});

test('so many work at once, so many wait, and the others are told to come again', async () => {
  const turn = takeTurns(2, 3, 'sign-ins');
  let inside = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise<void>((resolve) => ends.push(resolve));
    inside--;
  };
  const all = Array.from({ length: 7 }, () =>
    turn(work).then(
      () => 'done',
      (error: ApiError) => error.status,
    ),
  );
  while (ends.length > 0) {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done', 'done', 503, 503]);
  expect(most).toBe(2);
  const failing = turn(() => Promise.reject(new Error('x')));
  await expect(failing).rejects.toThrow('x');
  expect(await turn(async () => 'free')).toBe('free');
});

describe('where a request comes from', () => {
  const from = (direct: string, forwarded: string | undefined, networks: string[] = []) =>
    clientAddress(
      { socket: { remoteAddress: direct }, headers: { 'x-forwarded-for': forwarded } } as never,
      proxiesIn(networks),
    );

  test.each([
    ['nobody is believed but proxies', '198.51.100.1', '203.0.113.9', [], '198.51.100.1'],
    ['a proxy on this machine', '127.0.0.1', '203.0.113.9', [], '203.0.113.9'],
    ['what stands before the first that is no proxy', '127.0.0.1', '192.0.2.1, 203.0.113.9', [], '203.0.113.9'],
    ['a proxy elsewhere, by its address', '10.1.2.3', '203.0.113.9', ['10.1.2.3'], '203.0.113.9'],
    ['a proxy elsewhere, as IPv4 in IPv6', '::ffff:10.1.2.3', '203.0.113.9', ['10.1.0.0/16'], '203.0.113.9'],
    ['two proxies in a row', '127.0.0.1', '203.0.113.9, 10.1.2.3', ['10.1.0.0/16'], '203.0.113.9'],
    ['another network of the same first bits', '10.2.2.3', '203.0.113.9', ['10.1.0.0/16'], '10.2.2.3'],
    ['a network of IPv6', '2001:db8::7', '203.0.113.9', ['2001:db8::/32'], '203.0.113.9'],
    ['what is no address', '127.0.0.1', 'unknown', [], '127.0.0.1'],
    ['no header', '127.0.0.1', undefined, [], '127.0.0.1'],
  ])('%s', (_, direct, forwarded, networks, address) => {
    expect(from(direct, forwarded, networks)).toBe(address);
  });
});

test('one address has so many connections at once and no more; a proxy has no limit', async () => {
  let isProxy = false;
  const server = createServer().listen(0, '127.0.0.1');
  limitConnections(server, 2, () => isProxy);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open: Socket[] = [];
  const isKept = async () => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    const ended = once(socket, 'close').then(() => false);
    await once(server, 'connection');
    return Promise.race([ended, sleep(200, true)]);
  };
  try {
    expect([await isKept(), await isKept(), await isKept()]).toEqual([true, true, false]);
    open[0]!.destroy();
    await sleep(100);
    expect([await isKept(), await isKept()]).toEqual([true, false]);
    isProxy = true;
    expect([await isKept(), await isKept()]).toEqual([true, true]);
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
});
