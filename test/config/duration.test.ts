import { expect, it } from 'vitest';
import { parseDuration } from '../../src/config/durations.ts';

it.each([
  ['500ms', 500],
  ['5s', 5_000],
  ['30 s', 30_000],
  ['1.5m', 90_000],
  ['10m', 600_000],
  ['1h', 3_600_000],
  ['7d', 604_800_000],
  ['0s', 0],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

it.each([[''], ['5'], ['s'], ['-5s'], ['5 S'], ['5sec'], ['1h30m'], ['1e3s'], ['.5s'], ['Infinitys']])(
  '%j is no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
