import { expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { readPercent } from '../../src/reading/read-percent.ts';

test.each<[Cell | undefined, string | undefined]>([
  ['25', '25'],
  ['25 %', '25'],
  ['25%', '25'],
  ['25,0', '25'],
  [' 11,11\u00a0% ', '11.11'],
  ['0', '0'],
  ['0,00 %', '0'],
  ['', ''],
  [undefined, ''],
  [25, '25'],
  [0.25, '25'],
  [0.1111, '11.11'],
  [0, '0'],
  // Text is what it says.
  ['0.25', '0.25'],
  ['høy', undefined],
  ['-25', undefined],
  ['1 000', undefined],
  [true, undefined],
  [{ kind: 'error', text: '#N/A' }, undefined],
])('%j is %j', (cell, percent) => {
  expect(readPercent(cell)).toBe(percent);
});
