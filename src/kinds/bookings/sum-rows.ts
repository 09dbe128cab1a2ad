import type { Cell } from '../../core/cell.ts';
import type { BookingsJob } from '../../core/job.ts';
import { isPayments } from '../../reading/amount-form.ts';
import { balanceLabel, isPeriod } from '../../reading/balance-labels.ts';
import { isSumLabel } from '../../reading/column-sums.ts';
import type { RowReading } from '../../reading/row-context.ts';

/** What a bank calls the sum of a side. */
const TURNOVER = /^(turnover|omsetning|omsättning|omsætning|umsätze)\b/iu;
/** No date and no amount. */
const BEGINS_AS_TEXT = /^\s*[^\s\d+-]/;
/** Petrol is sold under this name: one row above with the same amount may be another purchase. */
const BRAND = /^total/iu;

/** Rows that a sum may be of: what they come to, and how many they are. */
interface Part {
  readonly units: number;
  readonly rows: number;
}

interface Parts {
  readonly all: Part;
  readonly in: Part;
  readonly out: Part;
  /** With balances that were carried over. */
  readonly carried: Part;
}

const NONE: Part = { units: 0, rows: 0 };
const NOTHING: Parts = { all: NONE, in: NONE, out: NONE, carried: NONE };
/** An amount can't be read: nobody knows what the rows come to. */
const UNKNOWN: Part = { units: Number.NaN, rows: 0 };
const LOST: Parts = { all: UNKNOWN, in: UNKNOWN, out: UNKNOWN, carried: UNKNOWN };

/**
 * Finds rows of a list of payments that are none: an opening or closing balance, and a sum of the rows above. A balance is
 * known by its text, and so is a row that is called a sum and nothing else; for others that begin like one the amount must be
 * what the rows since the start come to, or those since the last sum. In a journal, whose rows say an account or a voucher number, an opening balance is an entry.
 */
export class SumRows {
  readonly #rows: number[] = [];
  #sinceStart = NOTHING;
  #sinceSum = NOTHING;
  /** Rows that are called a sum and nothing else, whatever the rows above come to: a list may begin behind some of them. */
  readonly #named: number[] = [];
  #payments = 0;
  /** A row above is called a sum and is none: a payment with the same amount may be another one. */
  #isLabelled = false;

  /** @returns undefined where the rows of a job are no list of payments */
  static of(job: BookingsJob): SumRows | undefined {
    return isPayments(job) ? new SumRows() : undefined;
  }

  see(record: readonly Cell[], { row, lines, source, issues }: RowReading): void {
    const units = lines[0]?.units;
    if (units === undefined) {
      this.#sinceStart = LOST;
      this.#sinceSum = LOST;
      return;
    }
    if (units === 0) return;
    const texts = record.filter((cell): cell is string => typeof cell === 'string' && BEGINS_AS_TEXT.test(cell));
    const isOwn = source !== undefined && source.contraAccount !== '';
    // A row without a date is held for that already.
    const isHeld = issues?.some(({ code }) => code === 'field-missing') === true;
    if (!isOwn && texts.some((text) => balanceLabel(text) !== undefined)) {
      if (!isHeld) this.#rows.push(row);
      this.#sinceStart = withCarried(this.#sinceStart, units);
      this.#sinceSum = withCarried(this.#sinceSum, units);
      return;
    }
    const label = isOwn ? undefined : texts.find((text) => isSumLabel(text, false) || TURNOVER.test(text.trim()));
    if (label !== undefined && this.#isSum(label, units)) {
      if (!isHeld) this.#rows.push(row);
      this.#sinceSum = NOTHING;
      return;
    }
    if (label !== undefined && isSumAlone(label)) {
      if (!isHeld) this.#named.push(row);
      this.#sinceSum = NOTHING;
      return;
    }
    this.#payments++;
    if (label !== undefined) this.#isLabelled = true;
    this.#sinceStart = withRow(this.#sinceStart, units);
    this.#sinceSum = withRow(this.#sinceSum, units);
  }

  /** Row by row; undefined where there are none. */
  found(): readonly number[] | undefined {
    // A list of nothing but monthly sums is a list of payments.
    const rows = this.#payments > this.#named.length ? [...this.#rows, ...this.#named] : this.#rows;
    return rows.length === 0 ? undefined : rows;
  }

  #isSum(label: string, says: number): boolean {
    const isBrand = BRAND.test(label.trim());
    return [this.#sinceStart, this.#sinceSum].some((parts) =>
      Object.entries(parts).some(([part, { units, rows }]: [string, Part]) => {
        // Cards and books list with opposite signs.
        if (units !== says && units !== -says) return false;
        if (rows !== 1 || this.#isLabelled) return rows > 1;
        return !isBrand || (parts.all.rows === 1 && part !== 'in' && part !== 'out');
      }),
    );
  }
}

/** `Sum januar`, `Delsum:`, but not `Total`, and not `Summa Renhold AS`. */
function isSumAlone(label: string): boolean {
  if (/^totals?$/iu.test(label.trim())) return false;
  return isSumLabel(label, true) || (isSumLabel(label, false) && isPeriod(label.trim().replace(/^\S+/, '')));
}

function more({ units, rows }: Part, by: number): Part {
  return { units: units + by, rows: rows + 1 };
}

function withRow(parts: Parts, units: number): Parts {
  const side = units > 0 ? 'in' : 'out';
  return {
    ...parts,
    all: more(parts.all, units),
    carried: more(parts.carried, units),
    [side]: more(parts[side], units),
  };
}

function withCarried(parts: Parts, units: number): Parts {
  return { ...parts, carried: more(parts.carried, units) };
}
