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
