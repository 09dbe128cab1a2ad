import { isZero, negative, plus } from './decimals.ts';
import type { WholeImport } from './live-import.ts';

type Totals = WholeImport['totals'];

/** An import as its page counts it. */
export interface CountedImport extends WholeImport {
  /** Of the entries on hold, those that the service rejected. */
  readonly refused: number;
}

/**
 * All that waits for a person is on hold: what the service rejected too, and duplicates that nobody has decided about. The
 * receipt, which programs read, has these under rejected and duplicate.
 */
export function countedOnHold(of: WholeImport): CountedImport {
  const { entries, rows, totals, heldDuplicates } = of;
  return {
    ...of,
    entries: onHold(entries, heldDuplicates?.entries),
    rows: onHold(rows, heldDuplicates?.rows),
    totals: totals.alreadyHeld === undefined ? totals : totalsOnHold(totals),
    refused: entries.rejected,
  };
}

function onHold<Counts extends WholeImport['entries' | 'rows']>(counts: Counts, duplicates = 0): Counts {
  const { held, rejected, duplicate } = counts;
  return { ...counts, held: held + rejected + duplicates, rejected: 0, duplicate: duplicate - duplicates };
}

function totalsOnHold({ already, alreadyHeld, notBooked, ...others }: Totals): Totals {
  const debit = moved(already?.debit, alreadyHeld?.debit, notBooked?.debit);
  const credit = moved(already?.credit, alreadyHeld?.credit, notBooked?.credit);
  const isLeft = !isZero(debit.already) || !isZero(credit.already);
  return {
    ...others,
    ...(isLeft ? { already: { debit: debit.already, credit: credit.already } } : {}),
    notBooked: { debit: debit.notBooked, credit: credit.notBooked },
    accounts: others.accounts.map((each) => ({ ...each, ...moved(each.already, each.alreadyHeld, each.notBooked) })),
  };
}

function moved(already = '0', held = '0', notBooked = '0') {
  return { already: plus(already, negative(held)), notBooked: plus(notBooked, held) };
}
