import { describe, expect, test } from 'vitest';
import { type BalanceReading, type Movement, RunningBalance } from '../../src/reading/running-balance.ts';
import { ERRORS, makeStatement, plant, type Statement } from './statements.ts';

/** Balances in every order of time and layout; one error is found where it is, and a sound file is left alone. */
const STATEMENTS = 1_500;

function read({ rows }: Pick<Statement, 'rows'>): BalanceReading {
  const check = new RunningBalance();
  rows.forEach(({ account, ...row }, at) => {
    check.add(account, { row: at + 2, skipped: false, ...row });
  });
  return check.finish()!;
}

describe('generated statements', () => {
  test('hold where nothing is wrong, and tell what they begin and end with', () => {
    for (let seed = 1; seed <= STATEMENTS; seed++) {
      const statement = makeStatement(seed);
      const { holds, broken, accounts, sign } = read(statement);
      expect({ seed, broken }).toEqual({ seed, broken: 0 });
      if (holds < 8) continue;
      expect({ seed, sign }).toEqual({ seed, sign: statement.sign });
      for (const { account, opening, closing } of accounts) {
        if (closing !== undefined) expect({ seed, closing }).toEqual({ seed, closing: statement.closing.get(account) });
        if (opening !== undefined) expect({ seed, opening }).toEqual({ seed, opening: statement.opening.get(account) });
      }
    }
  });

  test.each(ERRORS)('break once, at the right rows: %s', (error) => {
    let planted = 0;
    for (let seed = 1; seed <= STATEMENTS; seed++) {
      const statement = makeStatement(seed);
      const what = plant(statement, error, seed);
      if (what === undefined) continue;
      planted++;
      const { rows } = statement;
      const { broken, breaks } = read(statement);
      expect({ seed, broken }, JSON.stringify(what)).toEqual({ seed, broken: 1 });
      const [{ earlier, later }] = breaks as [BalanceReading['breaks'][number]];
      const [before, after] = [rows[earlier.row - 2]!, rows[later.row - 2]!];
      expect([before.account, after.account]).toEqual([what.account, what.account]);
      // Between the two rows lies the error; in a day whose rows stand in no order, within that day.
      const place = statement.shuffled
        ? before.day <= what.day && after.day >= what.day
        : before.at <= what.at && after.at >= what.at;
      expect({ seed, place, before, after }).toMatchObject({ seed, place: true });
    }
    expect(planted).toBeGreaterThan(STATEMENTS / 2);
  });
});

const day = (rows: readonly (readonly [amount: number | undefined, balance: number | undefined, day?: string])[]) => {
  const check = new RunningBalance();
  rows.forEach(([amount, balance, name = 'd'], at) => {
    check.add('', { row: at + 2, day: name, amount, balance, skipped: false } satisfies Movement);
  });
  return check.finish()!;
};

describe('a running balance', () => {
  test('breaks where a row is missing, and names the rows, both balances, the amount and the difference', () => {
    const { breaks, broken } = day([
      [-50, 950, 'a'],
      [-10, 940, 'b'],
      [-20, 900, 'c'],
      [100, 1_000, 'd'],
    ]);
    expect(broken).toBe(1);
    expect(breaks).toEqual([
      {
        earlier: { row: 3, balance: 940 },
        later: { row: 4, balance: 900 },
        amount: -20,
        bridged: 0,
        difference: -20,
      },
    ]);
  });

  test('of the newest first names them in the order of time', () => {
    const { breaks } = day([
      [100, 1_000, 'd'],
      [-20, 900, 'c'],
      [-10, 940, 'b'],
      [-50, 950, 'a'],
    ]);
    expect(breaks).toMatchObject([
      { earlier: { row: 4, balance: 940 }, later: { row: 3, balance: 900 }, amount: -20, difference: -20 },
    ]);
  });

  test('says nothing about what follows an amount that can not be read', () => {
    expect(
      day([
        [-50, 950, 'a'],
        [undefined, 940, 'b'],
        [-20, 920, 'c'],
        [undefined, undefined, 'c'],
        [7, 1_000, 'd'],
        [1, 1_001, 'e'],
      ]).broken,
    ).toBe(0);
  });

  test('may go in a circle on its first day', () => {
    expect(
      day([
        [-100, 0],
        [100, 100],
        [5, 5, 'b'],
        [5, 10, 'c'],
      ]),
    ).toMatchObject({ broken: 0, accounts: [{ opening: 0, closing: 10 }] });
  });

  test.each([
    ['in file order', false],
    ['in no order', true],
  ])('of a day that is longer than what is kept of it holds: %s', (_, isShuffled) => {
    const rows: Movement[] = [];
    let balance = 0;
    for (let at = 0; at < 25_000; at++) {
      const amount = ((at * 7919) % 1_001) - 400;
      balance += amount;
      rows.push({ row: at + 2, day: 'long', amount, balance, skipped: false });
    }
    if (isShuffled) rows.sort((a, b) => ((a.row * 7919) % 25_013) - ((b.row * 7919) % 25_013));
    const check = new RunningBalance();
    check.add('', { row: 1, day: 'before', amount: 1, balance: 0, skipped: false });
    for (const row of rows) check.add('', row);
    check.add('', { row: 30_000, day: 'after', amount: 3, balance: balance + 3, skipped: false });
    check.add('', { row: 30_001, day: 'later', amount: 3, balance: balance + 7, skipped: false });
    expect(check.finish()).toMatchObject({ broken: 1, breaks: [{ later: { row: 30_001 } }] });
  });
});

describe('rows that state a balance and move nothing', () => {
  const opening = (balance: number) => ({ balance, states: 'opening' }) as const;
  const closing = (balance: number) => ({ balance, states: 'closing' }) as const;
  const carried = (balance: number) => ({ balance, states: 'carried' }) as const;
  const moved = (amount: number, balance?: number, day = 'd') => ({ amount, balance, day });
  type Row = ReturnType<typeof moved> | ReturnType<typeof opening | typeof closing | typeof carried>;
  const read = (rows: readonly Row[]) => {
    const check = new RunningBalance();
    for (const [at, row] of rows.entries())
      check.add('', { row: at + 2, day: '', amount: undefined, skipped: 'states' in row, ...row });
    return check.finish()!;
  };
  const rows = [moved(100, 1100), moved(-50, 1050, 'e'), moved(7, 1057, 'f')];
  const newest = rows.toReversed();
  const silent = [moved(100), moved(-50), moved(7)];

  test.each<[string, readonly Row[]]>([
    ['at both ends', [opening(1000), ...rows, closing(1057)]],
    ['at both ends, the newest row first', [closing(1057), ...newest, opening(1000)]],
    ['both above', [opening(1000), closing(1057), ...rows]],
    ['both above, the newest row first', [opening(1000), closing(1057), ...newest]],
    ['both below', [...rows, opening(1000), closing(1057)]],
    ['both below, the newest row first', [...newest, opening(1000), closing(1057)]],
    ['at both ends of rows without a balance', [opening(1000), ...silent, closing(1057)]],
    ['both below rows without a balance', [...silent, opening(1000), closing(1057)]],
    ['carried', [rows[0]!, carried(1100), ...rows.slice(1)]],
    ['of two months', [opening(1000), ...rows, closing(1057), opening(1057), moved(3, 1060, 'g'), closing(1060)]],
    ['of a day whose rows stand in no order', [opening(1000), moved(-50, 1050), moved(100, 1100), closing(1050)]],
  ])('hold: %s', (_, all) => {
    expect(read(all)).toMatchObject({ broken: 0, accounts: [{ opening: 1000 }] });
  });

  test.each<[string, readonly Row[], readonly [number, number]]>([
    ['the closing balance below the rows', [...rows, closing(1000)], [4, 5]],
    ['one as high as the opening balance', [rows[0]!, closing(1000)], [2, 3]],
    ['the closing balance above the rows', [opening(1000), closing(1100), ...rows], [6, 3]],
    ['the closing balance, the newest row first', [closing(1100), ...newest], [3, 2]],
    ['the opening balance, the newest row first', [...newest, opening(900)], [5, 4]],
    ['the opening balance below the rows', [...rows, opening(900), closing(1057)], [5, 2]],
    ['below rows without a balance', [opening(1000), ...silent, closing(1000)], [2, 6]],
    ['a carried balance', [rows[0]!, carried(1300), ...rows.slice(1)], [2, 3]],
    [
      'a closing balance of a day whose rows stand in no order',
      [moved(-50, 1050), moved(100, 1100), closing(7)],
      [2, 4],
    ],
  ])('break once: %s', (_, all, [earlier, later]) => {
    const { broken, breaks } = read(all);
    expect({ broken, rows: breaks.map((each) => [each.earlier.row, each.later.row]) }).toEqual({
      broken: 1,
      rows: [[earlier, later]],
    });
  });
});
