import { Decimal } from 'decimal.js';
import type { Issue } from '../../core/issue.ts';
import type { BookingsJob } from '../../core/job.ts';
import { formatMinor } from '../../core/money.ts';
import type { VatType } from '../../core/records.ts';
import { type Figures, figuresText, toleranceUnits } from '../../reading/gross-net-vat.ts';
import { readPercent } from '../../reading/read-percent.ts';
import type { Line, RowReading, VatSlot } from '../../reading/row-context.ts';
import { percentUnclear, vatDiffers, vatWithoutCode } from '../../reading/row-issues.ts';
import { NO_VAT, vatCodes } from './accounts.ts';

/** Exact for the longest amount and any percentage. */
const Exact = Decimal.clone({ precision: 40 });

/** Service percentages have four decimals: shares of whole millionths. */
const MILLION = 1_000_000;

/** What it takes to settle the VAT of rows. */
export interface VatSettings {
  readonly types: readonly VatType[];
  readonly job: Pick<BookingsJob, 'vat' | 'file'>;
  /** Headers of the columns that the amount stands in, none where it is one; of the percentages. */
  readonly columns: {
    readonly figures: Readonly<Partial<Record<keyof Figures, string>>>;
    readonly percent: string;
  };
  /** Told each type that a percentage stands for. */
  readonly met: (typeId: number) => void;
}

/** A VAT type as rows are checked against it. */
interface Rate {
  readonly type: VatType;
  /** Undefined where the service does not tell it. */
  readonly percent: Decimal | undefined;
  /** The same in millionths, where that is a whole number. */
  readonly millionths: number;
  readonly reverse: boolean;
}

/**
 * What can be known of a row's VAT only when its accounts are: the VAT type that a percentage stands for, and whether net, VAT
 * and percentage fit the row's VAT type.
 */
export class VatSettler {
  readonly #settings: VatSettings;
  readonly #rates = new Map<number, Rate>();
  readonly #byCode: (code: string) => VatSlot | undefined;
  /** The job's `vat.percents`, by plain percentage. */
  readonly #percents: ReadonlyMap<string, string>;
  /** By percentage, and by what the account shows of its side. */
  readonly #found = new Map<string, VatType | 'none' | Issue>();
  readonly #tolerance: number;
  readonly #unchecked = new Set<string>();

  constructor(settings: VatSettings) {
    const { types, job, met } = settings;
    const { percents = {}, reverse = [], tolerance } = job.vat;
    this.#settings = settings;
    for (const type of types) {
      const percent = type.percent === undefined ? undefined : new Exact(type.percent);
      const millionths = percent?.mul(MILLION).div(100).toNumber() ?? Number.NaN;
      this.#rates.set(type.id, { type, percent, millionths, reverse: reverse.includes(type.code) });
    }
    this.#byCode = vatCodes(types, {}, met);
    this.#percents = new Map(
      Object.entries(percents).map(([percent, code]) => [readPercent(percent) ?? percent, code]),
    );
    this.#tolerance = toleranceUnits(tolerance, job.file.scale);
  }

  /**
   * At the end of the file, what people should know of it: columns, and VAT types that rows could not be checked against.
   * @param before types that earlier passes over other rows of the file told
   */
  facts(before: readonly string[] = []): {
    amountColumns?: VatSettings['columns']['figures'];
    vatUnchecked?: string[];
  } {
    const { figures } = this.#settings.columns;
    const unchecked = [...new Set([...before, ...this.#unchecked])];
    return {
      ...(Object.keys(figures).length === 0 ? {} : { amountColumns: figures }),
      ...(unchecked.length === 0 ? {} : { vatUnchecked: unchecked }),
    };
  }

  /** Puts the VAT type in that the row's percentage stands for, and notes what does not fit. */
  settle(reading: RowReading): void {
    const said = reading.vat;
    if (said === undefined) return;
    let { declined } = said;
    const [first] = reading.lines;
    if (said.byPercent && said.percent !== undefined && first !== undefined) {
      const found = this.#typeOf(said.percent, first);
      if (found === undefined) return;
      if (found === NO_VAT) declined = true;
      else if ('message' in found) {
        note(reading, found);
        return;
      } else {
        first.vat = this.#slot(found);
      }
    }
    const rates = this.#ratesOf(reading.lines);
    if (rates === undefined) return;
    const wrong =
      this.#wrongPercent(said.percent, said.byPercent, rates) ?? this.#wrongVat(said.figures, rates, declined);
    if (wrong !== undefined) note(reading, wrong);
  }

  #slot({ id, code }: VatType): VatSlot {
    this.#settings.met(id);
    return { code, typeId: id, issue: undefined };
  }

  /** Undefined where the account is not known: that holds the row already. */
  #typeOf(percent: string, { account: { lookup } }: Line): VatType | typeof NO_VAT | Issue | undefined {
    const mapped = this.#percents.get(percent);
    if (mapped === undefined && lookup?.found !== 'one') return undefined;
    const own = lookup?.found === 'one' ? lookup.account.vatTypeId : null;
    const key = mapped === undefined ? `${percent} ${own ?? ''}` : percent;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = mapped === undefined ? this.#fitting(percent, own) : this.#mapped(percent, mapped);
      this.#found.set(key, found);
    }
    return found;
  }

  #mapped(percent: string, code: string): VatType | typeof NO_VAT | Issue {
    if (code === NO_VAT) return NO_VAT;
    const slot = this.#byCode(code);
    const rate = slot?.typeId === undefined ? undefined : this.#rates.get(slot.typeId);
    return rate?.type ?? percentUnclear(this.#settings.columns.percent, percent, [], code);
  }

  /** The account's own type if it has the percentage, else the only one of its direction that has. */
  #fitting(percent: string, own: number | null): VatType | Issue {
    const fit = [...this.#rates.values()].filter((rate) => rate.percent?.equals(percent)).map(({ type }) => type);
    const default_ = own === null ? undefined : this.#rates.get(own)?.type;
    const same = fit.find(({ id }) => id === default_?.id);
    const side = default_ === undefined ? [] : fit.filter(({ output }) => output === default_.output);
    return (
      same ?? (side.length === 1 ? side[0]! : percentUnclear(this.#settings.columns.percent, percent, fit, undefined))
    );
  }

  /** The VAT types of a row's lines; undefined where one is not known: that holds the row already. */
  #ratesOf(lines: readonly Line[]): Rate[] | undefined {
    const rates: Rate[] = [];
    for (const { vat, vatByAccount, account } of lines) {
      if (vat?.issue !== undefined) return undefined;
      if (vatByAccount && account.lookup?.found !== 'one') return undefined;
      const byAccount = vatByAccount && account.lookup?.found === 'one' ? account.lookup.account.vatTypeId : null;
      const rate = this.#rates.get(vat?.typeId ?? byAccount ?? Number.NaN);
      if (rate !== undefined) rates.push(rate);
    }
    return rates;
  }

  /** Where the row has a code and a percentage. */
  #wrongPercent(percent: string | undefined, byPercent: boolean, rates: readonly Rate[]): Issue | undefined {
    if (percent === undefined || byPercent || rates.length === 0) return undefined;
    const fits = rates.some(
      (rate) => rate.percent === undefined || rate.percent.equals(percent) || (rate.reverse && percent === '0'),
    );
    return fits ? undefined : vatDiffers.percent(this.#settings.columns.percent, percent, rates[0]!.type);
  }

  #wrongVat(figures: Figures | undefined, rates: readonly Rate[], declined: boolean): Issue | undefined {
    if (figures === undefined) return undefined;
    const { gross, net, vat } = this.#settings.columns.figures;
    const column = (vat ?? gross ?? net)!;
    if (rates.length === 0) return figures.vat === 0 || declined ? undefined : vatWithoutCode(column);
    const taxed = rates.filter(({ percent, reverse }) => reverse || !percent?.isZero());
    const judged = taxed.length === 0 ? rates : taxed;
    if (judged.some((rate) => this.#fits(figures, rate))) return undefined;
    const [{ type, percent, reverse }] = judged as [Rate];
    const { scale } = this.#settings.job.file;
    const text = (units: number | Decimal) => formatMinor(BigInt(new Exact(units).toFixed(0)), scale);
    const value = `${figuresText(figures.gross, figures.net, figures.vat, text)}, ${type.code}`;
    const expected = reverse ? 0 : percent!.mul(figures.net).div(100);
    return vatDiffers.figures(column, value, type, {
      net: text(figures.net),
      vat: text(figures.vat),
      gross: text(figures.gross),
      expected: text(expected),
      reverse,
    });
  }

  #fits({ net, vat }: Figures, { type, percent, millionths, reverse }: Rate): boolean {
    if (reverse) return Math.abs(vat) <= this.#tolerance;
    if (percent === undefined) {
      this.#unchecked.add(type.code);
      return true;
    }
    // Nearly every row: whole numbers that are exact.
    const [made, said] = [net * millionths, vat * MILLION];
    if (Number.isSafeInteger(made) && Number.isSafeInteger(said))
      return Math.abs(made - said) <= this.#tolerance * MILLION;
    return percent.mul(net).div(100).sub(vat).abs().lessThanOrEqualTo(this.#tolerance);
  }
}

function note(reading: RowReading, issue: Issue): void {
  reading.issues = [...(reading.issues ?? []), issue];
}
