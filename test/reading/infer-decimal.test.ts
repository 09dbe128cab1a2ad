import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { FileRejected, type Issue } from '../../src/core/issue.ts';
import { formatMinor } from '../../src/core/money.ts';
import type { DecimalMark } from '../../src/core/scan-amount.ts';
import { DecimalInference, type DecimalOptions } from '../../src/reading/infer-decimal.ts';
import { ReadAgain } from '../../src/tabular/table.ts';

interface Result {
  readonly amounts?: (number | string | undefined)[];
  readonly mark?: string | undefined;
  readonly issue?: Issue;
  /** How often the file was read. */
  readonly passes: number;
}

/** Reads the cells of one column, on lines from 2 on, as the plan does: again and again until nothing is contradicted. */
function readFile(
  cells: readonly Cell[],
  decimal: 'auto' | ',' | '.' = 'auto',
  scale = 2,
  how: Partial<DecimalOptions> = {},
): Result {
  let hint: string | undefined;
  for (let passes = 1; passes < 5; passes++) {
    const inference = new DecimalInference({ decimal, scale, hint, ...how });
    const read = inference.column('Beløp');
    try {
      const amounts = cells.map((cell, index) => {
        const amount = read(cell, index + 2);
        return typeof amount === 'object' ? amount.code : amount;
      });
      return { amounts, mark: inference.finish(), passes };
    } catch (error) {
      if (error instanceof FileRejected) return { issue: error.issue, passes };
      if (!(error instanceof ReadAgain)) throw error;
      hint = error.hint['decimal'];
      expect(hint).toMatch(/^[,.]!?$/);
    }
  }
  throw new Error('read without end');
}

/** `1.234.567`: three digits behind a mark are no decimals. */
const GROUPS = /([,.])\d{3}\1/;

describe('the decimal mark of a file', () => {
  it.each<[evidence: string, mark: ',' | '.']>([
    ['1,5', ','],
    ['1.234,50', ','],
    ['0,500', ','],
    ['1234,567', ','],
    ['1.234.567', ','],
    [',5', ','],
    ['1 234,5', ','],
    ['1 234,500', ','],
    ['1 234,-', ','],
    ['kr 12,50', ','],
    ['1.5', '.'],
    ['1,234.50', '.'],
    ['0.500', '.'],
    ['1234.567', '.'],
    ['1,234,567', '.'],
    ['.5', '.'],
    ['1 234.5', '.'],
    ["1'234.500", '.'],
    ['($12.50)', '.'],
  ])('%s shows a "%s"', (evidence, mark) => {
    const thousand = mark === ',' ? '1.000' : '1,000';
    const one = mark === ',' ? '1,000' : '1.000';
    for (const cells of [
      [evidence, thousand, one],
      [thousand, one, evidence],
    ]) {
      const result = readFile(cells);
      expect(result.mark).toBe(mark);
      expect(result.amounts).toContain(100_000);
      // Three decimals beside amounts that have others may be a thousand.
      expect(result.amounts).toContain(
        /[,.]\d{3}$/.test(evidence) && !GROUPS.test(evidence) ? 100 : 'amount-too-precise',
      );
    }
  });

  it.each(['1.000', '1,000', '-1.234', '123,456', '(12.000)', 'kr 1.000', '1.000-', 'kr.500'])(
    'is asked about where %s is all there is',
    (cell) => {
      const { issue } = readFile(['5', cell, '1 234']);
      expect(issue).toMatchObject({ code: 'decimal-ambiguous', column: 'Beløp', value: cell });
      expect(issue?.message).toContain(`"${cell}" (column Beløp, line 3)`);
    },
  );

  it('is asked about with both readings and what to do', () => {
    expect(readFile(['-1.000']).issue).toMatchObject({
      code: 'decimal-ambiguous',
      column: 'Beløp',
      value: '-1.000',
      message:
        '"-1.000" (column Beløp, line 2) can be -1000.00 or -1.00, ' +
        'and nothing in the file shows whether comma or point is the decimal mark.',
      suggestion: 'Set file.decimal in the job: "," if it is -1000.00, "." if it is -1.00.',
      choices: [
        { value: ',', means: '-1000.00' },
        { value: '.', means: '-1.00' },
      ],
    });
    expect(readFile(['123,456']).issue?.message).toContain('an amount with more than 2 decimals or 123456.00');
  });

  it('is not needed by amounts that both marks read alike', () => {
    const result = readFile(['5', '1 234', '-12', '', 'kr. 5', '5 kr.', 12.5, '1 000 000', 'Sum', true]);
    expect(result).toEqual({
      amounts: [500, 123400, -1200, undefined, 500, 500, 1250, 100000000, 'amount-invalid', 'amount-invalid'],
      mark: undefined,
      passes: 1,
    });
  });

  it('is not shown by cells that no mark reads', () => {
    expect(readFile(['1.2.3', '1,2,3', '31.12.2026', '1.000']).issue?.code).toBe('decimal-ambiguous');
  });

  it('takes a second reading only where something was read otherwise', () => {
    expect(readFile(['1.5', '1.000']).passes).toBe(1);
    expect(readFile(['7', '1.000', '2,5']).passes).toBe(1);
    expect(readFile(['1.000', '2.5'])).toEqual({ amounts: ['amount-too-precise', 250], mark: '.', passes: 2 });
    expect(readFile(['1.000', '2.500', '0.500'])).toEqual({ amounts: [100, 250, 50], mark: '.', passes: 2 });
    expect(readFile(['1.000', '1,000', '12,34'])).toEqual({
      amounts: [100_000, 'amount-too-precise', 1_234],
      mark: ',',
      passes: 2,
    });
  });

  it.each([
    ['-1.000', '-12.34', '-1.00 or -1000.00'],
    ['-1,000', '-12,34', '-1,00 or -1000,00'],
    ['10.000', '0.50', '10.00 or 10000.00'],
    ['kr 2.500', '12.5', '2.50 or 2500.00'],
  ])('leaves %s to a person beside %s', (cell, evidence, readings) => {
    for (const cells of [
      [cell, evidence],
      [evidence, cell],
    ]) {
      const inference = new DecimalInference({ decimal: 'auto', scale: 2, hint: `${/\d([,.])/.exec(evidence)![1]}!` });
      const read = inference.column('Beløp');
      const found = cells.map((each, at) => read(each, at + 2)).filter((amount) => typeof amount === 'object');
      expect(found).toMatchObject([{ code: 'amount-too-precise', value: cell }]);
      expect(found[0]!.message).toContain(`it can be ${readings}`);
      expect(readFile(cells).amounts).toContain('amount-too-precise');
    }
  });

  describe('that the whole file showed', () => {
    const some = (decimal: DecimalMark | 'auto', cells: readonly string[]) => {
      const inference = new DecimalInference({ decimal, found: ',', scale: 2 });
      const read = inference.column('Beløp');
      const amounts = cells.map((cell, at) => read(cell, at + 2));
      expect(inference.finish()).toBe(decimal === 'auto' ? ',' : decimal);
      return amounts.map((amount) => (typeof amount === 'object' ? amount.code : amount));
    };

    it('leaves what may be thousands to a person, as the whole file did', () => {
      expect(some('auto', ['-25,000', '5,000', '1,50', '1.500'])).toEqual([
        'amount-too-precise',
        'amount-too-precise',
        150,
        150_000,
      ]);
    });

    it('is not changed by a row that is written otherwise, which is held', () => {
      expect(some('auto', ['1,234.50', '5.00', '7,25'])).toEqual(['amount-invalid', 'amount-invalid', 725]);
    });

    it('gives way to what the job says by now', () => {
      expect(some('.', ['5,000', '5.00'])).toEqual([500_000, 500]);
      expect(some(',', ['5,000'])).toEqual([500]);
    });
  });

  it.each([
    [['1,50', '2.50']],
    [['1.50', '2,50']],
    [['1,50', '1.000', '2.50']],
    [['1.000', '2.50', '1,50']],
    [['1,50', '1,234.50']],
  ])('is refused where the file has both: %j', (cells) => {
    const { issue } = readFile(cells);
    expect(issue?.code).toBe('decimal-mixed');
    expect(issue?.suggestion).toContain('Set file.decimal to "," or "."');
  });

  it('is refused with both places', () => {
    expect(readFile(['1,50', '7', '2.50']).issue?.message).toBe(
      '"1,50" (column Beløp, line 2) has "," for its decimal mark and "2.50" (column Beløp, line 4) has "."; ' +
        'a file has one decimal mark.',
    );
  });

  it('is one for all columns', () => {
    const inference = new DecimalInference({ decimal: 'auto', scale: 2, place: 'row' });
    const debit = inference.column('Debet');
    const credit = inference.column('Kredit');
    expect(debit('1,5', 2)).toBe(150);
    expect(credit('1.000', 2)).toBe(100000);
    expect(() => credit('2.5', 3)).toThrow('"2.5" (column Kredit, row 3)');
  });

  it('is not inferred where the job names it: other amounts are issues of their rows', () => {
    expect(readFile(['1.000', '1,5', '1.5'], ',')).toEqual({
      amounts: [100000, 150, 'amount-invalid'],
      mark: ',',
      passes: 1,
    });
    expect(readFile(['-1.000', '1,5', '1.5'], '.')).toEqual({
      amounts: [-100, 'amount-invalid', 150],
      mark: '.',
      passes: 1,
    });
  });

  it('is looked for in each cell of a corrected workbook, with one reading at a time', () => {
    const alone = { alone: true };
    const either = ['-48199,52', '48199.52', '10.5', '1.234,50', '1,234.50', 12.5, '1.234.567', '12.345,-', '0.500'];
    const amounts = [-4819952, 4819952, 1050, 123450, 123450, 1250, 123456700, 1234500, 50];
    for (const cells of [either, either.toReversed()])
      expect(readFile(cells, 'auto', 2, alone)).toEqual({
        amounts: cells === either ? amounts : amounts.toReversed(),
        mark: undefined,
        passes: 1,
      });
    // Nothing beside it makes it one or a thousand.
    for (const doubtful of ['1.000', '1,000', '-12.345', '12,345'])
      expect(readFile(['1,50', doubtful, '1.50'], 'auto', 2, alone).amounts).toEqual([150, 'amount-too-precise', 150]);
    for (const wrong of ['12x,50', '1,5,0', '1.2.3']) {
      expect(readFile([wrong], 'auto', 2, alone).amounts).toEqual(['amount-invalid']);
    }
    // The texts of the workbook itself showed it, or the job says it.
    expect(readFile(['1.000', '10.5', '1,000'], 'auto', 2, { ...alone, found: ',' })).toEqual({
      amounts: [100000, 1050, 'amount-too-precise'],
      mark: ',',
      passes: 1,
    });
    expect(readFile(['1.000', '10,5', '1,000'], '.', 2, alone).amounts).toEqual([100, 1050, 100000]);
    // A rate, or an amount with as many decimals as a group has digits.
    expect(readFile(['9,125', '9.125', '9.12'], 'auto', 8, alone).amounts).toEqual([
      912500000,
      'amount-too-precise',
      912000000,
    ]);
  });

  it.each([{}, { alone: true }])('is never guessed: a file comes back exactly, or with a question (%j)', (how) => {
    const cell = fc.record({
      units: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      grouped: fc.boolean(),
      decimals: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), fc.constantFrom(',', '.'), (cells, mark) => {
        const group = mark === ',' ? '.' : ',';
        const units: number[] = [];
        const texts = cells.map(({ units: any, grouped, decimals }) => {
          const exact = decimals < 2 ? any - (any % 10 ** (2 - decimals)) : any;
          units.push(exact === 0 ? 0 : exact);
          const [whole, rest] = formatMinor(exact, 2).split('.') as [string, string];
          const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
          return decimals === 0 ? shown : `${shown}${mark}${rest.padEnd(3, '0').slice(0, decimals)}`;
        });
        const result = readFile(texts, 'auto', 2, how);
        if (result.issue === undefined)
          expect(result.amounts).toEqual(
            result.amounts!.map((amount, at) => (amount === 'amount-too-precise' ? amount : units[at])),
          );
        else expect(result.issue.code).toBe('decimal-ambiguous');
      }),
      { numRuns: 2000 },
    );
  });
});
