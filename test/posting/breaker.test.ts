import { describe, expect, test } from 'vitest';
import { admit, type Breaker, CLOSED, failed, succeeded } from '../../src/posting/breaker.ts';

const OPTIONS = { failures: 3, pauseMs: 1_000, pauseMaxMs: 3_000, trialMs: 10_000 };
const fail = (breaker: Breaker, now: number, retryAfter?: number) => failed(breaker, now, retryAfter, OPTIONS);
const ask = (breaker: Breaker, now: number) => admit(breaker, now, OPTIONS);

/** Open since 0, until 1,000. */
const OPEN = fail(fail(fail(CLOSED, 0), 0), 0);

describe('breaker', () => {
  test('lets everything through while it is closed', () => {
    expect(ask(CLOSED, 0)).toEqual({ admitted: true, breaker: CLOSED });
    const shaken = fail(fail(CLOSED, 0), 1);
    expect(ask(shaken, 2).admitted).toBe(true);
  });

  test('opens with failures in a row, and an answer in between starts the count anew', () => {
    expect(ask(OPEN, 1)).toMatchObject({ admitted: false, waitMs: 999 });
    const mended = succeeded(fail(fail(CLOSED, 0), 0), 0);
    expect(ask(fail(fail(mended, 0), 0), 1).admitted).toBe(true);
  });

  test('after the pause exactly one probe goes, and its answer closes', () => {
    const probe = ask(OPEN, 1_000);
    expect(probe.admitted).toBe(true);
    expect(ask(probe.breaker, 1_001)).toMatchObject({ admitted: false, waitMs: 9_999 });
    expect(succeeded(probe.breaker, 1_500)).toEqual(CLOSED);
  });

  test('a probe that fails opens again, each time for longer, up to the maximum', () => {
    let breaker = OPEN;
    let now = 1_000;
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      breaker = fail(ask(breaker, now).breaker, now);
      const refused = ask(breaker, now);
      if (refused.admitted) throw new Error('open breaker let a request through');
      waits.push(refused.waitMs);
      now += refused.waitMs;
    }
    expect(waits).toEqual([2_000, 3_000, 3_000, 3_000]);
  });

  test('a probe whose process died does not block for ever', () => {
    const { breaker } = ask(OPEN, 1_000);
    expect(ask(breaker, 10_999).admitted).toBe(false);
    expect(ask(breaker, 11_000).admitted).toBe(true);
  });

  test('Retry-After opens at once, for as long as was asked, and a longer one prolongs', () => {
    const paused = fail(CLOSED, 0, 7_000);
    expect(ask(paused, 0)).toMatchObject({ admitted: false, waitMs: 7_000 });
    expect(ask(fail(paused, 1_000, 1_000), 1_000)).toMatchObject({ waitMs: 6_000 });
    expect(ask(fail(paused, 1_000, 9_000), 1_000)).toMatchObject({ waitMs: 9_000 });
    expect(ask(paused, 7_000).admitted).toBe(true);
  });

  test('when the pause that was asked for is over everybody goes on, without a probe', () => {
    const paused = fail(CLOSED, 0, 7_000);
    const first = ask(paused, 7_000);
    expect(first).toEqual({ admitted: true, breaker: CLOSED });
    expect(ask(first.breaker, 7_000).admitted).toBe(true);
  });

  test('a probe that is asked to wait waits for that time and no longer, and is a probe again', () => {
    let breaker = OPEN;
    let now = 1_000;
    for (let times = 0; times < 5; times++) {
      breaker = fail(ask(breaker, now).breaker, now, 400);
      expect(ask(breaker, now)).toMatchObject({ admitted: false, waitMs: 400 });
      now += 400;
    }
    const probe = ask(breaker, now);
    expect(probe.admitted).toBe(true);
    expect(ask(probe.breaker, now).admitted).toBe(false);
    // It failed once before: the pause is that of a second failure.
    expect(ask(fail(probe.breaker, now), now)).toMatchObject({ waitMs: 2_000 });
  });

  test('answers and failures of requests that left before the pause change nothing', () => {
    expect(succeeded(OPEN, 500)).toEqual(OPEN);
    expect(fail(fail(OPEN, 500), 600)).toEqual(OPEN);
  });

  test('is plain data', () => {
    for (const breaker of [CLOSED, OPEN, ask(OPEN, 1_000).breaker]) {
      expect(JSON.parse(JSON.stringify(breaker))).toEqual(breaker);
    }
  });
});
