import { describe, expect, test } from 'vitest';
import { ratePeriod } from '../../src/core/service-rate.ts';
import { createClient } from '../../src/service/client.ts';
import { createRequestGate, type SharedGate } from '../../src/service/request-gate.ts';
import { closeAfterTest } from '../closing.ts';
import { BOOK } from './booking.ts';
import { serviceAt } from './servers.ts';
import { everyAccount, service } from './service.ts';

function clock() {
  let time = 1_000;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

describe('a pause that the service asked for', () => {
  test('holds bookings and look-ups for that time and no longer', async () => {
    const { now, pass } = clock();
    const gate = createRequestGate({ now });
    expect(await gate.book()).toBe(0);
    gate.holdUp(7_000, now());
    expect(await gate.book()).toBe(7_000);
    expect(await gate.lookUp()).toBe(7_000);
    pass(6_999);
    expect(await gate.lookUp()).toBe(1);
    pass(1);
    expect(gate.heldFor()).toBe(0);
    expect(await gate.lookUp()).toBe(0);
    expect(await gate.book()).toBe(0);
  });

  test('is one pause where several that were under way are asked for it; a longer one counts', async () => {
    const { now, pass } = clock();
    const gate = createRequestGate({ now });
    const sent = now();
    pass(100);
    gate.holdUp(1_000, sent);
    pass(50);
    gate.holdUp(1_000, sent);
    expect(gate.heldFor()).toBe(950);
    gate.holdUp(500, now());
    expect(gate.heldFor()).toBe(950);
    gate.holdUp(3_000, sent);
    expect(gate.heldFor()).toBe(2_950);
    pass(2_950);
    // It left after that pause began: it is asked for a pause of its own.
    gate.holdUp(1_000, now());
    expect(gate.heldFor()).toBe(1_000);
    gate.holdUp(0, now());
    expect(gate.heldFor()).toBe(1_000);
  });

  test('is heeded by the client: a look-up is not sent, and says for how long', async () => {
    let status = 429;
    const { url, asked } = await service((each) =>
      status === 200 ? everyAccount(each) : { status, headers: { 'retry-after': '3600' } },
    );
    for (const refused of [429, 503]) {
      const gate = createRequestGate();
      const client = createClient(serviceAt(url), Date.now, undefined, gate);
      closeAfterTest(() => client.close());
      status = refused;
      expect(await client.get('/api/biz/vattypes')).toMatchObject({ ok: false, retryAfter: 3_600_000 });
      const before = asked.length;
      status = 200;
      expect(await client.get('/api/biz/vattypes')).toMatchObject({
        ok: false,
        kind: 'unavailable',
        message: expect.stringMatching(/^service main asked for no requests for another \d+ s$/),
        retryAfter: expect.any(Number),
      });
      expect(asked).toHaveLength(before);
      expect(await gate.book()).toBeGreaterThan(3_500_000);
    }
  });

  test('is heeded after a booking was refused with it, too', async () => {
    const { url, asked } = await service(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    const client = createClient(serviceAt(url), Date.now, undefined, createRequestGate());
    closeAfterTest(() => client.close());
    expect(await client.send(BOOK, '[{}]', { entries: 1 })).toMatchObject({ kind: 'not-applied' });
    expect(await client.get('/api/biz/vattypes')).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(asked).toHaveLength(1);
  });
});

describe('a rate', () => {
  const rate = { requests: 4, perMs: 1_000 };

  test('asks those who share it, of bookings and look-ups alike, and waits as they say', async () => {
    const asked: string[] = [];
    const waits = [300, 0, 0, 40];
    const shared: SharedGate = {
      async take(request, of) {
        asked.push(`${request} ${of?.requests}`);
        return { waitMs: waits.shift()!, held: false };
      },
      holdUp: async () => undefined,
    };
    const slept: number[] = [];
    const gate = createRequestGate({ rate, shared: () => shared, sleep: async (ms) => void slept.push(ms) });
    expect(await gate.lookUp()).toBe(0);
    expect(slept).toEqual([300]);
    expect(await gate.book()).toBe(0);
    expect(await gate.book()).toBe(40);
    expect(asked).toEqual(['look-up 4', 'look-up 4', 'booking 4', 'booking 4']);
  });

  test('is kept by this process alone where nothing is shared, or it fails', async () => {
    const failing: SharedGate = { take: () => Promise.reject(new Error('gone')), holdUp: async () => undefined };
    for (const shared of [undefined, failing]) {
      const { now, pass } = clock();
      const sleep = async (ms: number) => pass(ms);
      const gate = createRequestGate({ rate, shared: () => shared, now, sleep });
      const began = now();
      for (let times = 0; times < 9; times++) expect(await gate.lookUp()).toBe(0);
      expect(now() - began).toBe(2 * ratePeriod(rate));
    }
  });

  test('what all processes know of a pause counts here', async () => {
    const { now } = clock();
    const shared: SharedGate = { take: async () => ({ waitMs: 5_000, held: true }), holdUp: async () => undefined };
    const gate = createRequestGate({ now, shared: () => shared });
    expect(await gate.lookUp()).toBe(5_000);
    expect(gate.heldFor()).toBe(5_000);
  });
});
