/** Statements with a running balance, made from a seed, and errors that are planted into them. */

/** Numbers from 0 up to 1, always the same for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A row in the order of time; amounts and balances in minor units. */
export interface StatementRow {
  /** Ordinal in time within its account. */
  readonly at: number;
  readonly account: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  amount: number;
  balance: number | undefined;
}

export interface Statement {
  /** As the file has them. */
  rows: StatementRow[];
  readonly newestFirst: boolean;
  readonly sign: 1 | -1;
  readonly accounts: number;
  readonly shuffled: boolean;
  readonly gaps: 'none' | 'some' | 'end-of-day';
  /** By account. */
  readonly opening: ReadonlyMap<string, number>;
  readonly closing: ReadonlyMap<string, number>;
}

export interface Layout {
  readonly accounts?: number;
  readonly newestFirst?: boolean;
  readonly sign?: 1 | -1;
  readonly shuffled?: boolean;
  readonly gaps?: Statement['gaps'];
}

const between = (random: () => number, from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const pick = <Each>(random: () => number, of: readonly Each[]): Each => of[between(random, 0, of.length - 1)]!;

export function makeStatement(seed: number, layout: Layout = {}): Statement {
  const random = randomOf(seed);
  const accounts = layout.accounts ?? pick(random, [1, 1, 2, 5]);
  const newestFirst = layout.newestFirst ?? random() < 0.5;
  const sign = layout.sign ?? pick(random, [1, 1, 1, -1] as const);
  const shuffled = layout.shuffled ?? random() < 0.4;
  const gaps = layout.gaps ?? pick(random, ['none', 'none', 'some', 'end-of-day'] as const);
  const opening = new Map<string, number>();
  const closing = new Map<string, number>();
  const days: StatementRow[][] = [];
  const balances = new Map<string, number>();
  const counts = new Map<string, number>();
  for (let no = 0; no < accounts; no++) {
    const start = between(random, -500_000, 5_000_000);
    opening.set(String(1920 + no), start);
    balances.set(String(1920 + no), start);
  }
  const length = between(random, 8, 25);
  for (let day = 1; day <= length; day++) {
    for (const account of balances.keys()) {
      const rows: StatementRow[] = [];
      const many = between(random, 0, 5);
      for (let n = 0; n < many; n++) {
        const amount = between(random, 1, 9_999_999) * (random() < 0.6 ? -1 : 1);
        const balance = balances.get(account)! + sign * amount;
        const at = counts.get(account) ?? 0;
        counts.set(account, at + 1);
        balances.set(account, balance);
        rows.push({ at, account, day: `2026-01-${String(day).padStart(2, '0')}`, amount, balance });
      }
      days.push(rows);
    }
  }
  for (const [account, balance] of balances) closing.set(account, balance);
  for (const rows of days) {
    for (const [at, row] of rows.entries()) {
      const isLast = at === rows.length - 1;
      if (gaps === 'end-of-day' ? !isLast : gaps === 'some' && random() < 0.2) row.balance = undefined;
    }
    if (newestFirst) rows.reverse();
    // In any order that the balances tell: where some are missing, rows stay as they happened.
    if (shuffled && rows.every(({ balance }) => balance !== undefined)) shuffle(rows, random);
  }
  if (newestFirst) days.reverse();
  return { rows: days.flat(), newestFirst, sign, accounts, shuffled, gaps, opening, closing };
}

export function shuffle<Each>(items: Each[], random: () => number): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = between(random, 0, at);
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
}

export const ERRORS = ['missing', 'doubled', 'digits', 'sign'] as const;

/** What was planted: the row's place in time, and the last balance before it that is told and the first one after. */
export interface Planted {
  readonly error: (typeof ERRORS)[number];
  readonly account: string;
  readonly at: number;
  readonly day: string;
}

/** Plants an error into a row that has balances on both sides. @returns undefined where there is none */
export function plant(statement: Statement, error: Planted['error'], seed: number): Planted | undefined {
  const random = randomOf(seed);
  const { rows } = statement;
  const told = (account: string) => rows.filter((row) => row.account === account && row.balance !== undefined);
  const inside = rows.filter(({ account, at }) => {
    const ats = told(account).map((row) => row.at);
    return ats.length >= 8 && at > Math.min(...ats) && at < Math.max(...ats);
  });
  const candidates = inside.filter(({ amount }) => error !== 'digits' || swapped(amount) !== amount);
  if (candidates.length === 0) return undefined;
  const row = pick(random, candidates);
  const place = rows.indexOf(row);
  if (error === 'missing') rows.splice(place, 1);
  else if (error === 'doubled') rows.splice(place, 0, { ...row });
  else if (error === 'digits') row.amount = swapped(row.amount);
  else row.amount = -row.amount;
  return { error, account: row.account, at: row.at, day: row.day };
}

/** With its first two different neighbouring digits swapped. */
export function swapped(amount: number): number {
  const digits = String(Math.abs(amount));
  for (let at = 0; at + 1 < digits.length; at++) {
    if (digits[at] === digits[at + 1]) continue;
    const text = `${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`;
    return Math.sign(amount) * Number(text);
  }
  return amount;
}
