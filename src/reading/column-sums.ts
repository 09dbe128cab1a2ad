/** Sums that a file writes below its rows: compared with the rows since the start, or since any sum above. */

/** Rows with a sum that later sums may count from. */
const SUMS_KEPT = 1_000;
/** Characters of a text that may say that its row is a sum. */
const LABEL_CHARACTERS = 80;
const WORDS =
  'sum|sums|summa|summe|gesamt|gesamtsumme|zwischensumme|total|totals|totalt|totalen|total général|totaal|totale|subtotal|sub-total|sous-total|subtotaal|grand total|delsum|delsumma|mellomsum|sluttsum|i alt|ialt|suma|somme|somma|yhteensä|razem|celkem';
/** A sum, and nothing else. */
const LABEL = new RegExp(`^(${WORDS})\\s*[:.=]*$`, 'iu');
/** `Sum januar`: where the row has no date. */
const LABEL_AND_MORE = new RegExp(`^(${WORDS})\\b`, 'iu');

/** Whether a text says that its row is a sum of others. @param hasDate the row has a date, as bookings do */
export function isSumLabel(text: string, hasDate: boolean): boolean {
  if (text.length > LABEL_CHARACTERS) return false;
  const bare = text.trim();
  return LABEL.test(bare) || (!hasDate && LABEL_AND_MORE.test(bare));
}

/** A text that a sum is labelled with, to ask a job whether it skips such rows. */
export const SUM_LABELS = ['Sum', 'Sum:', 'SUM', 'Total', 'Totalt', 'Subtotal', 'Delsum', 'Summa', 'Summe'] as const;

/** A sum that no rows come to. */
export interface WrongSum {
  readonly row: number;
  /** Minor units that the row says. */
  readonly says: number;
  /** What the rows since the start (row 0) come to, and those since the sum above. */
  readonly rows: readonly { readonly since: number; readonly units: number }[];
}

interface Sums {
  all: number;
  /** Without rows that the job skips. */
  taken: number;
  positive: number;
  negative: number;
}

const KINDS = ['all', 'taken', 'positive', 'negative'] as const;

/** One amount column of a file, row by row. */
export class ColumnSums {
  readonly #now: Sums = { all: 0, taken: 0, positive: 0, negative: 0 };
  /** The start, and the rows with a sum. */
  #bases: { readonly row: number; readonly sums: Sums }[] = [{ row: 0, sums: { ...this.#now } }];

  /** @param units as the cell says them */
  add(units: number, isSkipped: boolean): void {
    const now = this.#now;
    now.all += units;
    if (!isSkipped) now.taken += units;
    if (units > 0) now.positive += units;
    else now.negative += units;
  }

  /** A row whose amount can't be read: nothing is known of sums that it is part of. */
  lose(): void {
    this.#bases = [];
  }

  /** @returns undefined where the rows come to the sum, or nobody knows what they come to */
  compare(row: number, says: number): WrongSum | undefined {
    const now = this.#now;
    const bases = this.#bases;
    const fits = (sums: Sums) =>
      KINDS.some((kind) => {
        const sum = now[kind] - sums[kind];
        // Cards and books list with opposite signs.
        return !Number.isSafeInteger(now[kind]) || sum === says || sum === -says;
      });
    const isRight = bases.length === 0 || bases.some(({ sums }) => fits(sums));
    const rows = [bases[0], bases.at(-1)].flatMap((base, at) => {
      // A sum of sums stands right below them.
      if (base === undefined || (at > 0 && (base === bases[0] || base.sums.all === now.all))) return [];
      return [{ since: base.row, units: now.taken - base.sums.taken }];
    });
    if (bases.length > SUMS_KEPT) bases.splice(1, 1);
    bases.push({ row, sums: { ...now } });
    return isRight ? undefined : { row, says, rows };
  }
}
