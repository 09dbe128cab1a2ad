import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../src/core/compile-pattern.ts';
import { patternOf, payeeOf, UnmatchedRows } from '../../src/reading/unmatched-rows.ts';

const row = (text: string, at: number, units: number | null = 100) => {
  return { field: 'contraAccount', account: '2990', row: at, text, units: units ?? undefined } as const;
};

describe('texts that no rule matched', () => {
  test('differ in more than their numbers, their blanks and their case', () => {
    expect(payeeOf('VIPPS  Kiosk 0601')).toBe(payeeOf('Vipps Kiosk 712'));
    expect(payeeOf('Kiwi 505 Barcode')).not.toBe(payeeOf('Kiwi 505 Tøyen'));
  });

  test.each(['Kiwi 505 (Barcode) 1.0 $', 'a.b*c+d?e^f|g\\h[i]{j}/k', 'ØRE 5 æ-å', "O'Learys 12 – «x»", '100 %'])(
    'the pattern for %s is a rule that matches it, and no longer text',
    (text) => {
      const pattern = compilePattern(patternOf(text));
      expect(pattern.test(text)).toBe(true);
      expect(pattern.test(text.toUpperCase().replace(/\d+/g, '99'))).toBe(true);
      expect(pattern.test(`${text} mer`)).toBe(false);
      expect(pattern.test(`ikke ${text}`)).toBe(false);
    },
  );

  test('are counted by text, the most rows first, with the sum of what can be read', async () => {
    const rows = new UnmatchedRows();
    rows.note(row('Kiwi 1', 2, 1000));
    rows.note(row('NRK', 3, -500));
    rows.note(row('kiwi 22', 4, 250));
    rows.note(row('NRK', 5, null));
    rows.note(row('NRK', 6, -1));
    expect(await rows.result(2, async () => new Map())).toEqual([
      {
        field: 'contraAccount',
        account: '2990',
        rows: 5,
        texts: [
          { text: 'NRK', rows: 3, row: '3', amount: '-5.01' },
          { text: 'Kiwi 1', rows: 2, row: '2', amount: '12.50' },
        ],
        moreTexts: 0,
      },
    ]);
  });

  test('are suggested the account that more than half of the earlier bookings on their side went to', async () => {
    const earlier = async (accounts: Record<string, number>) => {
      const rows = new UnmatchedRows();
      rows.note(row('Kiwi', 2, 1000));
      const asked: unknown[] = [];
      const [of] = await rows.result(2, async (payee, side) => {
        asked.push([payee, side]);
        return new Map(Object.entries(accounts));
      });
      expect(asked).toEqual([['kiwi', 1]]);
      return of!.texts[0]!.earlier;
    };
    expect(await earlier({ '4300': 3, '2990': 40 })).toEqual({ account: '4300', times: 3, of: 3 });
    expect(await earlier({ '4300': 3, '4310': 2 })).toEqual({ account: '4300', times: 3, of: 5 });
    expect(await earlier({ '4300': 2, '4310': 2 })).toBeUndefined();
    expect(await earlier({ '2990': 9 })).toBeUndefined();
  });

  test('are bounded: more texts than are told apart are counted all the same', async () => {
    const rows = new UnmatchedRows();
    for (let at = 0; at < 12_000; at++)
      rows.note(row(`t${[...String(at)].map((digit) => 'abcdefghij'[+digit]).join('')}`, at));
    const [of] = await rows.result(2, async () => new Map());
    expect(of).toMatchObject({ rows: 12_000, moreTexts: 9_950 });
    expect(of!.texts).toHaveLength(50);
  });
});
