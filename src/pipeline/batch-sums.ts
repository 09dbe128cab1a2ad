import type { BatchState } from '../domain/batch.ts';
import { MinorSum } from '../domain/money.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** Where the entries of a batch are. One that was split, withdrawn or refused alone is counted where its entries went. */
const PLACES: Partial<Record<BatchState, Place>> = {
  booked: 'booked',
  'in-doubt': 'inDoubt',
  ready: 'elsewhere',
  sending: 'elsewhere',
};
type Place = 'booked' | 'inDoubt' | 'elsewhere';

/** Of an account, in minor units. */
export type PlacedSums = Readonly<Record<Place, MinorSum>>;

/** Imports whose batches are remembered: 2 MB for one of a million rows. */
const REMEMBERED = 4;

interface Remembered {
  /** By the batch's number: the checksum of the body that its totals belong to, and the state that they were put by. */
  readonly batches: Map<number, { readonly sha256: string; readonly state: BatchState }>;
  readonly sums: Map<string, PlacedSums>;
}

const remembered = new WeakMap<Ledger, Map<number, Remembered>>();

/**
 * The control totals of all batches of an import by account. A million rows have thousands of batches of a hundred accounts: to
 * read all of their totals takes half a second, in which nobody else is answered. So what was added up is kept, and of every batch
 * only its state and its checksum are looked at again; the totals of those that went on are read and moved.
 * @param afresh nothing is remembered: each is read, as a proof has it
 */
export function batchSums(num: number, ledger: Ledger, afresh = false): ReadonlyMap<string, PlacedSums> {
  const imports = remembered.get(ledger) ?? new Map<number, Remembered>();
  remembered.set(ledger, imports);
  if (afresh) imports.delete(num);
  const marks = new Map(ledger.findings.batchMarks(num).map((mark) => [mark.no, mark]));
  let known = imports.get(num) ?? nothing();
  // Some are gone, or others by now: it was planned anew.
  if ([...known.batches].some(([no, { sha256 }]) => marks.get(no)?.sha256 !== sha256)) known = nothing();
  const { batches, sums } = known;
  const changed = [...marks.values()].filter(({ no, state }) => batches.get(no)?.state !== state).map(({ no }) => no);
  // Those of an import that was added up half would be added up again.
  imports.delete(num);
  for (const { no, totals } of changed.length === 0 ? [] : ledger.findings.batchTotals(num, changed)) {
    const { sha256, state } = marks.get(no)!;
    const before = batches.get(no);
    move(sums, totals, before && PLACES[before.state], PLACES[state]);
    batches.set(no, { sha256, state });
  }
  imports.set(num, known);
  const [oldest] = imports.keys();
  if (imports.size > REMEMBERED) imports.delete(oldest!);
  return sums;
}

function nothing(): Remembered {
  return { batches: new Map(), sums: new Map() };
}

function move(sums: Map<string, PlacedSums>, totals: string, from: Place | undefined, to: Place | undefined): void {
  if (from === to) return;
  for (const [account, units] of Object.entries(JSON.parse(totals) as Record<string, string>)) {
    let sum = sums.get(account);
    if (sum === undefined) {
      sum = { booked: new MinorSum(), inDoubt: new MinorSum(), elsewhere: new MinorSum() };
      sums.set(account, sum);
    }
    if (from !== undefined) sum[from].addText(units.startsWith('-') ? units.slice(1) : `-${units}`);
    if (to !== undefined) sum[to].addText(units);
  }
}
