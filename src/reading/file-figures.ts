import { type Cell, cellText } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import type { Facts } from '../core/facts.ts';
import type { BookingsJob } from '../core/job.ts';
import { formatMinor } from '../core/money.ts';
import { formatRow, sheetOf } from '../core/row-ranges.ts';
import { type BalanceLabel, balanceLabel } from './balance-labels.ts';
import { ColumnSums, isSumLabel, SUM_LABELS, type WrongSum } from './column-sums.ts';
import { balanceNameRank } from './field-words.ts';
import { valueTest } from './row-rules.ts';
import { flagText } from './row-values.ts';
import { type AccountBalance, type BalanceReading, RunningBalance } from './running-balance.ts';

/**
 * A column that is only called a balance is plainly none of these rows unless so many steps hold, and so many times more
 * than break: an amount that is owed, or a balance of other rows, hardly ever follows from the row before.
 */
const UNMAPPED_HOLDS_LEAST = 3;
const UNMAPPED_HOLDS_EACH = 4;
/** Where all amounts have the other sign, and nothing breaks, so many steps are no accident. */
const UNMAPPED_AGAINST_LEAST = 2;
/** Accounts of assets in the chart: what comes in is a debit, and raises the balance. */
const ASSETS = /^1/;
/** Accounts whose balances are kept, and sums that are named. */
const BALANCES_KEPT = 200;
const SUMS_NAMED = 5;
/** A time of day behind a date. */
const TIME = /[ T]\d{1,2}[:.]\d{2}.*$/;
const DAY_CHARACTERS = 10;
/** Rows between two looks whether rows are plainly not grouped so, and breaks more than in another grouping from which on it is plain. */
const GROUPINGS_EVERY = 2_000;
const GROUPING_BREAKS = 500;
/** Between a sheet and an account, where each sheet has balances of its own. */
const OF_SHEET = '\u0001';

/** What the figures of a file say of each other. */
export interface FoundFigures {
  readonly balance?: {
    readonly column: string;
    /** The job maps it: a break holds the file, else it is a remark. */
    readonly mapped: boolean;
    /** Opening and closing balances in minor units; the account is empty where the file is about one. */
    readonly accounts: readonly AccountBalance[];
    readonly moreAccounts: number;
    /** Present where it breaks: how often, the first row of it, and the rows in words. */
    readonly broken?: {
      readonly breaks: number;
      readonly row: number;
      readonly message: string;
      readonly facts: Facts;
    };
    /** Present where the balance falls by what the job reads as an amount in: a row of it, and what it says in words. */
    readonly against?: {
      readonly row: number;
      readonly message: string;
      readonly facts: Facts;
      /** The job books on a bank account, for which that can't be meant: the file is held. */
      readonly asks: boolean;
    };
  };
  /** Present where rows with a sum differ from the rows that they sum up. */
  readonly sums?: {
    readonly wrong: number;
    readonly row: number;
    readonly column: string;
    readonly message: string;
    readonly facts: Facts;
  };
}

/** What it takes to read the figures of a row. */
export interface FiguresContext {
  readonly job: BookingsJob;
  readonly headers: readonly string[];
  readonly columns: Readonly<Partial<Record<string, readonly number[]>>>;
  readonly columnOf: (accepted: readonly string[]) => number;
  /** Reads an amount that nothing is booked from. */
  readonly peek: (cell: Cell | undefined) => number | undefined;
}

/** Checks running balances, and sums that the job skips, while the rows of a file go by in file order. */
export class FileFigures {
  readonly #context: FiguresContext;
  readonly #amount: number;
  readonly #debit: number;
  readonly #credit: number;
  readonly #date: number;
  readonly #sign: number;
  readonly #flags: readonly [debit: ReadonlySet<string>, credit: ReadonlySet<string>];
  /** Column of the balance; -1 where there is none. */
  readonly #balance: number;
  /** By account where a column says it, and all rows as one, across the sheets or each sheet by itself: whichever holds. */
  #chains: readonly { readonly account: number; readonly bySheet: boolean; readonly chain: RunningBalance }[];
  #seen = 0;
  readonly #sums: readonly { readonly column: number; readonly sums: ColumnSums; readonly wrong: WrongSum[] }[];

  /** @returns undefined where a file has no balance, and the job skips no sums */
  static of(context: FiguresContext): FileFigures | undefined {
    const balance = balanceColumn(context);
    // A sum of amounts whose side another column says may be of either side, or of what is left of both.
    const sums = context.job.sign === undefined && skipsSums(context.job);
    return balance < 0 && !sums ? undefined : new FileFigures(context, balance, sums);
  }

  private constructor(context: FiguresContext, balance: number, sums: boolean) {
    const { job, columns, columnOf } = context;
    const at = (field: string) => columns[field]?.[0] ?? -1;
    this.#context = context;
    this.#balance = balance;
    this.#amount = at('amount');
    this.#debit = at('debit');
    this.#credit = at('credit');
    this.#date = at('date');
    this.#sign = job.sign === undefined ? -1 : columnOf(job.sign.column);
    this.#flags = [new Set(job.sign?.debit.map(flagText)), new Set(job.sign?.credit.map(flagText))];
    const accounts = [at('account'), at('contraAccount')].filter((column) => column >= 0);
    // A workbook with a sheet for each month may have the newest rows first on each of them.
    const across = job.file.sheets === undefined ? [false] : [false, true];
    this.#chains =
      balance < 0
        ? []
        : across.flatMap((bySheet) =>
            [...accounts, -1].map((account) => ({ account, bySheet, chain: new RunningBalance() })),
          );
    const amounts = [this.#amount, this.#debit, this.#credit].filter((column) => column >= 0);
    this.#sums = sums ? amounts.map((column) => ({ column, sums: new ColumnSums(), wrong: [] })) : [];
  }

  /** @param isSkipped the job says that the row is no booking */
  see(record: readonly Cell[], row: number, isSkipped: boolean): void {
    const amount = this.#moved(record);
    const balance = this.#balance < 0 ? undefined : this.#context.peek(record[this.#balance]);
    if (isSkipped && this.#isSum(record, balance)) {
      for (const { column, sums, wrong } of this.#sums) {
        const says = this.#context.peek(record[column]);
        const found = says === undefined ? undefined : sums.compare(row, says);
        if (found !== undefined) wrong.push(found);
      }
      return;
    }
    for (const { column, sums } of this.#sums) {
      const units = this.#context.peek(record[column]);
      if (units !== undefined) sums.add(units, isSkipped);
      else if (!isSkipped && !isEmpty(record[column])) sums.lose();
    }
    if (this.#chains.length === 0) return;
    const states = isSkipped && amount === undefined && balance !== undefined ? labelIn(record) : undefined;
    const movement = { row, day: this.#day(record), amount, balance, skipped: isSkipped, states };
    for (const { account, bySheet, chain } of this.#chains) {
      const named = account < 0 ? '' : cellText(record[account]).trim();
      chain.add(bySheet ? `${sheetOf(row)}${OF_SHEET}${named}` : named, movement);
    }
    if (++this.#seen % GROUPINGS_EVERY === 0 && this.#chains.length > 1) this.#dropGroupings();
  }

  /** Groupings that break all the time where another one holds need not be looked at any more. */
  #dropGroupings(): void {
    const found = this.#chains.map((each) => ({ each, ...each.chain.soFar() }));
    const least = Math.min(...found.map(({ broken }) => broken));
    const left = found.filter(({ holds, broken }) => broken <= holds || broken <= least + GROUPING_BREAKS);
    if (left.length < found.length) this.#chains = left.map(({ each }) => each);
  }

  finish(): FoundFigures {
    const balance = this.#foundBalance();
    const sums = this.#foundSums();
    return { ...(balance === undefined ? {} : { balance }), ...(sums === undefined ? {} : { sums }) };
  }

  /** What the account moved by, as the cells say it: before rules, defaults and `negate`. */
  #moved(record: readonly Cell[]): number | undefined {
    const { job, peek } = this.#context;
    if (this.#debit >= 0 || this.#credit >= 0) {
      const debit = this.#debit < 0 ? undefined : peek(record[this.#debit]);
      const credit = this.#credit < 0 ? undefined : peek(record[this.#credit]);
      const unread = (column: number, units: number | undefined) =>
        units === undefined && column >= 0 && !isEmpty(record[column]);
      if (unread(this.#debit, debit) || unread(this.#credit, credit)) return undefined;
      if (debit === undefined && credit === undefined) return undefined;
      if (debit !== undefined && credit !== undefined && debit !== 0 && credit !== 0) return undefined;
      return job.creditSign === 'negative' ? (debit ?? 0) + (credit ?? 0) : (debit ?? 0) - (credit ?? 0);
    }
    const units = this.#amount < 0 ? undefined : peek(record[this.#amount]);
    if (units === undefined || this.#sign < 0) return units;
    const flag = flagText(cellText(record[this.#sign]));
    const [debit, credit] = this.#flags;
    return debit.has(flag) ? units : credit.has(flag) ? -units : undefined;
  }

  #day(record: readonly Cell[]): string {
    const cell = this.#date < 0 ? undefined : record[this.#date];
    const text = typeof cell === 'string' ? cell : cellText(cell);
    return text.length <= DAY_CHARACTERS ? text : text.trim().replace(TIME, '');
  }

  /** A row with a date and a balance moves the account, whatever it is called. */
  #isSum(record: readonly Cell[], balance: number | undefined): boolean {
    const hasDate = this.#date >= 0 && !isEmpty(record[this.#date]);
    if (hasDate && balance !== undefined) return false;
    return record.some((cell) => typeof cell === 'string' && cell !== '' && isSumLabel(cell, hasDate));
  }

  #foundBalance(): FoundFigures['balance'] {
    const { headers, columns, job } = this.#context;
    const { scale } = job.file;
    const readings = this.#chains.flatMap(({ chain }) => {
      const reading = chain.finish();
      return reading === undefined ? [] : [{ reading }];
    });
    // Too many accounts to tell: then all rows as one say nothing either.
    if (readings.length < this.#chains.length || readings.length === 0) return undefined;
    const score = ({ holds, broken }: BalanceReading) => holds - broken;
    const best = readings.reduce((one, other) => (score(other.reading) > score(one.reading) ? other : one));
    const { holds, broken, accounts } = best.reading;
    if (holds + broken === 0) return undefined;
    const mapped = (columns['balance']?.length ?? 0) > 0;
    const isNone = holds < UNMAPPED_HOLDS_LEAST || holds < UNMAPPED_HOLDS_EACH * broken;
    const against = this.#isAgainst(best.reading, mapped, isNone);
    if (!mapped && !against && (broken === 0 || isNone)) return undefined;
    const column = headers[this.#balance] ?? String(this.#balance + 1);
    const told = mapped ? accounts : [];
    const first = best.reading.breaks[0];
    return {
      column,
      mapped,
      accounts: told.slice(0, BALANCES_KEPT).map(({ account, ...ends }) => {
        const [sheet, named] = account.split(OF_SHEET);
        return named === undefined ? { account, ...ends } : { account: named, sheet: Number(sheet), ...ends };
      }),
      moreAccounts: Math.max(0, told.length - BALANCES_KEPT),
      ...(broken === 0
        ? {}
        : {
            broken: {
              breaks: broken,
              row: first === undefined ? 0 : Math.min(first.earlier.row, first.later.row),
              message: breakWords(column, best.reading, scale),
              facts: breakFacts(best.reading, scale),
            },
          }),
      ...(against
        ? {
            against: {
              row: best.reading.shownBy?.row ?? 0,
              message: againstWords(column, best.reading, scale),
              facts: againstFacts(best.reading, scale),
              asks: mapped && columns['account'] === undefined && ASSETS.test(job.defaults.account ?? ''),
            },
          }
        : {}),
    };
  }

  /** A job that says how signs are to be read was told what to do. */
  #isAgainst({ sign, holds, broken }: BalanceReading, mapped: boolean, isNone: boolean): boolean {
    const { negate, creditSign } = this.#context.job;
    if (sign === 1 || negate || creditSign !== undefined) return false;
    if (mapped) return holds > broken;
    return broken === 0 ? holds >= UNMAPPED_AGAINST_LEAST : !isNone;
  }

  #foundSums(): FoundFigures['sums'] {
    const { headers, job } = this.#context;
    const wrong = this.#sums.flatMap(({ column, wrong }) =>
      wrong.map((sum) => ({ ...sum, column: headers[column] ?? String(column + 1) })),
    );
    const [first] = wrong.sort((a, b) => a.row - b.row);
    if (first === undefined) return undefined;
    const words = wrong.slice(0, SUMS_NAMED).map((sum) => sumWords(sum, sum.column, job.file.scale));
    const more = wrong.length - words.length;
    if (more > 0) words.push(`${counted(more, 'more sum differs', 'more sums differ')}.`);
    return {
      wrong: wrong.length,
      row: first.row,
      column: first.column,
      message: words.join(' '),
      facts: sumFacts(first, job.file.scale),
    };
  }
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** What a row is called that states a balance. */
function labelIn(record: readonly Cell[]): BalanceLabel | undefined {
  for (const cell of record) {
    const label = typeof cell === 'string' && cell !== '' ? balanceLabel(cell) : undefined;
    if (label !== undefined) return label;
  }
  return undefined;
}

/** The column that the job maps, else the one that is best called a balance. */
function balanceColumn({ job, headers, columns }: FiguresContext): number {
  const mapped = columns['balance']?.[0];
  if (mapped !== undefined) return mapped;
  if (job.file.header === 'none') return -1;
  const taken = new Set(Object.values(columns).flat());
  let best = { column: -1, rank: Number.POSITIVE_INFINITY };
  for (const [column, header] of headers.entries()) {
    const rank = taken.has(column) ? undefined : balanceNameRank(header);
    if (rank !== undefined && rank < best.rank) best = { column, rank };
  }
  return best.column;
}

/** Whether the job may skip a row that is labelled as a sum, or has nothing in another column. */
function skipsSums({ skip }: BookingsJob): boolean {
  return skip.some(({ matches, equals }) => {
    const test = valueTest(matches, equals);
    return test('') || SUM_LABELS.some((label) => test(label));
  });
}

function breakWords(
  column: string,
  { breaks, broken: count, sign, isCutShort }: BalanceReading,
  scale: number,
): string {
  const money = (units: number) => formatMinor(BigInt(units), scale);
  const [first] = breaks;
  if (first === undefined) return `The balance in column ${column} breaks ${count === 1 ? 'once' : `${count} times`}.`;
  const { earlier, later, amount, bridged, difference } = first;
  const said = bridged === 0 ? `an amount of ${money(amount)}` : `amounts of ${money(amount)} since`;
  const main = `The balance in column ${column} breaks between row ${formatRow(earlier.row)} and row ${formatRow(later.row)}: it goes from ${money(earlier.balance)} to ${money(later.balance)}, and with ${said} it should come to ${money(earlier.balance + sign * amount)}; the difference is ${money(difference)}. ${earlier.balance === later.balance ? 'One of the two rows may be there twice.' : 'Most often a row is missing between the two.'}`;
  const others = breaks.slice(1).map((each) => `rows ${formatRow(each.earlier.row)} and ${formatRow(each.later.row)}`);
  const more = count - 1 - others.length;
  const also = others.length === 0 ? '' : ` It breaks between ${others.join(', and between ')} too.`;
  return `${main}${also}${more === 0 ? '' : ` There ${more === 1 ? 'is 1 more break' : `are ${isCutShort ? 'at least ' : ''}${more} more breaks`}.`}`;
}

/** The first place where it breaks. */
function breakFacts({ breaks: [first], broken: count, sign }: BalanceReading, scale: number): Facts {
  if (first === undefined) return { breaks: count };
  const money = (units: number) => formatMinor(BigInt(units), scale);
  const { earlier, later, amount, difference } = first;
  return {
    breaks: count,
    rows: [formatRow(earlier.row), formatRow(later.row)],
    balance: money(later.balance),
    expected: money(earlier.balance + sign * amount),
    difference: money(difference),
  };
}

function againstWords(column: string, { shownBy }: BalanceReading, scale: number): string {
  const money = (units: number) => formatMinor(BigInt(units), scale);
  const row =
    shownBy === undefined
      ? ''
      : `: the amount of row ${formatRow(shownBy.row)} is ${money(shownBy.amount)}, and the balance ${shownBy.amount > 0 ? 'falls' : 'rises'} by it to ${money(shownBy.balance)}`;
  return `The balance in column ${column} goes against the amounts${row}. Money in and money out are exchanged, unless the balance is a debt.`;
}

function againstFacts({ shownBy }: BalanceReading, scale: number): Facts {
  if (shownBy === undefined) return {};
  const money = (units: number) => formatMinor(BigInt(units), scale);
  return { row: formatRow(shownBy.row), amount: money(shownBy.amount), balance: money(shownBy.balance) };
}

function sumFacts({ row, says, rows }: WrongSum, scale: number): Facts {
  const money = (units: number) => formatMinor(BigInt(units), scale);
  return { row: formatRow(row), says: money(says), comes: money(rows.at(-1)?.units ?? 0) };
}

function sumWords({ row, says, rows }: WrongSum, column: string, scale: number): string {
  const money = (units: number) => formatMinor(BigInt(units), scale);
  const parts = rows.map(({ since, units }) =>
    since === 0
      ? `all rows above it come to ${money(units)}`
      : `the rows since row ${formatRow(since)} come to ${money(units)}`,
  );
  return `Row ${formatRow(row)} says that column ${column} sums up to ${money(says)}, but ${parts.reverse().join(', and ')}.`;
}
