import { describe, expect, it } from 'vitest';
import { joinedCell } from '../../src/reading/row-context.ts';

describe('a value that stands in several columns', () => {
  it.each([
    [['Kari', 'Nordmann'], 'Kari Nordmann'],
    [[' Mr. ', '', 'Javier', undefined, ' Lewis'], 'Mr. Javier Lewis'],
    [['', '  ', undefined], ''],
    [['Lag', 7], 'Lag 7'],
  ])('%j', (cells, text) => {
    expect(joinedCell(cells)).toBe(text);
  });

  it('is an error where one of its cells is', () => {
    const error = { kind: 'error', text: '#N/A' } as const;
    expect(joinedCell(['Kari', error])).toBe(error);
  });
});
