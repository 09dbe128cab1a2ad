import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { correctedCell } from '../../src/correcting/failed-rows.ts';

const day = (iso: string): Cell => ({ kind: 'date', iso });
const error: Cell = { kind: 'error', text: '#N/A' };

describe('a text that is typed over a cell', () => {
  test.each<[what: string, before: Cell, text: string, after: Cell]>([
    ['a text stays text, whatever it looks like', '9', '007', '007'],
    ['also where it looks like a number', 'x', '12.5', '12.5'],
    ['also where it looks like a formula', '', '=1+1', '=1+1'],
    ['a number becomes a number', 12, '13', 13],
    ['with either decimal mark', 12, '-13,25', -13.25],
    ['and its point', 12, '13.25', 13.25],
    ['a grouped number is not guessed at', 12, '1 300,00', '1 300,00'],
    ['nor what may be one or a thousand', 12, '-1.000', '-1.000'],
    ['whichever the mark', 12, '12,500', '12,500'],
    ['what can be no thousand is a number', 12, '0.125', 0.125],
    ['a word over a number is a word', 12, 'twelve', 'twelve'],
    ['a date becomes a date', day('2026-01-05'), '2026-02-28', day('2026-02-28')],
    ['with its time', day('2026-01-05'), '2026-02-28T10:00:00', day('2026-02-28T10:00:00')],
    ['a day that there is not is left to the rules', day('2026-01-05'), '2026-02-31', '2026-02-31'],
    ['as is a date in other words', day('2026-01-05'), '28.02.2026', '28.02.2026'],
    ['a truth value becomes one', true, 'FALSE', false],
    ['what failed becomes a number where it reads the same', error, '12.5', 12.5],
    ['and keeps its zeros where it would lose them', error, '0012', '0012'],
    ['nothing is nothing', 12, '', ''],
  ])('%s', (_, before, text, after) => {
    expect(correctedCell(before, text)).toEqual(after);
  });
});
