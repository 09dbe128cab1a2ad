import { formatMinor, MinorSum } from '../core/money.ts';
import { type BatchState, CREDIT_TOTAL, DEBIT_TOTAL } from '../core/states.ts';
import { compareCodes } from '../core/text.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** Where the entries of a batch are. One that was split, withdrawn or refused alone is counted where its entries went. */
const PLACES: Partial<Record<BatchState, Place>> = {
  booked: 'booked',
  'in-doubt': 'inDoubt',
  ready: 'pending',
  waiting: 'pending',
  sending: 'pending',
};
type Place = 'booked' | 'inDoubt' | 'pending';

/** Of an account, in minor units. */
type PlacedSums = Readonly<Record<Place, MinorSum>>;

/** Imports whose batches are remembered: half a megabyte for one of a million rows. */
const REMEMBERED = 8;

interface Remembered {
  /** `Findings.discarded` by then: where it is another by now, a number may mean another batch. */
  readonly discarded: number;
  /** By the batch's number, the state that its totals were put by. */
  readonly states: Map<number, BatchState>;
  readonly sums: Map<string, PlacedSums>;
}

/** By the attempt log: a ledger and its transactions have one. */
const remembered = new WeakMap<Ledger['attemptLog'], Map<number, Remembered>>();

/**
 * The control totals of all batches of an import by account. A million rows have thousands of batches of a hundred accounts: to
 * read all of their totals takes half a second, in which nobody else is answered. So what was added up is kept, and of every batch
 * only its state is looked at again; the totals of those that went on are read and moved.
 * To be called in `Ledger.read`: another call would move what this one returns.
 * @param afresh nothing is remembered: each is read, as a proof has it
 */
export async function batchSums(num: number, ledger: Ledger, afresh = false): Promise<ReadonlyMap<string, PlacedSums>> {
  const { findings } = ledger;
  const imports = remembered.get(ledger.attemptLog) ?? new Map<number, Remembered>();
  remembered.set(ledger.attemptLog, imports);
  const discarded = await findings.discarded(num);
  const kept = imports.get(num);
  const known = afresh || kept?.discarded !== discarded ? nothing(discarded) : kept;
  const { states, sums } = known;
  const changed = new Map<number, BatchState>();
  for (const { state, nos } of await findings.batchStates(num)) {
    for (const no of JSON.parse(nos) as number[]) if (states.get(no) !== state) changed.set(no, state);
  }
  // Those of an import that was added up half would be added up again.
  imports.delete(num);
  if (changed.size > 0)
    await findings.batchTotals(num, [...changed.keys()], ({ no, totals }) => {
      const before = states.get(no);
      const now = changed.get(no)!;
      move(sums, totals, before && PLACES[before], PLACES[now]);
      states.set(no, now);
    });
  imports.set(num, known);
  const [oldest] = imports.keys();
  if (imports.size > REMEMBERED) imports.delete(oldest!);
  return sums;
}

function nothing(discarded: number): Remembered {
  return { discarded, states: new Map(), sums: new Map() };
}

function move(sums: Map<string, PlacedSums>, totals: string, from: Place | undefined, to: Place | undefined): void {
  if (from === to) return;
  eachTotal(totals, (account, units) => {
    let sum = sums.get(account);
    if (sum === undefined) {
      sum = { booked: new MinorSum(), inDoubt: new MinorSum(), pending: new MinorSum() };
      sums.set(account, sum);
    }
    if (from !== undefined) sum[from].addText(negated(units));
    if (to !== undefined) sum[to].addText(units);
  });
}

/** Whole units with the other sign, as text. */
export function negated(units: string): string {
  return units.startsWith('-') ? units.slice(1) : `-${units}`;
}

/** What a key may hold that a look for quotes alone would read wrongly. */
const ESCAPED_QUOTE = '\\"';
const ESCAPED_BACKSLASH = '\\\\';

/**
 * Goes through control totals as batches and entries keep them: JSON, `{"1920":"-1000",…}`, the texts of whole minor units by
 * account; of several, a line each. A million rows have half a million of them; to cut them at their quotes takes a third of what `JSON.parse` takes, which
 * makes an object whose keys look like indexes.
 */
export function eachTotal(totals: string, visit: (account: string, units: string) => void): void {
  if (totals.includes(ESCAPED_QUOTE) || totals.includes(ESCAPED_BACKSLASH)) {
    for (const line of totals.split('\n'))
      for (const [account, units] of Object.entries(JSON.parse(line) as Record<string, string>)) visit(account, units);
    return;
  }
  const parts = totals.split('"');
  for (let at = 1; at + 2 < parts.length; at += 4) {
    const account = parts[at]!;
    visit(account.includes('\\') ? (JSON.parse(`"${account}"`) as string) : account, parts[at + 2]!);
  }
}

/** The control totals of a batch, JSON, per account, in decimal text and in the order of the accounts. */
export function batchTotals(totals: string, scale: number): { account: string; amount: string }[] {
  return Object.entries(JSON.parse(totals) as Record<string, string>)
    .filter(([account]) => account !== DEBIT_TOTAL && account !== CREDIT_TOTAL)
    .sort(([a], [b]) => compareCodes(a, b))
    .map(([account, units]) => ({ account, amount: formatMinor(BigInt(units), scale) }));
}
