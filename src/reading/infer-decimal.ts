import type { Cell } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import { FileRejected } from '../core/issue.ts';
import { formatMinor } from '../core/money.ts';
import { rowFact } from '../core/row-ranges.ts';
import { type DecimalMark, INVALID, REFUSED, scanAmount, TOO_LONG, TOO_PRECISE } from '../core/scan-amount.ts';
import { quoteValue } from '../core/text.ts';
import { ReadAgain } from '../tabular/table.ts';
import { type Amount, type AmountProblem, amountParser } from './parse-amount.ts';
import { type Example, showExample } from './row-context.ts';

export interface DecimalOptions {
  /** The job's `file.decimal`. */
  readonly decimal: 'auto' | DecimalMark;
  /** The mark that the whole file showed: for some of its rows, as they are or corrected. What the job says goes before it. */
  readonly found?: DecimalMark | undefined;
  /**
   * Texts among the numbers of a workbook, which a person may write otherwise than bilag did: each is read by itself, where
   * it can be one amount only.
   */
  readonly alone?: boolean;
  readonly scale: number;
  /** The `decimal` of a `ReadAgain` that an earlier pass over the same file threw. */
  readonly hint?: string | undefined;
  /** A column or an account says the side of each amount (see `AmountFormat`). */
  readonly sideSaid?: boolean;
  /** Words behind amounts say what the bank means by them (see `AmountFormat`). */
  readonly creditIn?: boolean;
  /** What a record's number counts: `line` in CSV, `row` in a workbook. */
  readonly place?: 'line' | 'row';
}

/** Reads one amount column; `line` is the record's number as a person sees it. */
export type AmountReader = (cell: Cell | undefined, line: number) => Amount;

/**
 * The decimal mark of a file, one for all its amount columns (design, section 5), found while the amounts are read.
 *
 * A cell that is well formed under one mark only is evidence for it. A cell that both marks read, differently
 * (`1.000`), is read under a provisional mark until evidence comes; evidence against what was read so asks for the
 * file to be read again. Evidence for both marks rejects the file, and so does the end of a file without evidence.
 *
 * Beside amounts that have another number of decimals, `1.000` may be a thousand that somebody typed: it is held, as `1.234` is.
 */
export class DecimalInference {
  private readonly options: DecimalOptions;
  private readonly auto: boolean;
  /** Each cell is read by itself, under this mark first. */
  private readonly alone: boolean;
  /** The mark is neither said nor shown by anything. */
  private readonly presumed: boolean;
  private mark: DecimalMark;
  /** No cell needs to be looked at twice any more, unless it is refused. */
  private settled: boolean;
  private evidence: Example | undefined;
  private ambiguous: Example | undefined;
  /** A cell such as `1.000` was read under the provisional mark, as one. */
  private readAsOne = false;
  /** The file shows its mark by amounts that have not three decimals: one that has, and may be thousands, is held. */
  private doubtsThousands: boolean;

  constructor(options: DecimalOptions) {
    this.options = options;
    const { decimal, found, hint = '', alone = false } = options;
    const known = decimal === 'auto' ? found : decimal;
    this.alone = alone;
    this.presumed = known === undefined;
    this.auto = this.presumed && !alone;
    this.settled = !this.auto;
    this.mark = known ?? (hint.startsWith('.') ? '.' : PRESUMED_MARK);
    const shown = decimal === 'auto' && (found !== undefined || hint.endsWith(NOT_THREE));
    this.doubtsThousands = shown || (alone && this.presumed);
  }

  /**
   * @param column header, for messages
   * @param scale decimals of its numbers; default: those of amounts
   * @returns a reader that throws `FileRejected` (`decimal-mixed`) and `ReadAgain` (hint `decimal`)
   */
  column(column: string, scale = this.options.scale): AmountReader {
    const { sideSaid, creditIn } = this.options;
    const format = { scale, column, ...(sideSaid ? { sideSaid } : {}), ...(creditIn ? { creditIn } : {}) };
    const comma = amountParser({ ...format, decimal: ',' });
    const point = amountParser({ ...format, decimal: '.' });
    const mayDoubt = scale < THOUSANDS;
    const other = otherMark(this.mark);
    return (cell, line) => {
      const amount = this.mark === ',' ? comma(cell) : point(cell);
      if (this.alone && typeof cell === 'string' && this.mayMean(other, cell, amount, scale)) {
        const means = other === ',' ? comma(cell) : point(cell);
        return typeof amount === 'number' && typeof means === 'number'
          ? oneOrThousand(cell, other, column, scale)
          : means;
      }
      if (typeof amount === 'number') {
        if (typeof cell !== 'string') return amount;
        if (this.doubtsThousands && mayDoubt && mayBeThousands(cell, this.mark))
          return oneOrThousand(cell, this.mark, column, scale);
        if (this.settled || !hasMark(cell)) return amount;
      } else if (amount === undefined || !this.auto || typeof cell !== 'string') {
        return amount;
      }
      const mark = this.mark;
      this.observe(cell, column, line, scale);
      return this.mark === mark ? amount : this.mark === ',' ? comma(cell) : point(cell);
    };
  }

  /** Whether a cell that is read by itself is an amount under the other mark only, or may be meant so: `1.000`. */
  private mayMean(other: DecimalMark, cell: string, amount: Amount, scale: number): boolean {
    const isDoubted = typeof amount === 'number' && this.presumed && mayBeThousands(cell, other);
    if (!isDoubted && (amount === undefined || this.scan(cell, this.mark, scale) !== INVALID)) return false;
    return this.scan(cell, other, scale) !== INVALID;
  }

  /**
   * Reads cells that nothing is booked from: they show nothing of the decimal mark, and nothing is said about them.
   * @returns a reader whose minor units are undefined for a cell that is empty, no amount, or can be two amounts so far
   */
  peek(): (cell: Cell | undefined) => number | undefined {
    const { scale, creditIn } = this.options;
    const format = { scale, column: '', ...(creditIn ? { creditIn } : {}) };
    const comma = amountParser({ ...format, decimal: ',' });
    const point = amountParser({ ...format, decimal: '.' });
    return (cell) => {
      let { mark } = this;
      if ((!this.settled || this.alone) && typeof cell === 'string' && hasMark(cell)) {
        const [one, other] = [this.scan(cell, ','), this.scan(cell, '.')];
        if (one !== other && one < REFUSED && other < REFUSED) return undefined;
        mark = one < REFUSED ? ',' : '.';
      }
      const amount = mark === ',' ? comma(cell) : point(cell);
      return typeof amount === 'number' ? amount : undefined;
    };
  }

  /**
   * At the end of the file.
   * @returns the mark; undefined where no cell needed one
   * @throws FileRejected `decimal-ambiguous`
   */
  finish(): DecimalMark | undefined {
    if (this.settled) return this.alone && this.presumed ? undefined : this.mark;
    if (this.ambiguous === undefined) return undefined;
    const { value, column } = this.ambiguous;
    const comma = this.reading(value, ',');
    const point = this.reading(value, '.');
    throw new FileRejected({
      code: 'decimal-ambiguous',
      column,
      value,
      facts: { comma, point, row: rowFact(this.ambiguous.line) },
      message: `${showExample(this.ambiguous, this.options.place)} can be ${comma} or ${point}, and nothing in the file shows whether comma or point is the decimal mark.`,
      suggestion: `Set file.decimal in the job: "," if it is ${comma}, "." if it is ${point}.`,
      choices: [
        { value: ',', means: comma },
        { value: '.', means: point },
      ],
    });
  }

  /** A cell that is refused under the present mark, or that has a comma or a point while no evidence is there yet. */
  private observe(value: string, column: string, line: number, scale: number): void {
    const here = this.scan(value, this.mark, scale);
    const other = otherMark(this.mark);
    const there = this.scan(value, other, scale);
    // Both or neither: no evidence. Equal readings (`kr. 5`) need no mark either.
    if (here === there) return;
    const example = { value, column, line };
    if (here !== INVALID && there !== INVALID) {
      if (!this.settled) {
        this.ambiguous ??= example;
        this.readAsOne ||= mayBeThousands(value, this.mark);
      }
      return;
    }
    if (there === INVALID) {
      if (!this.settled) this.settle(this.mark, example);
      return;
    }
    if (this.settled) throw this.mixed(example, other);
    this.settle(other, example);
  }

  private scan(value: string, mark: DecimalMark, scale = this.options.scale): number {
    return scanAmount(value, mark, scale, 10 ** scale);
  }

  /** @throws ReadAgain where an amount before the evidence is another one, or none, now that the mark is known */
  private settle(mark: DecimalMark, evidence: Example): void {
    const doubts = decimalsIn(evidence.value, mark) !== THOUSANDS;
    const isOther = mark !== this.mark && this.ambiguous !== undefined;
    if (isOther || (doubts && !this.doubtsThousands && this.readAsOne)) {
      throw new ReadAgain(`${showExample(evidence, this.options.place)} shows that "${mark}" is the decimal mark`, {
        decimal: `${mark}${doubts ? NOT_THREE : ''}`,
      });
    }
    this.mark = mark;
    this.evidence = evidence;
    this.settled = true;
    this.doubtsThousands = doubts;
  }

  private mixed(contrary: Example, mark: DecimalMark): FileRejected {
    const { place } = this.options;
    const first = this.evidence!;
    return new FileRejected({
      code: 'decimal-mixed',
      column: contrary.column,
      value: contrary.value,
      facts: { first: first.value, row: rowFact(contrary.line) },
      message:
        `${showExample(first, place)} has "${this.mark}" for its decimal mark and ` +
        `${showExample(contrary, place)} has "${mark}"; a file has one decimal mark.`,
      suggestion: 'Set file.decimal to "," or "." in the job: the amounts written otherwise are then held, row by row.',
      choices: [{ value: ',' }, { value: '.' }],
    });
  }

  /** What an ambiguous cell says under a mark, for the question to the person. */
  private reading(value: string, mark: DecimalMark): string {
    const units = this.scan(value, mark);
    if (units < REFUSED) return formatMinor(units, this.options.scale);
    if (units === TOO_PRECISE) return `an amount with more than ${counted(this.options.scale, 'decimal')}`;
    return units === TOO_LONG ? 'an amount that is too long' : 'no amount';
  }
}

/** The mark that amounts are read by, and asked for, as long as nothing shows another. */
export const PRESUMED_MARK: DecimalMark = ',';
/** Digits of a group of thousands. */
const THOUSANDS = 3;
/** Behind the mark in a hint: what shows it has not three decimals. */
const NOT_THREE = '!';
const ONE_OR_THOUSAND = { ',': /^\D*[1-9]\d{0,2},\d{3}\D*$/, '.': /^\D*[1-9]\d{0,2}\.\d{3}\D*$/ } as const;
const ZERO = 0x30;
const NINE = 0x39;

function otherMark(mark: DecimalMark): DecimalMark {
  return mark === ',' ? '.' : ',';
}

/** `1.000` where the point is the mark: with the other one it would be a thousand. */
function mayBeThousands(text: string, mark: DecimalMark): boolean {
  const last = text.charCodeAt(text.length - 1);
  // Nearly every amount ends with a digit, and has no mark before its last three.
  if (last >= ZERO && last <= NINE && text[text.length - 1 - THOUSANDS] !== mark) return false;
  return ONE_OR_THOUSAND[mark].test(text);
}

function decimalsIn(text: string, mark: DecimalMark): number {
  const at = text.lastIndexOf(mark);
  return at < 0 ? 0 : /^\d*/.exec(text.slice(at + 1))![0].length;
}

function oneOrThousand(value: string, mark: DecimalMark, column: string, scale: number): AmountProblem {
  // As they are written in this file.
  const said = (each: DecimalMark) =>
    formatMinor(scanAmount(value, each, scale, 10 ** scale), scale).replace('.', mark);
  const [one, thousand] = [said(mark), said(otherMark(mark))];
  const ways = `can be ${one} or ${thousand}`;
  return {
    code: 'amount-too-precise',
    column,
    value,
    variant: 'thousands',
    facts: { most: scale, one, thousand },
    message: `${quoteValue(value)} in column ${column} ${scale < THOUSANDS ? `has more than ${counted(scale, 'decimal')}: it ${ways}` : ways}.`,
    suggestion: `Write ${one} or ${thousand} in the file. If all such amounts mean what the decimal mark of the file makes of them, set file.decimal to "${mark}" in the job.`,
  };
}

function hasMark(text: string): boolean {
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === 0x2e) return true;
  }
  return false;
}
