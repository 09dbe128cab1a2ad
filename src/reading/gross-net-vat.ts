import { Decimal } from 'decimal.js';
import type { Cell } from '../core/cell.ts';
import type { Issue } from '../core/issue.ts';
import { formatMinor } from '../core/money.ts';
import { AMOUNT_SIGNIFICANT_DIGITS } from '../core/scan-amount.ts';
import type { CellReader } from './row-context.ts';
import { fieldMissing } from './row-issues.ts';

/** How far gross, net and VAT of a row may be apart where the job does not say it, in units of the currency. */
export const VAT_TOLERANCE = '0.01';

/** What a row says of its amount in several columns, in minor units as its cells hold them: before any sign or `negate`. */
export interface Figures {
  readonly gross: number;
  readonly net: number;
  readonly vat: number;
}

/** One of the columns. */
export interface FigureColumn {
  /** Its header. */
  readonly name: string;
  /** Index of the column. */
  readonly at: number;
  readonly read: CellReader<number>;
}

/** At least two are there. */
export type FigureColumnsRead = Readonly<Partial<Record<keyof Figures, FigureColumn>>>;

/** The job's `vat.tolerance` in minor units. */
export function toleranceUnits(tolerance: string | undefined, scale: number): number {
  return new Decimal(tolerance ?? VAT_TOLERANCE).mul(new Decimal(10).pow(scale)).toNumber();
}

/**
 * Reads gross, net and VAT of a row: any two give the third, and three are checked. An empty VAT is none, unless gross and
 * net both stand there.
 */
export class FiguresReader {
  readonly #columns: FigureColumnsRead;
  readonly #scale: number;
  readonly #tolerance: number;

  /** @param tolerance minor units */
  constructor(columns: FigureColumnsRead, scale: number, tolerance: number) {
    this.#columns = columns;
    this.#scale = scale;
    this.#tolerance = tolerance;
  }

  /** @returns undefined where the row has no amount; what is wrong where its figures can't be read or contradict each other */
  read(record: readonly Cell[], row: number): Figures | undefined | readonly Issue[] {
    const { gross: ofGross, net: ofNet, vat: ofVat } = this.#columns;
    const [gross, net, vat] = [cell(ofGross, record, row), cell(ofNet, record, row), cell(ofVat, record, row)];
    if (typeof gross === 'object' || typeof net === 'object' || typeof vat === 'object')
      return [gross, net, vat].filter((each) => typeof each === 'object');
    if (gross !== undefined && net !== undefined)
      return vat === undefined ? this.#sound(gross, net, gross - net) : this.#checked(gross, net, vat);
    if (gross !== undefined) return this.#sound(gross, gross - (vat ?? 0), vat ?? 0);
    // Where gross has a column of its own, net alone does not say it.
    if (net !== undefined && (vat !== undefined || ofGross === undefined))
      return this.#sound(net + (vat ?? 0), net, vat ?? 0);
    if (net === undefined && (vat ?? 0) === 0) return undefined;
    return [fieldMissing('amount', [(ofGross ?? ofNet)!.name])];
  }

  #checked(gross: number, net: number, vat: number): Figures | readonly Issue[] {
    const apart = gross - net - vat;
    return Math.abs(apart) <= this.#tolerance ? this.#sound(gross, net, vat) : [this.#differs(gross, net, vat)];
  }

  #sound(gross: number, net: number, vat: number): Figures | readonly Issue[] {
    // VAT has the sign of its net: with the other one it would be taken away from it.
    if ((net > 0 && vat < 0) || (net < 0 && vat > 0)) return [this.#differs(gross, net, vat)];
    if (Number.isSafeInteger(gross) && Number.isSafeInteger(net) && Number.isSafeInteger(vat))
      return { gross, net, vat };
    return [
      {
        code: 'amount-too-long',
        column: this.#name('gross'),
        facts: { most: AMOUNT_SIGNIFICANT_DIGITS },
        message: `The amounts in ${this.#names()} are too long: they can be ${formatMinor(Number.MAX_SAFE_INTEGER, this.#scale)} at most, together too.`,
        suggestion: 'Correct the amounts in the file, or check that the columns are the ones with amounts.',
      },
    ];
  }

  #differs(gross: number, net: number, vat: number): Issue {
    // A sum of two amounts may be larger than any amount.
    const text = (units: number) => formatMinor(BigInt(units), this.#scale);
    const said = {
      code: 'gross-differs',
      column: this.#name('gross'),
      value: figuresText(gross, net, vat, text),
    } as const;
    const { vat: ofVat } = this.#columns;
    if (gross === net + vat && ofVat === undefined) {
      return {
        ...said,
        variant: 'sign',
        facts: { vat: text(vat), net: text(net) },
        message: `Gross in column ${this.#name('gross')} (${text(gross)}) and net in column ${this.#name('net')} (${text(net)}) can't both be right: the VAT between them would be ${text(vat)}, with the opposite sign of the net.`,
        suggestion:
          'Correct the wrong one in the file, or check that columns.amount in the job names them the right way round.',
      };
    }
    if (gross === net + vat) {
      return {
        ...said,
        variant: 'sign',
        facts: { vat: text(vat), net: text(net) },
        message: `The VAT in column ${ofVat!.name} (${text(vat)}) has the opposite sign of the net (${text(net)}).`,
        suggestion: `Correct the sign in the file. If the whole column has it so, map gross and net under columns.amount in the job and leave vat out, or map the gross alone: amount: ${this.#name('gross')}.`,
      };
    }
    return {
      ...said,
      facts: { net: text(net), vat: text(vat), sum: text(net + vat), gross: text(gross) },
      message: `Net in column ${this.#name('net')} (${text(net)}) and VAT in column ${this.#name('vat')} (${text(vat)}) make ${text(net + vat)}, and gross in column ${this.#name('gross')} is ${text(gross)}.`,
      suggestion: this.#remedy(gross, net, vat),
    };
  }

  #remedy(gross: number, net: number, vat: number): string {
    if (net - vat === gross)
      return 'With the opposite sign of the VAT they agree: correct the sign in the file or, if the whole column has it so, leave vat out under columns.amount in the job: gross and net give it.';
    if (net + vat === -gross)
      return 'With the opposite sign of the gross they agree: correct the sign in the file or, if the whole column has it so, map those whose sign is right: net and vat under columns.amount in the job, or the gross alone.';
    return 'Correct the wrong one of the three in the file. If it is no more than rounding, say in the job how far they may be apart: vat: { tolerance: "…" }.';
  }

  #name(figure: keyof Figures): string {
    const { [figure]: of, gross, net } = this.#columns;
    return (of ?? gross ?? net)!.name;
  }

  #names(): string {
    const { gross, net, vat } = this.#columns;
    return [gross, net, vat].flatMap((each) => (each === undefined ? [] : [`column ${each.name}`])).join(' and ');
  }
}

/** The three as an issue's value: rows with the same are one cause. */
export function figuresText(gross: number, net: number, vat: number, text: (units: number) => string): string {
  return `${text(net)} + ${text(vat)} = ${text(gross)}`;
}

function cell(column: FigureColumn | undefined, record: readonly Cell[], row: number): number | undefined | Issue {
  return column?.read(record[column.at], row);
}
