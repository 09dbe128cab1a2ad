import { describe, expect, test } from 'vitest';
import { type Client, LOOKUP_CONNECTIONS } from '../../src/service/client.ts';
import { ServiceMisconfigured, ServiceUnavailable } from '../../src/service/errors.ts';
import { createReferenceCache } from '../../src/service/reference-cache.ts';
import type { SharedCache } from '../../src/service/tiered-cache.ts';
import { sandboxService } from './sandbox.ts';
import { everyAccount, numberOf, service } from './service.ts';

/** A shared level in memory, by the same clock. */
function sharedLevel(now: () => number) {
  const entries = new Map<string, { value: string; until: number }>();
  const commands: string[] = [];
  const shared: SharedCache = {
    async getMany(keys) {
      commands.push(`getMany ${keys.length}`);
      return keys.map((key) => {
        const entry = entries.get(key);
        return entry !== undefined && entry.until > now() ? entry.value : null;
      });
    },
    async set(key, value, ttlMs) {
      entries.set(key, { value, until: now() + ttlMs });
    },
    async drop(keys) {
      for (const key of keys) entries.delete(key);
    },
  };
  return { shared, entries, commands };
}

function clock(start = 1_000_000) {
  let time = start;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

const numbers = (count: number) => Array.from({ length: count }, (_none, i) => String(3_000 + i));

describe('one process', () => {
  test('an account is asked for once, however often and however many at once', async () => {
    const { client, asked } = await service(everyAccount);
    const cache = createReferenceCache({ client, now: clock().now });
    const many = Array.from({ length: 20_000 }, (_none, i) => String(3_000 + (i % 200)));
    const results = await Promise.all([
      cache.accounts(many),
      cache.accounts(many.slice(0, 500)),
      cache.accounts(['3005']),
    ]);
    expect(asked).toHaveLength(200);
    expect(results[0].size).toBe(200);
    expect(results[0].get('3017')).toMatchObject({ found: 'one', account: { id: 13_017, number: '3017' } });
    expect(results[0].get('3019')).toEqual({ found: 'none' });
    expect(results[2]).toEqual(new Map([['3005', results[0].get('3005')]]));
    expect(await cache.accounts(many)).toEqual(results[0]);
    expect(asked).toHaveLength(200);
  });

  test('look-ups are bounded, over all calls together', async () => {
    // The first ones are answered when as many are there as may be.
    let all: () => void = () => undefined;
    const full = new Promise<void>((resolve) => {
      all = resolve;
    });
    const seen = await service((url, index) => {
      if (index === LOOKUP_CONNECTIONS - 1) all();
      return { ...everyAccount(url), delayMs: 5, after: full };
    });
    const cache = createReferenceCache({ client: seen.client });
    await Promise.all([cache.accounts(numbers(40)), cache.accounts(numbers(80)), cache.vatTypes()]);
    expect(seen.most).toBe(LOOKUP_CONNECTIONS);
    expect(seen.asked).toHaveLength(81);
  });

  test('each kind is kept for its own time', async () => {
    const { now, pass } = clock();
    const ttl = { accountsMs: 60_000, vatTypesMs: 30_000, missingMs: 1_000 };
    const { client, asked } = await service(everyAccount, { cache: ttl });
    const cache = createReferenceCache({ client, now });
    const ask = async () => {
      const before = asked.length;
      await cache.accounts(['3001', '3009']);
      await cache.vatTypes();
      return asked.slice(before).map((path) => /\d{4}(?=&)|vattypes/.exec(path)?.[0]);
    };
    expect(await ask()).toEqual(['3001', '3009', 'vattypes']);
    pass(999);
    expect(await ask()).toEqual([]);
    pass(1);
    expect(await ask()).toEqual(['3009']);
    pass(29_000);
    expect(await ask()).toEqual(['3009', 'vattypes']);
    pass(30_000);
    expect(await ask()).toEqual(['3001', '3009', 'vattypes']);
  });

  test('a time of 0 keeps nothing', async () => {
    const { client, asked } = await service(everyAccount, { cache: { accountsMs: 0, vatTypesMs: 0, missingMs: 0 } });
    const cache = createReferenceCache({ client });
    for (let i = 0; i < 2; i++) await cache.accounts(['3001', '3009']);
    expect(asked).toHaveLength(4);
  });

  test('tells the accounts and VAT types that it holds, for as long as it may use them', async () => {
    const { now, pass } = clock();
    const { client } = await service(everyAccount);
    const cache = createReferenceCache({ client, now });
    expect(cache.known()).toEqual([]);
    await cache.accounts(['3001', '3002', '3009', 'abc']);
    await cache.vatTypes();
    expect(cache.known().map(({ kind, code, name }) => `${kind} ${code} ${name}`)).toEqual([
      'account 3001 Konto 3001',
      'account 3002 Konto 3002',
      ...(await cache.vatTypes()).map(({ code, name }) => `vat-type ${code} ${name}`),
    ]);
    pass(24 * 60 * 60_000);
    expect(cache.known()).toEqual([]);
  });

  test('nothing asked, nothing answered', async () => {
    const { client, asked } = await service(everyAccount);
    expect(await createReferenceCache({ client }).accounts([])).toEqual(new Map());
    expect(asked).toEqual([]);
  });
});

describe('a service that fails', () => {
  test('down: the call rejects soon, keeps what it found, and goes on from there when it is back', async () => {
    let down = false;
    const { client, asked } = await service((url, index) => {
      down ||= index === 20;
      return down ? { status: 503, headers: { 'retry-after': '4' } } : { ...everyAccount(url), delayMs: 1 };
    });
    let onTheirWay = 0;
    const get: Client['get'] = async (...wanted) => {
      onTheirWay++;
      return client.get(...wanted).finally(() => onTheirWay--);
    };
    const cache = createReferenceCache({ client: { ...client, get } });
    const both = await Promise.allSettled([cache.accounts(numbers(200)), cache.accounts(numbers(100))]);
    for (const each of both) {
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'ServiceUnavailable', retryAfter: 4_000 } });
    }
    await expect.poll(() => onTheirWay).toBe(0);
    // Those that were on their way, and not one of the other 170.
    expect(asked.length).toBeLessThanOrEqual(20 + 2 * LOOKUP_CONNECTIONS);
    down = false;
    const before = asked.length;
    const { size } = await cache.accounts(numbers(200));
    expect(size).toBe(200);
    expect(asked.length - before).toBeGreaterThanOrEqual(180);
    expect(asked.length - before).toBeLessThan(190);
  });

  test('gone, refusing, and down again: the error says which', async () => {
    const gone = await service(everyAccount);
    await gone.client.close();
    await expect(createReferenceCache({ client: gone.client }).vatTypes()).rejects.toBeInstanceOf(ServiceUnavailable);
    const refusing = await service(() => ({ status: 403, body: 'no rights to this company' }));
    const cache = createReferenceCache({ client: refusing.client });
    await expect(cache.accounts(['1'])).rejects.toBeInstanceOf(ServiceMisconfigured);
    await expect(cache.vatTypes()).rejects.toThrow(/403: no rights to this company/);
  });

  test('a failed look-up that nobody waits for any more ends nothing', async () => {
    const { client } = await service((url) => ({ status: 500, delayMs: numberOf(url) % 20 }));
    const cache = createReferenceCache({ client });
    await expect(cache.accounts(numbers(30))).rejects.toThrow(ServiceUnavailable);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
});

describe('the shared level', () => {
  test('a second process asks the service for nothing but what was not found: somebody may have created it', async () => {
    const { now } = clock();
    const { client, asked } = await service(everyAccount);
    const { shared, commands } = sharedLevel(now);
    const first = createReferenceCache({ client, shared, now });
    const found = await first.accounts(numbers(200));
    const types = await first.vatTypes();
    expect(asked).toHaveLength(201);
    const second = createReferenceCache({ client, shared, now });
    commands.length = 0;
    expect(await second.accounts(numbers(200))).toEqual(found);
    expect(await second.vatTypes()).toEqual(types);
    expect(asked).toHaveLength(221);
    expect(commands).toEqual(['getMany 200', 'getMany 1']);
    expect(second.known()).toHaveLength(180 + types.length);
  });

  test('what comes from it expires when it expires there', async () => {
    const { now, pass } = clock();
    const { client, asked } = await service(everyAccount);
    const { shared } = sharedLevel(now);
    await createReferenceCache({ client, shared, now }).accounts(['3001']);
    pass(59_000);
    const late = createReferenceCache({ client, shared, now });
    await late.accounts(['3001']);
    expect(asked).toHaveLength(1);
    pass(1_000);
    await late.accounts(['3001']);
    expect(asked).toHaveLength(2);
  });

  test('a writer whose clock is ahead keeps nothing alive for longer', async () => {
    const { now, pass } = clock();
    const { client, asked } = await service(everyAccount);
    const { shared } = sharedLevel(now);
    await createReferenceCache({ client, shared, now: () => now() + 3_600_000 }).accounts(['3001']);
    const cache = createReferenceCache({ client, shared, now });
    await cache.accounts(['3001']);
    expect(asked).toHaveLength(1);
    pass(60_000);
    await cache.accounts(['3001']);
    expect(asked).toHaveLength(2);
  });

  test('models and data types are kept as VAT types are, what was not found for less', async () => {
    const { now, pass } = clock();
    const { client, sandbox } = await sandboxService();
    const { shared } = sharedLevel(now);
    const asked = async () => {
      const { paths } = (await sandbox.get('/sandbox/requests')).json;
      const count = (name: string) => paths[`GET /api/biz/${name}`]?.count ?? 0;
      return [count('models'), count('valuelists')];
    };
    for (const cache of [
      createReferenceCache({ client, shared, now }),
      createReferenceCache({ client, shared, now }),
    ]) {
      expect(await cache.model('Contact')).toMatchObject({ found: 'one', model: { name: 'Contact' } });
      expect(await cache.model('Kontakt')).toEqual({ found: 'none' });
      expect(await cache.fieldTypes()).toHaveLength(4);
    }
    expect(await asked()).toEqual([3, 1]);
    const cache = createReferenceCache({ client, shared, now });
    pass(59_000);
    await cache.model('Contact');
    await cache.model('Kontakt');
    await cache.fieldTypes();
    expect(await asked()).toEqual([4, 1]);
    pass(1_000);
    await cache.model('Contact');
    await cache.fieldTypes();
    expect(await asked()).toEqual([5, 2]);
  });

  test('another company, or another service, shares nothing', async () => {
    const { now } = clock();
    const { shared } = sharedLevel(now);
    const { client, asked, url } = await service(everyAccount);
    const of = (changes: Partial<Client['options']>) =>
      createReferenceCache({ client: { ...client, options: { ...client.options, ...changes } }, shared, now });
    await of({}).accounts(['3001']);
    await of({ baseUrl: `${url}/`, name: 'same', auth: { type: 'none' } }).accounts(['3001']);
    expect(asked).toHaveLength(1);
    await of({ company: 'other' }).accounts(['3001']);
    await of({ company: 'acme:account' }).accounts(['3001']);
    await of({ baseUrl: 'http://elsewhere.example' }).accounts(['3001']);
    expect(asked).toHaveLength(4);
  });

  test('no secret is in a key', async () => {
    const { now } = clock();
    const { shared, entries } = sharedLevel(now);
    const { client } = await service(everyAccount);
    const cache = createReferenceCache({ client, shared, now });
    await cache.accounts(['3001']);
    await cache.vatTypes();
    expect([...entries.keys()].join()).not.toContain('tok-');
  });

  test('what it holds of another shape is asked for anew', async () => {
    const { now } = clock();
    const { client, asked } = await service(everyAccount);
    const wrong = [
      'null',
      '{',
      '7',
      '{"value":{"found":"one"},"until":9e15}',
      '{"value":{"found":"one","account":{"id":1,"number":"3001","name":"x"}},"until":9e15}',
      '{"value":{"found":"none"}}',
      '{"value":{"found":"none"},"until":1}',
    ];
    for (const text of wrong) {
      const shared: SharedCache = {
        getMany: async (keys) => keys.map(() => text),
        set: async () => {},
        drop: async () => {},
      };
      const found = await createReferenceCache({ client, shared, now }).accounts(['3001']);
      expect(found.get('3001')).toMatchObject({ found: 'one', account: { id: 13_001, vatTypeId: null } });
    }
    expect(asked).toHaveLength(wrong.length);
  });

  test('what is dropped is asked for anew by every process, and by one that still holds it as soon as that is dropped too', async () => {
    const { now } = clock();
    const { client, asked } = await service(everyAccount);
    const { shared } = sharedLevel(now);
    const one = createReferenceCache({ client, shared, now });
    const other = createReferenceCache({ client, shared, now });
    await one.accounts(['3001', '3002']);
    await other.accounts(['3001', '3002']);
    expect(asked).toHaveLength(2);
    await one.drop([{ kind: 'account', code: '3001' }]);
    await one.accounts(['3001', '3002']);
    expect(asked).toHaveLength(3);
    await one.drop([{ kind: 'account', code: '3001' }]);
    await other.accounts(['3001']);
    expect(asked).toHaveLength(3);
    await other.renew();
    await other.accounts(['3001', '3002']);
    expect(asked).toHaveLength(4);
  });

  test('a list is loaded anew for whoever plans again', async () => {
    const { now } = clock();
    const { client, asked } = await service(everyAccount);
    const { shared } = sharedLevel(now);
    const one = createReferenceCache({ client, shared, now });
    const other = createReferenceCache({ client, shared, now });
    await one.vatTypes();
    await other.vatTypes();
    expect(asked).toHaveLength(1);
    await other.renew();
    await other.vatTypes();
    expect(asked).toHaveLength(2);
  });

  test('models and data types of another shape are asked for anew, too', async () => {
    const { now } = clock();
    const { client } = await sandboxService();
    const wrong = [
      '[{"name":"Text","code":"x"}]',
      '{"found":"one","model":{"id":7,"name":"Contact"}}',
      '{"found":"several"}',
      'null',
    ];
    for (const value of wrong) {
      const text = `{"value":${value},"until":9e15}`;
      const shared: SharedCache = {
        getMany: async (keys) => keys.map(() => text),
        set: async () => {},
        drop: async () => {},
      };
      const cache = createReferenceCache({ client, shared, now });
      expect(await cache.model('Contact')).toMatchObject({ found: 'one', model: { id: 133 } });
      expect(await cache.fieldTypes()).toHaveLength(4);
    }
  });

  test('failing, it is left alone for a while, said once, and used again when it works', async () => {
    const { now, pass } = clock();
    const { client, asked } = await service(everyAccount);
    const { shared, commands } = sharedLevel(now);
    let broken = true;
    const failing: SharedCache = {
      getMany: (keys) => {
        if (!broken) return shared.getMany(keys);
        commands.push('failed');
        return Promise.reject(new Error('gone'));
      },
      set: (key, value, ttlMs) => (broken ? Promise.reject(new Error('gone')) : shared.set(key, value, ttlMs)),
      drop: (keys) => shared.drop(keys),
    };
    const said: unknown[] = [];
    const cache = createReferenceCache({ client, shared: failing, now, onSharedFailure: (error) => said.push(error) });
    expect((await cache.accounts(numbers(50))).size).toBe(50);
    expect((await cache.accounts(numbers(60))).size).toBe(60);
    expect(asked).toHaveLength(60);
    expect(commands).toEqual(['failed']);
    pass(30_000);
    await cache.accounts(['4001']);
    expect(commands).toEqual(['failed', 'failed']);
    expect(said).toEqual([new Error('gone')]);
    broken = false;
    pass(30_000);
    await cache.accounts(['4002']);
    expect(commands).toEqual(['failed', 'failed', 'getMany 1']);
  });

  test('one that never answers costs a second, once', async () => {
    const { client } = await service(everyAccount);
    let asked = 0;
    const getMany = () => {
      asked++;
      return new Promise<never>(() => {});
    };
    const shared: SharedCache = { getMany, set: () => new Promise(() => {}), drop: () => new Promise(() => {}) };
    const said: unknown[] = [];
    const { now } = clock();
    const cache = createReferenceCache({ client, shared, now, onSharedFailure: (error) => said.push(error) });
    for (let i = 0; i < 5; i++) await cache.accounts([String(3_000 + i)]);
    expect(asked).toBe(1);
    expect(said).toHaveLength(1);
  });
});
