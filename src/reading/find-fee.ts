import type { Cell } from '../core/cell.ts';
import { plainHeader, withoutCurrency } from './field-words.ts';
import {
  type Amounts,
  amountColumns,
  type FigureCandidate,
  findFigures,
  isVatHeader,
  PERCENT,
  ROUNDING,
  ROWS_PROVING,
} from './find-figures.ts';

/** Fees that a job books nowhere, beside the amount that it books. */
export interface FoundFee {
  /** Index of the column. */
  readonly index: number;
  /** The column that differs from the amount by them; undefined where only what the amount is called shows it. */
  readonly other: number | undefined;
  /** The first record with a fee, and minor units of it. */
  readonly first: number;
  readonly units: number;
}

/** What is kept of a payment, by whoever passes it on. */
const FEE =
  /gebyr|geb(?:ü|ue)hr|(?<!cof|tof)fees?(?=amount|total|sum|in[ck]l|ex|$)|komm?is|^komm$|commission|provisjon|provision(?!al)|(?:service|bank|transaction|processing)charges?$|(?:service|kort|transaksjons|transaktions)(?:kostnad|avgift)|^avgift(?:er)?(?:beløp|belopp|sum)?$/;
/** What payments are called with and without what is kept of them. */
const GROSS = /^(?:brutto|gross)/;
const NET = /^net(?:to)?(?:$|am|be|ut|pa|oppgj|sales|salg|sum|tot|settl)|payout|utbetal|oppgjør|settle/;
/** A commission that is paid to an employee is a part of the wage. */
const WAGES = /l[øö]n|salary|wage|payroll|ansatt|anställd|employee/;

/**
 * Finds a column of fees that the job does not map where the amount that it books is one of a settlement: another column differs from it
 * by the fees on every row, or it is called so. A total of prices and fees has them in it, as it is meant.
 * @param amount index of the only column of amounts that the job maps @param mapped indexes of all columns that it names
 */
export function findFee(
  columns: readonly FigureCandidate[],
  records: readonly (readonly Cell[])[],
  amount: number,
  mapped: ReadonlySet<number>,
): FoundFee | undefined {
  const named = columns.filter(
    ({ index, header }) => !mapped.has(index) && FEE.test(withoutCurrency(header)) && !PERCENT.test(header),
  );
  if (named.length === 0 || columns.some(({ header }) => WAGES.test(plainHeader(header)))) return undefined;
  const vat = findFigures(columns, records)?.vat;
  const amounts = amountColumns(columns, records);
  const booked = amounts.find(({ index }) => index === amount);
  const fees = amounts.filter(
    ({ index, units }) =>
      index !== vat &&
      named.some((each) => each.index === index) &&
      units.filter((fee) => fee !== undefined && fee !== 0).length >= ROWS_PROVING,
  );
  if (booked === undefined || fees.length === 0) return undefined;
  const found = (fee: Amounts, other: number | undefined): FoundFee => {
    const first = fee.units.findIndex((units) => units !== undefined && units !== 0);
    return { index: fee.index, other, first, units: fee.units[first]! };
  };
  for (const fee of fees) {
    const other = amounts.find((each) => each !== booked && each !== fee && isWithoutFee(booked, fee, each));
    if (other !== undefined) return found(fee, other.index);
  }
  const fee = fees[0]!;
  const isCalledSo = isCalled(GROSS, booked) || isCalled(NET, booked);
  // Gross and net are words of VAT, too.
  const hasVat = columns.some(({ index, header }) => index !== fee.index && isVatHeader(header));
  return isCalledSo && !hasVat ? found(fee, undefined) : undefined;
}

/** Whether the fee is what two amounts differ by on every row that has both, and no part of what is booked. */
function isWithoutFee(booked: Amounts, fee: Amounts, other: Amounts): boolean {
  let proving = 0;
  let without = 0;
  for (const [row, units] of booked.units.entries()) {
    const [kept = 0, beside] = [fee.units[row], other.units[row]];
    if (units === undefined || beside === undefined) continue;
    if (Math.abs(Math.abs(units - beside) - Math.abs(kept)) > ROUNDING) return false;
    if (kept === 0) continue;
    proving++;
    if (Math.abs(beside) > Math.abs(units) || kept < 0 !== units < 0) without++;
  }
  if (proving < ROWS_PROVING) return false;
  return without * 2 > proving || isCalled(GROSS, booked) || isCalled(NET, other);
}

function isCalled(words: RegExp, { header }: FigureCandidate): boolean {
  return words.test(withoutCurrency(header));
}
