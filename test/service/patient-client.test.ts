import { expect, test } from 'vitest';
import { RETRY_BASE_MS } from '../../src/core/retry-delay.ts';
import { type Client, LOOKUP_CONNECTIONS } from '../../src/service/client.ts';
import { ServiceUnavailable, ServiceUnexpected } from '../../src/service/errors.ts';
import { LOOKUP_RETRY_MAX_MS, NOT_JSON_TRIES, patientClient } from '../../src/service/patient-client.ts';
import { createReferenceCache } from '../../src/service/reference-cache.ts';
import { type Answer, everyAccount, numberOf, service } from './service.ts';

const numbers = (count: number) => Array.from({ length: count }, (_none, i) => String(3_000 + i));
const path = (number: number) => `/api/biz/accounts?filter=AccountNumber%20eq%20${number}`;

/** Sleeps end when the test says so; each says for how long it was asked. */
function sleeper() {
  const asleep: { ms: number; wake: () => void }[] = [];
  const slept: number[] = [];
  return {
    asleep,
    slept,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const one = {
          ms,
          wake() {
            asleep.splice(asleep.indexOf(one), 1);
            resolve();
          },
        };
        slept.push(ms);
        if (signal.aborted) return resolve();
        asleep.push(one);
        signal.addEventListener('abort', one.wake);
      }),
  };
}

/** The longest wait of each step. */
const random = () => 0.999;
/** Nobody waits. */
const awake = async () => undefined;

test('one look-up that fails is one that is tried again: no other is asked twice', async () => {
  const failures = new Map([
    [3_005, 4],
    [3_011, 1],
  ]);
  const { client, asked } = await service((url) => {
    const left = failures.get(numberOf(url)) ?? 0;
    failures.set(numberOf(url), left - 1);
    return left > 0 ? { status: 503 } : everyAccount(url);
  });
  const cache = createReferenceCache({ client: patientClient(client, { random, sleep: awake }) });
  const found = await cache.accounts(numbers(40));
  expect(found.size).toBe(40);
  expect(found.get('3005')).toMatchObject({ found: 'one', account: { id: 13_005 } });
  const times = (number: number) => asked.filter((each) => each.includes(`%20${number}&`)).length;
  expect(times(3_005)).toBe(5);
  expect(times(3_011)).toBe(2);
  expect(asked).toHaveLength(40 + 4 + 1);
});

test.each<[string, Answer]>([
  ['429', { status: 429 }],
  ['503', { status: 503 }],
  ['a reply that is not JSON', { body: '<html>' }],
])('the others go on while one waits after %s', async (_, fault) => {
  const { client } = await service((url) => (numberOf(url) === 3_000 ? fault : everyAccount(url)));
  const { sleep, asleep } = sleeper();
  const cache = createReferenceCache({ client: patientClient(client, { random, sleep }) });
  const leave = new AbortController();
  const stuck = cache.accounts(['3000'], leave.signal);
  const others = await cache.accounts(numbers(60).slice(1));
  expect(others.size).toBe(59);
  await expect.poll(() => asleep.length).toBe(1);
  leave.abort(new Error('enough'));
  await expect(stuck).rejects.toThrow('enough');
});

test('the backoff grows, and starts anew when another look-up is answered', async () => {
  const { client } = await service((url) => (numberOf(url) === 3_000 ? { status: 503 } : everyAccount(url)));
  const { sleep, slept, asleep } = sleeper();
  const patient = patientClient(client, { random, sleep });
  const leave = new AbortController();
  const stuck = patient.get(path(3_000), leave.signal);
  for (let failures = 1; failures <= 8; failures++) {
    await expect.poll(() => slept.length).toBe(failures);
    if (failures < 8) asleep[0]!.wake();
  }
  const steps = [1, 2, 4, 8, 16, 32, 64, 128].map((step) => Math.min(LOOKUP_RETRY_MAX_MS, RETRY_BASE_MS * step));
  expect(slept).toEqual(steps.map((step) => Math.floor(step * random())));
  expect(await patient.get(path(3_001))).toMatchObject({ ok: true });
  // It does not sleep the long wait out: the service is there.
  await expect.poll(() => slept.length).toBe(9);
  expect(slept[8]).toBeLessThanOrEqual(RETRY_BASE_MS);
  asleep[0]!.wake();
  await expect.poll(() => slept.length).toBe(10);
  expect(slept[9]).toBeLessThanOrEqual(RETRY_BASE_MS);
  leave.abort();
  expect(await stuck).toMatchObject({ ok: false, kind: 'unavailable' });
});

test('where the service says when to come again, that is when: no sooner, no later', async () => {
  let times = 0;
  const { client } = await service((url) =>
    ++times <= 5 ? { status: times % 2 === 0 ? 503 : 429, headers: { 'retry-after': '7' } } : everyAccount(url),
  );
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  expect(await patientClient(client, { random, sleep }).get(path(3_000))).toMatchObject({ ok: true });
  expect(slept).toEqual([7_000, 7_000, 7_000, 7_000, 7_000]);
});

test('a 200 that is not JSON is tried a few times; a login page stops it', async () => {
  let garbled = NOT_JSON_TRIES - 1;
  const { client, asked } = await service((url) => (garbled-- > 0 ? { body: '[{"ID":1},' } : everyAccount(url)));
  const patient = patientClient(client, { random, sleep: awake });
  expect((await createReferenceCache({ client: patient }).accounts(['3000'])).get('3000')).toMatchObject({
    found: 'one',
  });
  expect(asked).toHaveLength(NOT_JSON_TRIES);
  const login = await service(() => ({ body: '<html><title>Sign in</title>' }));
  const stopped = createReferenceCache({ client: patientClient(login.client, { random, sleep: awake }) });
  await expect(stopped.accounts(['3000'])).rejects.toBeInstanceOf(ServiceUnexpected);
  expect(login.asked).toHaveLength(NOT_JSON_TRIES);
});

test('what no waiting corrects is said at once', async () => {
  for (const status of [401, 403, 404, 400, 302]) {
    const { client, asked } = await service(() => ({ status }));
    await expect(
      createReferenceCache({ client: patientClient(client, { random, sleep: awake }) }).vatTypes(),
    ).rejects.toThrow(String(status));
    expect(asked).toHaveLength(1);
  }
});

test('a service that is down is asked by a few look-ups only, and all are made when it is back', async () => {
  let down = true;
  const { client, asked } = await service((url) => (down ? { status: 503 } : everyAccount(url)));
  const { sleep, asleep } = sleeper();
  const cache = createReferenceCache({ client: patientClient(client, { random, sleep }) });
  const all = cache.accounts(numbers(200));
  await expect.poll(() => asleep.length).toBe(LOOKUP_CONNECTIONS);
  expect(asked).toHaveLength(LOOKUP_CONNECTIONS);
  down = false;
  for (const { wake } of [...asleep]) wake();
  expect((await all).size).toBe(200);
  expect(asked).toHaveLength(LOOKUP_CONNECTIONS + 200);
});

test('look-ups that nobody waits for any more end, and those that somebody waits for go on', async () => {
  let down = true;
  const { client, asked } = await service((url) => (down ? { status: 503 } : everyAccount(url)));
  const { sleep, asleep } = sleeper();
  const cache = createReferenceCache({ client: patientClient(client, { random, sleep }) });
  const leave = new AbortController();
  const left = cache.accounts(numbers(100), leave.signal);
  const stays = cache.accounts(['3000']);
  await expect.poll(() => asleep.length).toBe(LOOKUP_CONNECTIONS);
  leave.abort(new Error('cancelled'));
  await expect(left).rejects.toThrow('cancelled');
  await expect.poll(() => asleep.length).toBe(1);
  down = false;
  asleep[0]!.wake();
  expect((await stays).get('3000')).toMatchObject({ found: 'one' });
  expect(asked).toHaveLength(LOOKUP_CONNECTIONS + 1);
  // What was given up is asked for again by whoever wants it.
  expect((await cache.accounts(['3001'])).get('3001')).toMatchObject({ found: 'one' });
});

test('closed, it waits for nothing', async () => {
  const { client } = await service(() => ({ status: 503 }));
  const { sleep, asleep } = sleeper();
  const patient = patientClient(client, { random, sleep });
  const waiting = createReferenceCache({ client: patient }).vatTypes();
  await expect.poll(() => asleep.length).toBe(1);
  void patient.close();
  await expect(waiting).rejects.toBeInstanceOf(ServiceUnavailable);
});

test('it is told when a look-up waits for longer than a moment, and not of every failure', async () => {
  let times = 0;
  const { client } = await service((url) => (++times <= 3 ? { status: 503 } : everyAccount(url)));
  const patient = patientClient(client, { random, sleep: awake });
  const told: string[] = [];
  const quiet = patient.onWait((why) => told.push(why));
  await patient.get(path(3_000));
  expect(told).toEqual(['service main answered GET /api/biz/accounts with 503']);
  times = 2;
  await patient.get(path(3_001));
  expect(told).toHaveLength(1);
  quiet();
  times = 0;
  await patient.get(path(3_002));
  expect(told).toHaveLength(1);
  const long = await service((url) =>
    ++times % 2 === 1 ? { status: 429, headers: { 'retry-after': '600' } } : everyAccount(url),
  );
  const asked: Client = patientClient(long.client, { random, sleep: awake });
  (asked as typeof patient).onWait((why) => told.push(why));
  times = 0;
  await asked.get(path(3_003));
  expect(told).toHaveLength(2);
});
