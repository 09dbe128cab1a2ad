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

const MOVED = ['already', 'remapped', 'notBooked'] as const;

/** Booked again, duplicates would go where the job says today: on hold they are on those accounts. */
function totalsOnHold(totals: Totals): Totals {
  const accounts = totals.accounts.map((each) => ({ ...each, ...moved(each) }));
  const side = (name: 'debit' | 'credit') =>
    moved(
      Object.fromEntries(
        ([...MOVED, 'alreadyHeld', 'remappedHeld'] as const).map((each) => [each, totals[each]?.[name]]),
      ),
    );
  const [debit, credit] = [side('debit'), side('credit')];
  const sides = MOVED.map((place) => {
    const isThere = accounts.some((each) => !isZero(each[place]));
    return [place, isThere ? { debit: debit[place], credit: credit[place] } : undefined];
  });
  return { ...totals, ...Object.fromEntries(sides), accounts };
}

function moved({
  already = '0',
  alreadyHeld = '0',
  remapped = '0',
  remappedHeld = '0',
  notBooked = '0',
}: Partial<Totals['accounts'][number]>) {
  return {
    already: plus(already, negative(alreadyHeld)),
    remapped: plus(remapped, negative(remappedHeld)),
    notBooked: plus(notBooked, alreadyHeld, negative(remappedHeld)),
  };
}
