import { type Cell, cellText } from '../core/cell.ts';
import { type DecimalMark, EMPTY, REFUSED, scanAmount } from '../core/scan-amount.ts';
import { plainHeader } from './field-words.ts';

/** Columns of gross, net and VAT, by their indexes; at least two. */
export interface FoundFigures {
  readonly gross?: number;
  readonly net?: number;
  readonly vat?: number;
  /** Their values show which is which; else only what the columns are called does. */
  readonly proved: boolean;
}

/** A column as it may be one of them. */
export interface FigureCandidate {
  readonly index: number;
  readonly header: string;
}

/** Rows that are reckoned with. */
const ROWS = 250;
/** Rows with VAT in them that prove it. */
export const ROWS_PROVING = 2;
/** Columns of amounts that are tried against each other. */
const CANDIDATES = 12;
export const FIGURE_SCALE = 2;
/** Rounding, in minor units. */
export const ROUNDING = 1;
/** VAT percentages of Europe and its neighbours, in hundredths of a percent. */
const RATES = [
  5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 11.11, 12, 13, 13.5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 27,
].map((percent) => Math.round(percent * 100));
const HUNDRED_PERCENT = 10_000;

const GROSS =
  /^(brutto|gross|bruttobeløp|bruttobelopp|bruttobetrag|grossamount|totalbeløp|totalbelopp)|(inkl|incl|med|ink)(uding|usive)?(mva|moms|vat|tax|mwst|ust)/;
const NET =
  /^(netto|net|nettobeløp|nettobelopp|nettobetrag|netamount|grunnlag|mvagrunnlag|momsgrunnlag|subtotal)$|(eks|ex|excl|exkl|ekskl|uten|utan|without)(uding|usive|lusive)?(mva|moms|vat|tax|mwst|ust)/;
const VAT =
  /^(mva|moms|vat|tax|mwst|ust|umsatzsteuer|merverdiavgift|btw|tva|iva|alv)(beløp|belopp|belob|beløb|betrag|amount|sum|kr|nok|sek|dkk|eur)?$|^(herav|hvorav|varav|heraf)(mva|moms)$/;
const NO_VAT =
  /gebyr|geb(ü|ue)hr|fee|komm?is|^komm$|provisjon|provision|commission|kostnad|omkostning|charge|trekk|skatt|rabatt|discount|tips?$|frakt|shipping/;
/** VAT in Norway, a fee in Sweden: VAT where it is a usual share on every row. */
const VAT_OR_FEE = /^avgift(beløp|belopp|sum|kr|nok|sek)?$/;
/** `Mva %`, `Momssats`, `VAT rate`: percentages, not amounts. */
export const PERCENT = /%|sats|rate|prosent|procent|prozent|percent|satz|pct/i;
const TAX = /mva|moms|vat|tax|mwst|ust|avgift|btw|tva|iva|alv/i;

/** `Mva 25%`: the VAT at this rate, which is an amount. */
const AT_RATE = /\d\s*%/;

/** Whether a column is called as one of VAT percentages. */
export function isPercentHeader(header: string): boolean {
  return PERCENT.test(header) && TAX.test(header) && !AT_RATE.test(header);
}

/** Whether a column is called as one of VAT, at a rate or at several: `Herav mva`, `Mva (25 %)`. */
export function isVatHeader(header: string): boolean {
  const name = plainHeader(header).replace(/\d+$/, '');
  return VAT.test(name) || VAT_OR_FEE.test(name);
}

/** Whether a column is called as one of amounts without VAT. */
export function isNetHeader(header: string): boolean {
  return NET.test(plainHeader(header));
}

/**
 * Finds the columns of gross, net and VAT: where the values of three prove it (net and VAT make gross, and the VAT is a usual share
 * of the net) whatever they are called, else two by what they are called.
 */
export function findFigures(
  columns: readonly FigureCandidate[],
  records: readonly (readonly Cell[])[],
): FoundFigures | undefined {
  const candidates = amountColumns(columns, records).slice(0, CANDIDATES);
  return provedThree(candidates) ?? namedTwo(candidates);
}

/** The columns of amounts, as the first rows show them, under the decimal mark that more of them have. */
export function amountColumns(
  columns: readonly FigureCandidate[],
  records: readonly (readonly Cell[])[],
): readonly Amounts[] {
  const rows = records.slice(0, ROWS);
  return (['.', ','] as const).map((mark) => amountsOf(columns, rows, mark)).sort((a, b) => b.length - a.length)[0]!;
}

export interface Amounts extends FigureCandidate {
  readonly name: string;
  /** Minor units by row; undefined where the cell is empty. */
  readonly units: readonly (number | undefined)[];
}

/** Columns in which every filled cell is an amount under this mark, and some are. */
function amountsOf(
  columns: readonly FigureCandidate[],
  rows: readonly (readonly Cell[])[],
  mark: DecimalMark,
): Amounts[] {
  return columns.flatMap(({ index, header }) => {
    const units: (number | undefined)[] = [];
    let filled = 0;
    for (const row of rows) {
      const cell = row[index];
      const isNumber = typeof cell === 'number' || (typeof cell === 'object' && cell.kind === 'money');
      if (cell !== undefined && !isNumber && typeof cell !== 'string') return [];
      const read = scanAmount(cellText(cell), isNumber ? '.' : mark, FIGURE_SCALE, 10 ** FIGURE_SCALE);
      if (read >= REFUSED && read !== EMPTY) return [];
      units.push(read === EMPTY ? undefined : read);
      if (read !== EMPTY) filled++;
    }
    return filled >= ROWS_PROVING ? [{ index, header, name: plainHeader(header), units }] : [];
  });
}

function provedThree(columns: readonly Amounts[]): FoundFigures | undefined {
  let found: FoundFigures | undefined;
  for (const net of columns) {
    for (const vat of columns) {
      if (vat === net || NO_VAT.test(vat.name) || isPercentHeader(vat.header)) continue;
      const shares = sharesOf(net, vat, isShare);
      if (shares === undefined || (shares === 'other' && !VAT.test(vat.name))) continue;
      const gross = columns.find((each) => each !== net && each !== vat && makes(net, vat, each));
      if (gross === undefined) continue;
      const three = { gross: gross.index, net: net.index, vat: vat.index, proved: true };
      if (VAT.test(vat.name)) return three;
      found ??= three;
    }
  }
  return found;
}

/** Whether net and VAT make gross on every row that has all of them. */
function makes(net: Amounts, vat: Amounts, gross: Amounts): boolean {
  let proving = 0;
  for (const [row, of] of net.units.entries()) {
    const [tax, whole] = [vat.units[row], gross.units[row]];
    if (of === undefined || whole === undefined) continue;
    if (Math.abs(of + (tax ?? 0) - whole) > ROUNDING) return false;
    if ((tax ?? 0) !== 0) proving++;
  }
  return proving >= ROWS_PROVING;
}

/** Whether the VAT of each row is a usual share of the amount beside it; undefined where it can be none. */
function sharesOf(
  amount: Amounts,
  vat: Amounts,
  isUsual: (of: number, tax: number) => boolean,
): 'usual' | 'other' | undefined {
  let proving = 0;
  let usual = true;
  for (const [row, of] of amount.units.entries()) {
    const tax = vat.units[row];
    if (of === undefined || tax === undefined || tax === 0) continue;
    if (Math.abs(tax) >= Math.abs(of) || tax < 0 !== of < 0) return undefined;
    usual &&= isUsual(of, tax);
    proving++;
  }
  return proving < ROWS_PROVING ? undefined : usual ? 'usual' : 'other';
}

function isShare(net: number, tax: number): boolean {
  return RATES.some((rate) => Math.abs(tax * HUNDRED_PERCENT - net * rate) <= ROUNDING * HUNDRED_PERCENT);
}

function isIncluded(gross: number, tax: number): boolean {
  return RATES.some(
    (rate) => Math.abs(tax * (HUNDRED_PERCENT + rate) - gross * rate) <= ROUNDING * (HUNDRED_PERCENT + rate),
  );
}

/** Two of them by what they are called; the shares decide which amount stands beside the VAT where they can. */
function namedTwo(columns: readonly Amounts[]): FoundFigures | undefined {
  const [gross, net] = [GROSS, NET].map((words) => columns.find(({ name }) => words.test(name)));
  const vat =
    columns.find(({ name, header }) => VAT.test(name) && !isPercentHeader(header)) ??
    columns.find(({ name }) => VAT_OR_FEE.test(name));
  if (gross !== undefined && net !== undefined) {
    // Three that are called so and do not add up are not understood; what lies between two may be a fee or a tax on wages.
    const apart = between(gross, net);
    if (vat !== undefined || sharesOf(net, apart, isShare) !== 'usual') return undefined;
    if (columns.some((each) => NO_VAT.test(each.name) && isSame(each, apart))) return undefined;
    return { gross: gross.index, net: net.index, proved: true };
  }
  const amount = gross ?? net;
  if (vat === undefined || amount === undefined) return undefined;
  const [asNet, asGross] = [sharesOf(amount, vat, isShare), sharesOf(amount, vat, isIncluded)];
  if (asNet === undefined) return undefined;
  if (VAT_OR_FEE.test(vat.name) && asNet !== 'usual' && asGross !== 'usual') return undefined;
  // 20 of 100 is 20 % of a net, and 25 % within a gross.
  const proved = asNet !== asGross;
  const isNet = proved ? asNet === 'usual' : amount === net;
  return { ...(isNet ? { net: amount.index } : { gross: amount.index }), vat: vat.index, proved };
}

/** Whether two columns have the same amounts, of either sign. */
function isSame(one: Amounts, other: Amounts): boolean {
  return one.units.every((units, row) => Math.abs(Math.abs(units ?? 0) - Math.abs(other.units[row] ?? 0)) <= ROUNDING);
}

function between(gross: Amounts, net: Amounts): Amounts {
  const units = gross.units.map((whole, row) => {
    const of = net.units[row];
    return whole === undefined || of === undefined ? undefined : whole - of;
  });
  return { ...gross, units };
}
