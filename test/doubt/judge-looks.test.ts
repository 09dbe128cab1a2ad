import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ABSENCE_SPAN_MS,
  type Doubt,
  FRUITLESS_LOOKS_MAX,
  judgeLooks,
  LOOK_CUT_OFF_MS,
  LOOK_PAUSE_MAX_MS,
  type Look,
} from '../../src/doubt/probe-schedule.ts';

const TIMING = { quietMs: 1_000, looks: 3, everyMs: 100, spanMs: 0 };
const never = false;
const ENTRIES = 4;
const look = (at: number, found: number, absent: number, unclear = ENTRIES - found - absent): Look => ({
  at,
  ended_at: at + 10,
  found,
  absent,
  unclear,
  control: 1,
});
const absent = (at: number) => look(at, 0, ENTRIES);
/** Nothing shows that it would be seen. */
const unproved = (at: number): Look => ({ ...absent(at), control: 0 });
const cutOff = (at: number): Look => ({ at, ended_at: null, found: null, absent: null, unclear: null, control: 0 });
const judge = (looks: readonly Look[], overSince: number | undefined = 0) =>
  judgeLooks({ entries: ENTRIES, overSince, looks, mayProve: never }, TIMING);

describe('booked', () => {
  test('as soon as one look has found every entry, whoever may still live and whatever else was seen', () => {
    expect(judge([look(5, ENTRIES, 0)], undefined)).toEqual({ say: 'booked' });
    expect(judge([absent(1_100), look(1_200, ENTRIES, 0), absent(1_300), absent(1_400), absent(1_500)])).toEqual({
      say: 'booked',
    });
  });

  test('never by some of them, nor by a look that has no end', () => {
    expect(judge([look(5, ENTRIES - 1, 1)]).say).toBe('look');
    expect(judge([{ ...look(5, ENTRIES, 0), ended_at: null }]).say).toBe('look');
  });
});

describe('absent', () => {
  test('after so many absences in a row, apart, all of them after the quiet period', () => {
    expect(judge([absent(1_000), absent(1_100), absent(1_200)])).toEqual({
      say: 'absent',
      looks: 3,
      since: 1_000,
      overSince: 0,
    });
    expect(judge([absent(0), absent(1_000), absent(1_100)])).toEqual({ say: 'look', at: 1_200 });
  });

  test.each<[string, readonly Look[]]>([
    ['one begun in the quiet period', [absent(999), absent(1_100), absent(1_200)]],
    ['one too soon after the other', [absent(1_000), absent(1_050), absent(1_200)]],
    ['one of them unclear', [absent(1_000), look(1_100, 0, 3), absent(1_200), absent(1_300)]],
    ['something found in between', [absent(1_000), look(1_100, 1, 3), absent(1_200), absent(1_300)]],
    ['one cut off', [absent(1_000), cutOff(1_100), absent(1_200)]],
  ])('not with %s', (_, looks) => {
    expect(judge(looks).say).toBe('look');
  });

  test('however they are configured, the looks span a minute after the request was surely over', () => {
    const timing = { quietMs: 1, looks: 2, everyMs: 1, spanMs: ABSENCE_SPAN_MS };
    expect(ABSENCE_SPAN_MS).toBe(60_000);
    const many = Array.from({ length: 600 }, (_, n) => absent(100 * (n + 1)));
    const say = (looks: readonly Look[]) =>
      judgeLooks({ entries: ENTRIES, overSince: 0, looks, mayProve: never }, timing);
    // 100 ms to 60,000 ms after it.
    expect(say(many)).toEqual({ say: 'look', at: 60_100 });
    expect(say([...many, absent(60_099)]).say).toBe('look');
    expect(say([...many, absent(60_100)])).toMatchObject({ say: 'absent', since: 100 });
    // Of few looks no more are made than are needed.
    expect(say([absent(100)])).toEqual({ say: 'look', at: 60_100 });
    expect(say([absent(100), absent(60_100)]).say).toBe('absent');
    // Something else in between, and the minute begins anew.
    expect(say([absent(100), look(30_000, 0, 0), absent(31_000), absent(60_100)]).say).toBe('look');
    expect(say([absent(100), look(30_000, 0, 0), absent(31_000), absent(91_000)]).say).toBe('absent');
  });

  test('only where each look has a control', () => {
    expect(judge([unproved(1_000), unproved(1_100), unproved(1_200)]).say).toBe('person');
    expect(judge([absent(1_000), absent(1_100), unproved(1_200)]).say).toBe('person');
    expect(judge([unproved(1_000), absent(1_100), absent(1_200)])).toEqual({ say: 'look', at: 1_300 });
    expect(judge([unproved(1_000), absent(1_100), absent(1_200), absent(1_300)]).say).toBe('absent');
  });

  test('without a control a person decides, until something is booked that may be one', () => {
    const waiting = (looks: readonly Look[], mayProve: boolean) =>
      judgeLooks({ entries: ENTRIES, overSince: 0, looks, mayProve }, TIMING);
    expect(waiting([unproved(1_000)], false)).toEqual({ say: 'person', why: 'no-control' });
    expect(waiting([unproved(1_000)], true)).toEqual({ say: 'look', at: 1_110 });
    // A look in the quiet period is followed by one after it.
    expect(waiting([unproved(900)], false)).toEqual({ say: 'look', at: 1_000 });
    expect(waiting([unproved(1_000), look(2_000, ENTRIES, 0)], false)).toEqual({ say: 'booked' });
  });

  test('a look that was cut off counts for nothing, and against nothing', () => {
    expect(judge([absent(1_000), cutOff(1_050), absent(1_100), absent(1_200)]).say).toBe('absent');
  });

  test('never while the sender may live', () => {
    const looks = [absent(10_000), absent(20_000), absent(30_000), absent(40_000)];
    expect(judgeLooks({ entries: ENTRIES, overSince: undefined, looks, mayProve: never }, TIMING).say).toBe('look');
    expect(judge(looks, 0).say).toBe('absent');
  });
});

describe('the next look', () => {
  test('is made at once, and when the quiet period ends', () => {
    expect(judge([])).toEqual({ say: 'look', at: 0 });
    expect(judge([absent(0)])).toEqual({ say: 'look', at: 110 });
    expect(judge([absent(0), absent(110), absent(950)])).toEqual({ say: 'look', at: 1_000 });
  });

  test('waits for one that is under way, until that must have been cut off', () => {
    expect(judge([cutOff(50)])).toEqual({ say: 'look', at: 50 + LOOK_CUT_OFF_MS });
  });

  test('comes after growing pauses where nothing was settled, in bounded number; then it is a person’s', () => {
    const looks: Look[] = [];
    let last = 2_000;
    let pause = 0;
    for (let n = 0; n < FRUITLESS_LOOKS_MAX; n++) {
      looks.push(look(last, 1, 2));
      const next = judge(looks);
      if (next.say !== 'look') break;
      expect(next.at - last).toBeGreaterThan(pause);
      expect(next.at - last).toBeLessThanOrEqual(LOOK_PAUSE_MAX_MS + 10);
      pause = next.at - last;
      last = next.at;
    }
    expect(looks).toHaveLength(FRUITLESS_LOOKS_MAX);
    expect(judge(looks)).toEqual({ say: 'person', why: 'given-up' });
    expect(judge([...looks, look(last + 1, ENTRIES, 0)])).toEqual({ say: 'booked' });
  });

  test('absences while the sender lived are no end: when it is gone, they may begin to count', () => {
    const looks = Array.from({ length: FRUITLESS_LOOKS_MAX }, (_, n) => absent(n * 1_000));
    expect(judgeLooks({ entries: ENTRIES, overSince: undefined, looks, mayProve: never }, TIMING)).toEqual({
      say: 'person',
      why: 'given-up',
    });
    expect(judge(looks, 50_000)).toMatchObject({ say: 'look' });
  });
});

describe('whatever was seen', () => {
  const someLook = fc
    .record({
      pause: fc.integer({ min: -50, max: 700 }),
      took: fc.option(fc.integer({ min: 0, max: 200 }), { nil: null, freq: 6 }),
      kind: fc.constantFrom('absent', 'absent', 'absent', 'mixed', 'unclear', 'found'),
    })
    .map(({ pause, took, kind }) => {
      const found = kind === 'found' ? ENTRIES : kind === 'mixed' ? 1 : 0;
      const gone = kind === 'absent' ? ENTRIES : kind === 'mixed' ? 2 : 0;
      return { pause, took, found, gone };
    });
  const doubt: fc.Arbitrary<Doubt> = fc
    .record({
      steps: fc.array(someLook, { maxLength: 25 }),
      overSince: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
    })
    .map(({ steps, overSince }) => {
      let at = 0;
      const looks = steps.map(({ pause, took, found, gone }) => {
        at += pause;
        return took === null ? cutOff(at) : { ...look(at, found, gone), ended_at: at + took };
      });
      return { entries: ENTRIES, overSince, looks, mayProve: never };
    });
  /** The longest row of absences that count at the end, counted forwards: written apart from the rule. */
  const inARow = ({ overSince, looks }: Doubt) => {
    let row: number[] = [];
    for (const { at, ended_at, absent: gone } of looks) {
      if (ended_at === null) continue;
      if (gone !== ENTRIES) row = [];
      else if (overSince !== undefined && at >= overSince + TIMING.quietMs) row.push(at);
      else row = [];
    }
    // The largest choice of them that are far enough apart, each later than the one before.
    let best = 0;
    const longest = row.map(() => 1);
    for (let to = 0; to < row.length; to++) {
      for (let from = 0; from < to; from++)
        if (row[to]! - row[from]! >= TIMING.everyMs) longest[to] = Math.max(longest[to]!, longest[from]! + 1);
      best = Math.max(best, longest[to]!);
    }
    return best;
  };

  test('absent needs a row of absences that count, and a sender that is gone; booked needs all of it found', () => {
    const seen = { absent: 0, booked: 0 };
    fc.assert(
      fc.property(doubt, (each) => {
        const { say } = judgeLooks(each, TIMING);
        const found = each.looks.some(({ ended_at, found: count }) => ended_at !== null && count === ENTRIES);
        expect(say === 'booked').toBe(found);
        if (say === 'absent') {
          expect(each.overSince).toBeDefined();
          expect(inARow(each)).toBeGreaterThanOrEqual(TIMING.looks);
        }
        if (say === 'absent' || say === 'booked') seen[say]++;
      }),
      { numRuns: 5_000, seed: 7 },
    );
    expect(seen.absent).toBeGreaterThan(20);
    expect(seen.booked).toBeGreaterThan(20);
  });

  test('it ends: a doubt that is looked at whenever it is due is settled, or a person’s', () => {
    const answers = fc.array(fc.constantFrom('absent', 'mixed', 'cut off'), { minLength: 200, maxLength: 200 });
    const over = fc.constantFrom(undefined, 0, 5_000);
    fc.assert(
      fc.property(answers, over, (kinds, overSince) => {
        const looks: Look[] = [];
        for (const kind of kinds) {
          const next = judgeLooks({ entries: ENTRIES, overSince, looks, mayProve: never }, TIMING);
          if (next.say !== 'look') return true;
          const at = Math.max(next.at, (looks.at(-1)?.at ?? 0) + 1);
          looks.push(kind === 'absent' ? absent(at) : kind === 'mixed' ? look(at, 1, 2) : cutOff(at));
        }
        return false;
      }),
    );
  });
});
