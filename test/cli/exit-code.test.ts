import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeOf, firstThatApplies, type ImportOutcome } from '../../src/cli/output/exit-code.ts';

const none = { held: 0, rejected: 0, inDoubt: 0 };
const outcome = (values: Partial<ImportOutcome>): ImportOutcome => ({
  state: 'completed',
  entries: none,
  heldDuplicates: 0,
  mismatches: [],
  ...values,
});

describe('the exit code of an import (design, section 7)', () => {
  it.each<[string, Partial<ImportOutcome>, number]>([
    ['everything booked', {}, 0],
    ['only planned, and sound', { state: 'planned' }, 0],
    ['planned, and something would be held', { state: 'planned', entries: { ...none, held: 1 } }, 3],
    ['held', { state: 'partly-booked', entries: { ...none, held: 1 } }, 3],
    ['rejected by the service', { state: 'partly-booked', entries: { ...none, rejected: 1 } }, 3],
    ['a held duplicate', { state: 'partly-booked', heldDuplicates: 1 }, 3],
    ['the whole file rejected', { state: 'rejected' }, 3],
    ['in doubt', { state: 'in-doubt', entries: { ...none, inDoubt: 1 } }, 4],
    ['in doubt and held', { state: 'in-doubt', entries: { ...none, inDoubt: 1, held: 2 } }, 4],
    ['being planned', { state: 'planning' }, 5],
    ['being booked', { state: 'posting' }, 5],
    ['being booked, with a doubt already', { state: 'posting', entries: { ...none, inDoubt: 1 } }, 5],
    ['a receipt that does not add up', { mismatches: ['x'] }, 1],
    [
      'does not add up, is pending, in doubt and held',
      { state: 'posting', entries: { held: 1, rejected: 1, inDoubt: 1 }, mismatches: ['x'] },
      1,
    ],
  ])('%s', (_, values, code) => {
    expect(exitCodeOf(outcome(values))).toBe(code);
  });
});

describe('the exit code of a command', () => {
  it('is the first that applies: 130, 2, 1, 5, 4, 3, 0', () => {
    const order = [130, 2, 1, 5, 4, 3, 0] as const;
    for (const [at, code] of order.entries()) {
      expect(firstThatApplies([...order.slice(at)].reverse())).toBe(code);
    }
  });

  it('is 0 where nothing was to be done', () => {
    expect(firstThatApplies([])).toBe(EXIT.ok);
  });
});
