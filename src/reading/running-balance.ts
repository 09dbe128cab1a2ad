import type { BalanceLabel } from './balance-labels.ts';

/**
 * A running balance is checked by what it says of itself: the balance before a row plus its amount is the balance after it.
 * Nobody says in which order of time a file runs, nor whether an amount raises or lowers its balance (cards): of all four
 * ways that one counts in which the fewest steps break. Within a day rows may stand in any order that chains; rows without
 * a balance are bridged by their amounts. What is kept in memory is the present day of each account.
 */

/** Rows of one account and day that are kept to be brought into order; a longer day counts in file order, else by its sum. */
export const DAY_ROWS_MAX = 10_000;
/** Breaks of a longer day in file order up to which these are named; more of them mean that its rows are in no order. */
const LONG_DAY_BREAKS = 3;
/** Accounts with a balance of their own; of more nothing is said. */
export const ACCOUNTS_MAX = 50_000;
/** Breaks that are named. */
export const BREAKS_NAMED = 3;
/** Breaks more than in the best way, from which on a way of reading is given up. */
const GIVEN_UP_BREAKS = 10;
/** Breaks from which on rows that mostly break are no account's, and are not looked at any more. */
const HOPELESS_BREAKS = 1_000;
/** A day's rows fall into more chains than this part of them: another order does not help. */
const CHAINS_SHARE = 0.25;
const CHAINS_LEAST = 3;
/** Balances that may be meant, where rows that the job skips may or may not have moved the account. */
const CANDIDATES_MAX = 16;
/** Steps that hold, from which on an account may be read in another way than the file. */
const OWN_WAY_HOLDS = 2;

/** What a row says of an account, as its cells say it, in minor units. */
export interface Movement {
  readonly row: number;
  /** Rows that follow each other with the same text are of one day. */
  readonly day: string;
  /** Undefined where the cell is empty or can't be read. */
  readonly amount: number | undefined;
  /** After the row. */
  readonly balance: number | undefined;
  /** The job leaves the row out: without a balance it may have moved the account or not. */
  readonly skipped: boolean;
  /** Present where the row moves nothing, and its text says that it states a balance. */
  readonly states?: BalanceLabel | undefined;
}

/** Two rows that follow each other in time, and whose balances do not. */
export interface BalanceBreak {
  readonly earlier: { readonly row: number; readonly balance: number };
  readonly later: { readonly row: number; readonly balance: number };
  /** Of the rows after the earlier one up to the later one, as the cells say it. */
  readonly amount: number;
  /** Rows in between that have no balance. */
  readonly bridged: number;
  /** The later balance minus what it should be. */
  readonly difference: number;
}

export interface AccountBalance {
  readonly account: string;
  /** Position of its sheet in the workbook, from 1, where each sheet has balances of its own. */
  readonly sheet?: number;
  /** Undefined where the rows at that end say no balance. */
  readonly opening: number | undefined;
  readonly closing: number | undefined;
}

/** What the balances of a file come to. */
export interface BalanceReading {
  /** Steps from row to row that hold, and that don't. */
  readonly holds: number;
  readonly broken: number;
  /** The rest of the file was not looked at any more: so many break that more of them say nothing. */
  readonly isCutShort: boolean;
  /** The first of the latter. */
  readonly breaks: readonly BalanceBreak[];
  readonly accounts: readonly AccountBalance[];
  /** -1: an amount lowers its balance. */
  readonly sign: 1 | -1;
  /** A row whose amount the balance shows to be read with the right sign, or with the other one where `sign` is -1. */
  readonly shownBy: { readonly row: number; readonly amount: number; readonly balance: number } | undefined;
}

/** The likelier ways first: they win where several hold. */
const WAYS = [
  { newestFirst: false, sign: 1 },
  { newestFirst: true, sign: 1 },
  { newestFirst: false, sign: -1 },
  { newestFirst: true, sign: -1 },
] as const;
type Way = (typeof WAYS)[number];

/** Checks the running balances of a file, whose rows come in file order. */
export class RunningBalance {
  readonly #accounts = new Map<string, AccountWalks>();
  #last: AccountWalks | undefined;
  #lastKey = '';
  #tooMany = false;

  add(account: string, movement: Movement): void {
    if (this.#last === undefined || account !== this.#lastKey) {
      let walks = this.#accounts.get(account);
      if (walks === undefined) {
        if (this.#accounts.size === ACCOUNTS_MAX) this.#tooMany = true;
        if (this.#tooMany) return;
        walks = new AccountWalks();
        this.#accounts.set(account, walks);
      }
      this.#last = walks;
      this.#lastKey = account;
    }
    this.#last.add(movement);
  }

  /** Steps that hold and that don't, up to the last day that has ended, in the best way of reading. */
  soFar(): { readonly holds: number; readonly broken: number } {
    let best = { holds: 0, broken: Number.POSITIVE_INFINITY };
    for (const way of WAYS.keys()) {
      let [holds, broken] = [0, 0];
      for (const { walks } of this.#accounts.values()) {
        holds += walks[way]!.holds;
        broken += walks[way]!.breaks;
      }
      if (broken < best.broken) best = { holds, broken };
    }
    return best;
  }

  /** @returns undefined where nothing can be said */
  finish(): BalanceReading | undefined {
    if (this.#tooMany) return undefined;
    const breaks = WAYS.map(() => 0);
    for (const account of this.#accounts.values()) {
      account.end();
      for (const [at, walk] of account.walks.entries()) breaks[at]! += walk.breaks + walk.unplaced;
    }
    const best = breaks.indexOf(Math.min(...breaks));
    const chosen = [...this.#accounts].map(([account, { walks }]) => ({ account, walk: ownWay(walks, best) }));
    const named = chosen.flatMap(({ walk }) => walk.named);
    return {
      holds: chosen.reduce((sum, { walk }) => sum + walk.holds, 0),
      broken: chosen.reduce((sum, { walk }) => sum + walk.breaks, 0),
      isCutShort: [...this.#accounts.values()].some(({ isHopeless }) => isHopeless),
      breaks: named.sort((a, b) => firstRow(a) - firstRow(b)).slice(0, BREAKS_NAMED),
      accounts: chosen.map(({ account, walk }) => ({ account, ...walk.ends() })),
      sign: WAYS[best]!.sign,
      shownBy: chosen.map(({ walk }) => walk.shownBy).find((shown) => shown !== undefined),
    };
  }
}

function firstRow({ earlier, later }: BalanceBreak): number {
  return Math.min(earlier.row, later.row);
}

/** As the file is read; an account of a ledger may count its balance the other way. */
function ownWay(walks: readonly Walk[], best: number): Walk {
  const ofFile = walks[best]!;
  if (ofFile.breaks === 0) return ofFile;
  return walks.find(({ breaks, holds }) => breaks === 0 && holds >= OWN_WAY_HOLDS) ?? ofFile;
}

/** The rows of one account, walked in each way. */
class AccountWalks {
  readonly walks: readonly Walk[] = WAYS.map((way) => new Walk(way));
  #alive: readonly Walk[] = this.walks;
  #day: Movement[] = [];
  #name = '';
  #isLong = false;

  /** These are no rows of one account: nothing more is looked at. */
  isHopeless = false;

  add(movement: Movement): void {
    if (this.isHopeless) return;
    const { day, balance, states } = movement;
    if (states !== undefined && balance !== undefined) {
      // The rows of its day are above it or below it, in whatever order these are.
      this.endDay();
      for (const walk of this.#alive) walk.state({ row: movement.row, balance, label: states });
      return;
    }
    // A row without a date is of the day that it stands in.
    if (day !== this.#name && day !== '') {
      if (this.#name !== '') this.endDay();
      this.#name = day;
    }
    if (this.#day.length === DAY_ROWS_MAX) this.#goOn();
    this.#day.push(movement);
  }

  end(): void {
    this.endDay();
    for (const walk of this.#alive) walk.end();
  }

  /** A day is longer than what is kept of it. */
  #goOn(): void {
    for (const walk of this.#alive) {
      if (!this.#isLong) walk.beginLong();
      walk.walkLong(this.#day);
    }
    this.#isLong = true;
    this.#day = [];
  }

  endDay(): void {
    if (this.#day.length === 0) return;
    if (this.#isLong) {
      this.#goOn();
      for (const walk of this.#alive) walk.endLong();
      this.#isLong = false;
    } else {
      for (const walk of this.#alive) walk.walkDay(this.#day);
    }
    this.#day = [];
    this.isHopeless = this.#alive.every(({ breaks, holds }) => breaks > HOPELESS_BREAKS && breaks > holds);
    if (this.#alive.length === 1) return;
    const best = Math.min(...this.#alive.map(({ breaks }) => breaks));
    if (this.#alive.some(({ breaks }) => breaks > best + GIVEN_UP_BREAKS))
      this.#alive = this.#alive.filter(({ breaks }) => breaks <= best + GIVEN_UP_BREAKS);
  }
}

/** A row that states a balance and moves nothing. */
interface Stated {
  readonly row: number;
  readonly balance: number;
  readonly label: BalanceLabel;
}

/** Where a walk stands. */
interface Place {
  /** What the balance may be; undefined where it is not known. */
  readonly at: readonly number[] | undefined;
  /** The last row whose balance was read. */
  readonly known: { readonly row: number; readonly balance: number } | undefined;
  /** Amounts of rows since then, and how many rows without a balance these are. */
  readonly moved: number;
  readonly bridged: number;
  readonly holds: number;
  readonly breaks: number;
  readonly named: readonly BalanceBreak[];
  /** Balance before the first row: `lead` is what moved before the first balance. */
  readonly start: number | undefined;
  readonly lead: number | undefined;
  readonly isCircle: boolean;
  readonly firstDay: readonly (readonly Movement[])[] | undefined;
}

const BEGINNING: Place = {
  at: undefined,
  known: undefined,
  moved: 0,
  bridged: 0,
  holds: 0,
  breaks: 0,
  named: [],
  start: undefined,
  lead: 0,
  isCircle: false,
  firstDay: undefined,
};

/** The rows of an account in one way: in file order, from balance to balance. */
class Walk {
  readonly #newestFirst: boolean;
  /** What a row adds to the balance on this walk is its amount times this. */
  readonly #factor: number;
  readonly #sign: number;
  #at: readonly number[] | undefined;
  #known: Place['known'];
  #moved = 0;
  #bridged = 0;
  holds = 0;
  breaks = 0;
  /** Balances that are stated and can't be compared in this way of reading: another way that can is the likelier one. */
  unplaced = 0;
  shownBy: BalanceReading['shownBy'];
  named: readonly BalanceBreak[] = [];
  #start: number | undefined;
  #lead: number | undefined = 0;
  /** The first day comes back to where it began, which may be any of `#at`. */
  #isCircle = false;
  /** The first day falls into these chains, and which of them is the last one is not known. */
  #firstDay: readonly (readonly Movement[])[] | undefined;
  /** Before a long day, and what its rows add. */
  #before = BEGINNING;
  #added: number | undefined = 0;
  #firstRow = 0;
  /** Balances of an end that are not those of the place where they stand: a list may state both ends above its rows, or below. */
  #elsewhere: { readonly stated: Stated; readonly found: BalanceBreak | undefined }[] = [];
  /** The last row, where it states the end that this walk began at. */
  #last: Stated | undefined;

  constructor({ newestFirst, sign }: Way) {
    this.#newestFirst = newestFirst;
    this.#sign = sign;
    this.#factor = newestFirst ? -sign : sign;
  }

  ends(): Pick<AccountBalance, 'opening' | 'closing'> {
    const last = this.#at?.length === 1 || this.#isCircle ? this.#at?.[0] : undefined;
    return this.#newestFirst ? { opening: last, closing: this.#start } : { opening: this.#start, closing: last };
  }

  state(stated: Stated): void {
    const { row, balance, label } = stated;
    const isOfBegin = label === (this.#newestFirst ? 'closing' : 'opening');
    this.#last = isOfBegin ? stated : undefined;
    if (this.#at === undefined && this.#start === undefined) {
      // Above all rows it is what the walk begins at; else it is what the rows so far, which say no balance, come to.
      if (label === 'carried' || isOfBegin === (this.#lead === 0)) {
        this.#start = this.#lead === undefined ? undefined : balance - this.#lead;
        this.#standAt(stated);
      } else this.#elsewhere.push({ stated, found: undefined });
      return;
    }
    if (this.#at?.includes(balance)) {
      this.holds++;
      if (this.#isCircle) this.#start = balance;
      if (this.#firstDay !== undefined && this.#at[0] !== balance) this.#walkFirstDay(this.#firstDay, balance);
    } else if (label !== 'carried') {
      const found = this.#firstRow === 0 ? undefined : this.#breakBefore({ row, balance }, 0);
      this.#elsewhere.push({ stated, found });
      return;
    } else if (this.#at !== undefined) {
      this.#break({ row, balance }, 0);
      // Whichever of the two is right, what follows tells.
      this.#at = [...this.#at, balance];
      return;
    }
    this.#standAt(stated);
  }

  #standAt({ row, balance }: Stated): void {
    this.#isCircle = false;
    this.#firstDay = undefined;
    this.#at = [balance];
    this.#known = { row, balance };
    this.#moved = 0;
    this.#bridged = 0;
  }

  /** At the end of the file, whose ends are known now. */
  end(): void {
    const ends = this.ends();
    // Below the oldest row a closing balance is no opening one, though it may be as high.
    const last = this.#newestFirst && this.#last !== undefined ? [{ stated: this.#last, found: undefined }] : [];
    for (const { stated, found } of [...this.#elsewhere, ...last]) {
      const { row, balance, label } = stated;
      const end = label === 'carried' ? balance : ends[label];
      if (end === undefined) this.unplaced++;
      if (end === undefined || end === balance) continue;
      this.breaks++;
      const here = { row, balance };
      const first = { row: this.#firstRow, balance: end };
      const isOpening = label === 'opening';
      const isOfBegin = isOpening !== this.#newestFirst;
      const [earlier, later] = isOpening ? [here, first] : [first, here];
      const difference = later.balance - earlier.balance;
      const atFirst = { earlier, later, amount: 0, bridged: 0, difference };
      this.#name(isOfBegin ? atFirst : (found ?? this.#breakBefore(here, 0)));
    }
  }

  walkDay(day: readonly Movement[]): void {
    if (day.length === 1) {
      this.#step(day[0]!);
      return;
    }
    const before = this.#place();
    const isFirst = before.at === undefined && before.start === undefined;
    for (const movement of day) this.#step(movement);
    if (this.breaks === before.breaks) {
      // Where the day comes back to where it began, and nobody says where that was, it may have begun at any of its rows.
      if (isFirst) this.#openCircle(day);
      return;
    }
    const inFileOrder = this.#place();
    this.#stand(before);
    if (this.#walkReordered(day) && this.breaks < inFileOrder.breaks + (isFirst ? 1 : 0)) return;
    this.#stand(inFileOrder);
  }

  beginLong(): void {
    this.#before = this.#place();
    this.#added = 0;
  }

  walkLong(rows: readonly Movement[]): void {
    for (const movement of rows) {
      this.#step(movement);
      if (movement.amount !== undefined) this.#added = (this.#added ?? Number.NaN) + movement.amount * this.#factor;
      else if (!movement.skipped) this.#added = Number.NaN;
    }
  }

  endLong(): void {
    const before = this.#before;
    if (this.breaks - before.breaks <= LONG_DAY_BREAKS) return;
    this.#stand(before);
    this.#leap(this.#added);
  }

  /** Past rows of which only their sum is known. */
  #leap(added: number | undefined): void {
    const at = this.#at?.[0];
    const to = at === undefined || added === undefined || Number.isNaN(added) ? undefined : at + added;
    this.#at = to === undefined ? undefined : [to];
    if (to === undefined) {
      this.#known = undefined;
      this.#lead = undefined;
    } else this.#moved += added! / this.#factor;
  }

  /** @returns false where no other order helps */
  #walkReordered(day: readonly Movement[]): boolean {
    const whole = day.filter(({ amount, balance }) => amount !== undefined && balance !== undefined);
    const chains = chainsOf(
      whole.map((movement) => this.#edge(movement)),
      this.#at ?? [],
    );
    if (whole.length === day.length) {
      if (chains === undefined) return false;
      const isFirst = this.#at === undefined && this.#start === undefined;
      const begins = this.#at?.includes(this.#edge(whole[chains[0]![0]!]!).from) === true;
      const ordered = chains.flat().map((at) => whole[at]!);
      for (const movement of ordered) this.#step(movement);
      if (chains.length > 1) {
        // Which chain is the last one only what follows can tell.
        const ends = chains.slice(begins ? 1 : 0).map((chain) => this.#edge(whole[chain.at(-1)!]!).to);
        this.#at = [...new Set([...this.#at!, ...ends])].slice(0, CANDIDATES_MAX);
        if (isFirst) this.#firstDay = chains.map((chain) => chain.map((at) => whole[at]!));
      } else if (isFirst) this.#openCircle(ordered);
      return true;
    }
    const unread = day.filter(({ amount, skipped }) => amount === undefined && !skipped).length;
    if (unread > 0) {
      // Of a row whose amount can't be read people hear already: it may stand between any two chains.
      const joints = day.length - whole.length;
      const from = chains?.[0]?.[0];
      const begins = this.#at === undefined || from === undefined || this.#at.includes(this.#edge(whole[from]!).from);
      if (chains === undefined || chains.length - (begins ? 1 : 0) > joints) return false;
      this.#leap(undefined);
      return true;
    }
    // Where only some rows say a balance, the day must come out at one of them.
    const at = this.#at?.[0];
    if (at === undefined) return false;
    const added = day.reduce((sum, { amount = 0 }) => sum + amount * this.#factor, 0);
    const last = whole.find((movement) => this.#edge(movement).to === at + added);
    if (last === undefined) return false;
    this.#at = [at + added];
    this.#settle(last);
    this.holds++;
    return true;
  }

  /** From which balance to which a row leads on this walk. */
  #edge({ amount, balance }: Movement): Edge {
    const added = amount! * this.#factor;
    return this.#newestFirst ? { from: balance!, to: balance! + added } : { from: balance! - added, to: balance! };
  }

  #openCircle(day: readonly Movement[]): void {
    if (day.some(({ amount, balance }) => amount === undefined || balance === undefined)) return;
    const edges = day.map((movement) => this.#edge(movement));
    if (edges[0]!.from !== edges.at(-1)!.to || edges.length > CANDIDATES_MAX) return;
    this.#at = [...new Set([edges.at(-1)!.to, ...edges.map(({ to }) => to)])];
    this.#isCircle = true;
  }

  #step(movement: Movement): void {
    const { amount, balance, skipped, row } = movement;
    this.#last = undefined;
    if (this.#firstRow === 0) this.#firstRow = row;
    if (balance === undefined) {
      this.#bridge(amount, skipped);
      return;
    }
    if (amount === undefined) {
      if (!skipped) {
        // The row is held for its amount: what is before it is not compared with what comes after.
        this.#at = this.#newestFirst ? undefined : [balance];
        this.#known = this.#newestFirst ? undefined : { row, balance };
        this.#moved = 0;
        this.#bridged = 0;
        this.#lead = undefined;
      } else if (this.#at === undefined && this.#start === undefined) {
        this.#at = [balance];
        this.#start = this.#lead === undefined ? undefined : balance - this.#lead;
        this.#known = { row, balance };
      }
      return;
    }
    const { from, to } = this.#edge(movement);
    if (this.#at === undefined) {
      if (this.#lead !== undefined && this.#start === undefined) this.#start = from - this.#lead;
    } else if (this.#at.includes(from)) {
      this.holds++;
      if (amount !== 0) this.shownBy ??= { row, amount, balance };
      if (this.#isCircle) this.#start = from;
      if (this.#firstDay !== undefined && this.#at[0] !== from) this.#walkFirstDay(this.#firstDay, from);
    } else this.#break({ row, balance }, amount);
    this.#isCircle = false;
    this.#firstDay = undefined;
    this.#at = [to];
    this.#settle(movement);
  }

  /** Once it is known what the chains of the first day come out at. */
  #walkFirstDay(chains: readonly (readonly Movement[])[], end: number): void {
    const isLast = (chain: readonly Movement[]) => this.#edge(chain.at(-1)!).to === end;
    const { holds } = this;
    this.#stand(BEGINNING);
    for (const chain of [...chains].sort((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
      for (const movement of chain) this.#step(movement);
    }
    this.holds = holds;
  }

  #settle({ row, amount, balance }: Movement): void {
    this.#known = { row, balance: balance! };
    this.#moved = this.#newestFirst ? amount! : 0;
    this.#bridged = 0;
    this.#lead ??= 0;
  }

  #bridge(amount: number | undefined, skipped: boolean): void {
    if (amount === undefined) {
      if (skipped) return;
      this.#at = undefined;
      this.#lead = undefined;
      return;
    }
    const added = amount * this.#factor;
    if (this.#at === undefined) {
      if (this.#start === undefined && this.#lead !== undefined && !skipped) this.#lead += added;
      return;
    }
    const moved = this.#at.map((each) => each + added);
    const at = skipped ? [...new Set([...this.#at, ...moved])] : moved;
    this.#at = at.length > CANDIDATES_MAX ? undefined : at;
    if (skipped) return;
    this.#moved += amount;
    this.#bridged++;
  }

  #break(here: BalanceBreak['later'], amount: number): void {
    this.breaks++;
    this.#name(this.#breakBefore(here, amount));
  }

  #name(found: BalanceBreak | undefined): void {
    if (found !== undefined && this.named.length < BREAKS_NAMED) this.named = [...this.named, found];
  }

  /** Between the last balance and a row. @param amount of the row */
  #breakBefore(here: BalanceBreak['later'], amount: number): BalanceBreak | undefined {
    if (this.#known === undefined) return undefined;
    const moved = this.#newestFirst ? this.#moved : this.#moved + amount;
    const [earlier, later] = this.#newestFirst ? [here, this.#known] : [this.#known, here];
    const difference = later.balance - earlier.balance - moved * this.#sign;
    return { earlier, later, amount: moved, bridged: this.#bridged, difference };
  }

  #place(): Place {
    return {
      at: this.#at,
      known: this.#known,
      moved: this.#moved,
      bridged: this.#bridged,
      holds: this.holds,
      breaks: this.breaks,
      named: this.named,
      start: this.#start,
      lead: this.#lead,
      isCircle: this.#isCircle,
      firstDay: this.#firstDay,
    };
  }

  #stand(place: Place): void {
    this.#at = place.at;
    this.#known = place.known;
    this.#moved = place.moved;
    this.#bridged = place.bridged;
    this.holds = place.holds;
    this.breaks = place.breaks;
    this.named = place.named;
    this.#start = place.start;
    this.#lead = place.lead;
    this.#isCircle = place.isCircle;
    this.#firstDay = place.firstDay;
  }
}

interface Edge {
  readonly from: number;
  readonly to: number;
}

/**
 * Brings rows into as few chains as they allow: each row leads from one balance to another, so that a chain is a trail
 * through balances that takes every row once.
 * @param begin balances that the first chain should begin at
 * @returns the chains, as places in `edges`; undefined where there are too many for another order to help
 */
function chainsOf(edges: readonly Edge[], begin: readonly number[]): number[][] | undefined {
  const leaving = new Map<number, number[]>();
  const surplus = new Map<number, number>();
  for (let at = edges.length - 1; at >= 0; at--) {
    const { from, to } = edges[at]!;
    const out = leaving.get(from);
    if (out === undefined) leaving.set(from, [at]);
    else out.push(at);
    surplus.set(from, (surplus.get(from) ?? 0) + 1);
    surplus.set(to, (surplus.get(to) ?? 0) - 1);
  }
  // Each balance that more rows leave than reach begins so many chains.
  const begins: number[] = [];
  for (const [balance, more] of surplus) for (let n = 0; n < more; n++) begins.push(balance);
  if (begins.length > Math.max(CHAINS_LEAST, edges.length * CHAINS_SHARE)) return undefined;
  const place = (balance: number) => (begin.includes(balance) ? -1 : (leaving.get(balance)?.at(-1) ?? edges.length));
  begins.sort((a, b) => place(a) - place(b));
  const follow = (from: number): number[] => {
    const chain: number[] = [];
    for (let at = leaving.get(from)?.pop(); at !== undefined; at = leaving.get(edges[at]!.to)?.pop()) chain.push(at);
    return chain;
  };
  const chains = begins.map(follow);
  // What is left are circles: each is put into a chain that comes by, else it is one of its own.
  let circles: number[][] = [];
  for (const from of [...begin, ...edges.map((edge) => edge.from)]) {
    const circle = follow(from);
    if (circle.length > 0) circles.push(circle);
  }
  while (circles.length > 0) {
    const left = circles.filter((circle) => !chains.some((chain) => putIn(chain, circle, edges)));
    if (left.length === circles.length) chains.push(left.shift()!);
    circles = left;
  }
  return withDoubles(chains, edges);
}

/** A chain that comes out at a balance which a longer one passes through (a row that stands twice) goes before that place. */
function withDoubles(chains: readonly number[][], edges: readonly Edge[]): number[][] {
  const placed = new Set<readonly number[]>();
  for (const chain of chains) {
    const { to } = edges[chain.at(-1)!]!;
    for (const longer of chains) {
      if (longer.length <= chain.length || placed.has(longer)) continue;
      const place = longer.findIndex((at, place) => place > 0 && edges[at]!.from === to);
      if (place < 0) continue;
      longer.splice(place, 0, ...chain);
      placed.add(chain);
      break;
    }
  }
  return chains.filter((chain) => !placed.has(chain));
}

/** Puts a circle into a chain that comes by one of its balances. @returns false where it does not */
function putIn(chain: number[], circle: readonly number[], edges: readonly Edge[]): boolean {
  const balances = new Map(circle.map((at, place) => [edges[at]!.from, place]));
  for (let place = 0; place <= chain.length; place++) {
    const balance = place === chain.length ? edges[chain.at(-1)!]!.to : edges[chain[place]!]!.from;
    const turn = balances.get(balance);
    if (turn === undefined) continue;
    chain.splice(place, 0, ...circle.slice(turn), ...circle.slice(0, turn));
    return true;
  }
  return false;
}
