import { describe, expect, test } from 'vitest';
import { lastDue, nextRun, type Schedule } from '../../src/core/next-run.ts';

const tz = 'Europe/Oslo';
const HOUR_MS = 60 * 60_000;
/** The clocks go from 02:00 to 03:00 at 01:00 UTC on 2026-03-29, and from 03:00 to 02:00 at 01:00 UTC on 2026-10-25. */
const at = (text: string) => Date.parse(`${text}Z`);
const text = (time: number) => new Date(time).toISOString().replace(/:00\.000Z$/, '');
function runs(cron: string, from: string, to: string): string[] {
  const found: string[] = [];
  for (let time = nextRun({ cron, tz }, at(from)); time <= at(to); time = nextRun({ cron, tz }, time))
    found.push(text(time));
  return found;
}

describe('by the clocks of the zone', () => {
  test('06:00 stays 06:00 when they change', () => {
    expect(runs('0 6 * * *', '2026-03-28T00:00', '2026-03-30T12:00')).toEqual([
      '2026-03-28T05:00',
      '2026-03-29T04:00',
      '2026-03-30T04:00',
    ]);
    expect(runs('0 6 * * *', '2026-10-24T00:00', '2026-10-26T12:00')).toEqual([
      '2026-10-24T04:00',
      '2026-10-25T05:00',
      '2026-10-26T05:00',
    ]);
  });

  test('an hour that they skip is caught up, one that they show twice counts once', () => {
    expect(runs('30 2 * * *', '2026-03-28T00:00', '2026-03-30T12:00')).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
    expect(runs('30 2 * * *', '2026-10-24T00:00', '2026-10-26T12:00')).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('a change of half an hour stops nothing', () => {
    const island = { cron: '5 2-3 * * *', tz: 'Australia/Lord_Howe' };
    const next = nextRun(island, at('2026-04-04T10:00'));
    expect(next).toBeGreaterThan(at('2026-04-04T10:00'));
    expect(next).toBeLessThan(at('2026-04-06T10:00'));
  });

  test('every hour is every hour', () => {
    const hours = ['00', '01', '02', '03'];
    expect(runs('30 * * * *', '2026-03-29T00:00', '2026-03-29T04:00')).toEqual(hours.map((h) => `2026-03-29T${h}:30`));
    expect(runs('30 * * * *', '2026-10-25T00:00', '2026-10-25T04:00')).toEqual(hours.map((h) => `2026-10-25T${h}:30`));
  });

  test.each(['30 2 * * *', '0 2 * * *', '*/15 1-3 * * *', '15 */2 * * *'])(
    '%s: the same times, whenever it is asked',
    (cron) => {
      for (const change of ['2026-03-29T01:00', '2026-10-25T01:00']) {
        const known = runs(cron, text(at(change) - 6 * HOUR_MS), text(at(change) + 30 * HOUR_MS)).map(at);
        for (let now = at(change) - 2 * HOUR_MS + 1; now < at(change) + 3 * HOUR_MS; now += HOUR_MS / 4) {
          expect(text(nextRun({ cron, tz }, now))).toBe(text(known.find((time) => time > now)!));
        }
      }
    },
  );
});

describe('the newest time that has come', () => {
  const daily: Schedule = { cron: '0 6 * * *', tz };
  test.each([
    ['2026-11-20T05:00', '2026-11-21T04:59', undefined],
    ['2026-11-20T05:00', '2026-11-21T05:00', '2026-11-21T05:00'],
    ['2026-11-20T05:00', '2026-11-25T12:00', '2026-11-25T05:00'],
    ['2024-02-29T05:00', '2026-11-25T12:00', '2026-11-25T05:00'],
  ])('later than %s, at %s: %s', (after, now, due) => {
    const found = lastDue(daily, at(after), at(now));
    expect(found === undefined ? undefined : text(found)).toBe(due);
  });

  test('of a night in which the clocks change it is the one that nextRun names', () => {
    expect(text(lastDue({ cron: '30 2 * * *', tz }, at('2026-03-28T12:00'), at('2026-03-29T12:00'))!)).toBe(
      '2026-03-29T01:30',
    );
    expect(lastDue({ cron: '30 2 * * *', tz }, at('2026-10-25T00:30'), at('2026-10-25T12:00'))).toBeUndefined();
  });

  test('of half a million that were missed', () => {
    expect(text(lastDue({ cron: '* * * * *', tz }, at('2025-11-25T12:00'), at('2026-11-25T12:00') + 1)!)).toBe(
      '2026-11-25T12:00',
    );
  });
});
