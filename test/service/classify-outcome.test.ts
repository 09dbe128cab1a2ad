import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutcomeKind } from '../../src/core/outcome.ts';
import { RETRY_AFTER_MAX_MS } from '../../src/core/retry-delay.ts';
import { classifyOutcome, type Reply } from '../../src/service/classify-outcome.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const DEFAULT = { notApplied: [429], now: NOW };

function replyOf(status: number, changes: Partial<Reply> = {}): Reply {
  return { status, headers: {}, body: '', end: 'complete', ...changes };
}

function classify(reply: Reply | undefined, notApplied: readonly number[] = [429]) {
  return classifyOutcome({ sent: true, reply }, { notApplied, now: NOW });
}

/** The table of section 4, every status that it names, and what section 8 says of a success. */
const TABLE: ReadonlyMap<number, OutcomeKind> = new Map([
  [200, 'booked'],
  [201, 'booked'],
  [204, 'booked'],
  [429, 'not-applied'],
  [400, 'rejected'],
  [409, 'rejected'],
  [413, 'rejected'],
  [415, 'rejected'],
  [422, 'rejected'],
  [401, 'misconfigured'],
  [403, 'misconfigured'],
  [404, 'misconfigured'],
]);

describe('the table', () => {
  test('every status from 100 to 599 with an empty body: as the table says, else in doubt', () => {
    for (let status = 100; status < 600; status++) {
      expect([status, classify(replyOf(status)).kind]).toEqual([status, TABLE.get(status) ?? 'in-doubt']);
    }
  });

  test('nothing left: not applied', () => {
    expect(classifyOutcome({ sent: false }, DEFAULT)).toEqual({ kind: 'not-applied' });
  });

  test('sent, and no reply: in doubt', () => {
    expect(classify(undefined)).toEqual({ kind: 'in-doubt' });
  });

  test('a body that was cut is in doubt, whatever the status', () => {
    for (let status = 100; status < 600; status++) {
      expect(classify(replyOf(status, { body: '[]', end: 'cut' })).kind).toBe('in-doubt');
    }
  });
});

describe('a success is empty or JSON', () => {
  test.each<[string, Partial<Reply>, OutcomeKind]>([
    ['blank', { body: ' \r\n' }, 'booked'],
    ['an array', { body: '[{"ID":1}]' }, 'booked'],
    ['a number', { body: '1' }, 'booked'],
    ['null', { body: 'null' }, 'booked'],
    ['JSON ended by the connection', { body: '[]', end: 'closed' }, 'booked'],
    ['nothing, ended by the connection', { body: '', end: 'closed' }, 'in-doubt'],
    ['HTML', { body: '<html></html>' }, 'in-doubt'],
    ['text', { body: 'OK' }, 'in-doubt'],
    ['half of JSON', { body: '[{"ID":1}' }, 'in-doubt'],
    ['two JSON texts', { body: '[] []' }, 'in-doubt'],
    ['too long', { body: '[]', end: 'too-long' }, 'in-doubt'],
    ['too long and blank', { body: ' ', end: 'too-long' }, 'in-doubt'],
  ])('%s', (_name, changes, kind) => {
    expect(classify(replyOf(200, changes)).kind).toBe(kind);
    expect(classify(replyOf(201, changes)).kind).toBe(kind);
    // Accepted, partial, multi-status: not (wholly) done, whatever the body looks like.
    for (const status of [202, 206, 207]) expect(classify(replyOf(status, changes)).kind).toBe('in-doubt');
  });
});

describe('what the configuration declares', () => {
  test('503 is not applied where declared, with its Retry-After', () => {
    const reply = replyOf(503, { headers: { 'retry-after': '120' } });
    expect(classify(reply, [429, 503])).toEqual({ kind: 'not-applied', retryAfter: 120_000 });
    expect(classify(reply)).toEqual({ kind: 'in-doubt' });
  });

  test('a 429 that is not declared is in doubt: the list is the whole list', () => {
    expect(classify(replyOf(429), []).kind).toBe('in-doubt');
  });

  test('a success can never be declared "not applied"', () => {
    expect(classify(replyOf(200), [200]).kind).toBe('booked');
    expect(classify(replyOf(202), [202]).kind).toBe('in-doubt');
  });
});

describe('Retry-After of a 429', () => {
  test.each<[string, string, number | undefined]>([
    ['seconds', '30', 30_000],
    ['none', '0', 0],
    ['an HTTP date', 'Sat, 31 Jan 2026 12:01:30 GMT', 90_000],
    ['a date in the past', 'Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['longer than we wait', '86400', RETRY_AFTER_MAX_MS],
    ['nonsense', 'soon', undefined],
    ['negative', '-5', undefined],
  ])('%s', (_name, value, wait) => {
    const classified = classify(replyOf(429, { headers: { 'retry-after': value } }));
    expect(classified.kind).toBe('not-applied');
    expect(classified.retryAfter).toBe(wait);
  });
});

test('for any reply: what allows a new attempt, or to forget the old one, comes from the table alone', () => {
  const reply: fc.Arbitrary<Reply> = fc.record({
    status: fc.oneof(
      fc.constantFrom(...TABLE.keys(), 202, 302, 408, 500, 502, 503, 504),
      fc.integer({ min: 100, max: 999 }),
    ),
    headers: fc.dictionary(fc.constantFrom('retry-after', 'content-type', 'location'), fc.string()),
    body: fc.oneof(fc.json(), fc.string(), fc.constantFrom('', '<html>', '[]', '{"Message":"no"}')),
    end: fc.constantFrom('complete', 'closed', 'cut', 'too-long'),
  });
  const declared = fc.uniqueArray(fc.constantFrom<number[]>(200, 302, 400, 401, 429, 500, 502, 503), { maxLength: 4 });
  fc.assert(
    fc.property(reply, declared, (seen, notApplied) => {
      const { kind, retryAfter } = classify(seen, notApplied);
      const listed = TABLE.get(seen.status);
      const whole = seen.end !== 'cut';
      if (kind === 'rejected') expect(whole && listed === 'rejected').toBe(true);
      if (kind === 'misconfigured') expect(whole && listed === 'misconfigured').toBe(true);
      if (kind === 'not-applied') expect(whole && notApplied.includes(seen.status) && seen.status >= 300).toBe(true);
      if (kind === 'booked') expect(whole && listed === 'booked' && seen.end !== 'too-long').toBe(true);
      if (retryAfter !== undefined) {
        expect(kind).toBe('not-applied');
        expect(retryAfter).toBeGreaterThanOrEqual(0);
        expect(retryAfter).toBeLessThanOrEqual(RETRY_AFTER_MAX_MS);
      }
    }),
    { numRuns: 2_000 },
  );
});
