import { dateOfNumber } from '../core/calendar-date.ts';
import { type Cell, cellText, numberText } from '../core/cell.ts';
import { FileRejected } from '../core/issue.ts';
import { rowFact } from '../core/row-ranges.ts';
import { daysIn, possibleDays, type ZonedTime } from '../core/zoned-time.ts';
import { ReadAgain } from '../tabular/table.ts';
import { compileDatePattern, type DatePattern } from './date-pattern.ts';
import { type DateProblem, type DateRefusal, dateProblem, dateRemedy, zoneProblem } from './date-problem.ts';
import { type DateOrder, type DateReading, patternOf, readAutoDate, type YearFirstOrder } from './dates.ts';
import { type Example, showExample } from './row-context.ts';

export interface DateOptions {
  /** Header of the column, for messages. */
  readonly column: string;
  /** The job's `file.dates`: inferred, or patterns of which the first that fits counts. */
  readonly formats: 'auto' | readonly string[];
  /** The job's `file.timezone`: where the calendar day of an instant is counted. */
  readonly timezone?: string | undefined;
  /** The workbook counts its days from 1904. */
  readonly epoch1904?: boolean | undefined;
  /** What an earlier pass over the same file found: the value under `dateHint(column)` of its `ReadAgain`. */
  readonly hint?: string | undefined;
  /** The order that the whole file showed: for some of its rows, as they are or corrected. */
  readonly known?: DateOrder | undefined;
  /** What a record's number counts: `line` in CSV, `row` in a workbook. */
  readonly place?: 'line' | 'row';
  /** When the file was received, in milliseconds since 1970: bookings are mostly of the years around it. */
  readonly receivedAt?: number | undefined;
  /** Only some rows of a file are read again: what the whole file had to show, it has shown. */
  readonly isPart?: boolean;
}

/** Different texts that are remembered; ten thousand days are 27 years. */
export const DATE_MEMO_TEXTS = 10_000;
/** A cell that is longer is no date, whatever it begins with. */
const DATE_MAX_CHARACTERS = 200;

/** Day, month and year of two digits as a number, without the zero in front. */
const SHORT_DATE = compileDatePattern('ddMMyy');
const SHORT_DIGITS = 5;

type Order = DateOrder | YearFirstOrder;
type Reading = readonly [order: Order, date: string];

const YEAR_IN_FRONT = /^\s*\d{4}/;

type Memo = Map<string | number, string | DateProblem>;

const MS_PER_YEAR = 365.25 * 24 * 3_600_000;
/** Dates are near where none is more than so many years before the file was received, or after. */
const NEAR_YEARS_BEFORE = 3;
const NEAR_YEARS_AFTER = 1;

/** The last day of a month that may be a month too. */
const LAST_MONTH = 12;
/** So many different dates, of which one at least is of either kind, show by their months that a program turned some of them. */
const TURNED_SUSPECTED = 4;
/** So many of either kind show it whatever their months. */
const TURNED_CERTAIN = 10;

/** The key of a `ReadAgain` hint for a date column. */
export function dateHint(column: string): string {
  return `dates:${column}`;
}

/**
 * A program that reads dates in the other order than they are written turns those of them that are dates in both orders into
 * cells of a wrong day, and leaves the others as texts: each text is a date in one order only, no cell is after the 12th, and more
 * cells would be of the months of the texts the other way round.
 */
interface Turned {
  readonly texts: Set<string>;
  readonly cells: Set<string>;
  text: Example | undefined;
  cell: Example | undefined;
}

/** From the first to the last of some dates, in milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** `26-01-31`, `26-02-28`, …: two-digit years that seem to stand last, but may stand first. */
interface YearFirst {
  /** Of the dates with the year last, and with the year first. */
  last: Span;
  first: Span;
  /** The first text that the two make different dates of. */
  example: Example | undefined;
  /** Points and strokes mean that the year stands last: less is asked then. */
  points: boolean;
}

/** Dates whose form says which number is the day: `01.05.2026`, or `2026-05-01`. */
interface OrderOfForm {
  /** Different texts that are days in the order of the form alone, and in the other order alone. */
  agree: number;
  contradict: number;
  /** The first that is another day in the other order. */
  example: Example | undefined;
}

const NO_SPAN: Span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

function widened({ from, to }: Span, date: string): Span {
  const at = Date.parse(date);
  return { from: Math.min(from, at), to: Math.max(to, at) };
}

/**
 * The dates of one column, and under `auto` the order of day and month where `/` or `-` leave it open (design,
 * section 5), found while the dates are read: by the same rules as the decimal mark in `DecimalInference`.
 */
export class DateInference {
  private readonly options: DateOptions;
  private readonly patterns: readonly DatePattern[] | undefined;
  private readonly dayThere: ReturnType<typeof daysIn> | undefined;
  private readonly memo: Memo = new Map();
  /** Date cells apart: a pattern says nothing about them. */
  private readonly cellMemo: Memo = new Map();
  private lastText = '';
  private lastDate: string | DateProblem | undefined;
  private order: DateOrder;
  private evidence: Example | undefined;
  private ambiguous: Example | undefined;
  /** Dates of another form stand beside them: a job that names patterns must name theirs too. */
  private plain = false;
  /** Undefined once a two-digit year was seen that can't stand first. */
  private yearFirst: YearFirst | undefined = { last: NO_SPAN, first: NO_SPAN, example: undefined, points: false };

  /** The whole file was read before: what it had to ask, it has asked. */
  private readonly isDecided: boolean;
  private readonly forms: readonly (OrderOfForm & { readonly orders: readonly Order[] })[] = [
    { orders: ['dmy', 'mdy'], agree: 0, contradict: 0, example: undefined },
    { orders: ['ymd', 'ydm'], agree: 0, contradict: 0, example: undefined },
  ];

  /** Undefined once a date was seen that such a program would have read otherwise, and where the job or the whole file says the order. */
  private turned: Turned | undefined = { texts: new Set(), cells: new Set(), text: undefined, cell: undefined };

  /** @throws UsageError where a pattern is wrong */
  constructor(options: DateOptions) {
    this.options = options;
    this.patterns = options.formats === 'auto' ? undefined : options.formats.map(compileDatePattern);
    this.dayThere = options.timezone === undefined ? undefined : daysIn(options.timezone);
    if (options.known !== undefined || options.formats !== 'auto') this.turned = undefined;
    this.isDecided = options.known !== undefined || options.isPart === true;
    if (this.isDecided) this.yearFirst = undefined;
    this.order = options.known ?? (options.hint === 'mdy' ? 'mdy' : 'dmy');
  }

  /**
   * @param line the record's number as a person sees it
   * @returns `YYYY-MM-DD`; undefined for an empty cell
   * @throws FileRejected `date-mixed`
   * @throws ReadAgain with the hint `dateHint(column)`
   */
  read(cell: Cell | undefined, line: number): string | undefined | DateProblem {
    if (typeof cell === 'string') {
      // Rows of one date mostly follow each other.
      if (cell === this.lastText) return this.lastDate;
      if (cell.length > DATE_MAX_CHARACTERS) return this.problem(cell);
      const date = this.memo.get(cell) ?? this.remember(this.memo, cell, this.readText(cell, line));
      this.lastText = cell;
      this.lastDate = date;
      return date;
    }
    if (typeof cell === 'number') return this.memo.get(cell) ?? this.remember(this.memo, cell, this.readNumber(cell));
    if (cell === undefined) return undefined;
    if (typeof cell === 'object' && cell.kind === 'date') {
      const day = cell.iso.slice(0, 10);
      return this.cellMemo.get(day) ?? this.remember(this.cellMemo, day, this.readIso(day, line));
    }
    if (typeof cell === 'object' && cell.kind === 'money') return this.read(cell.value, line);
    return this.problem(cellText(cell), typeof cell === 'boolean' ? 'form' : 'error-cell');
  }

  /**
   * At the end of the file.
   * @returns the order; undefined where no cell needed one
   * @throws FileRejected `date-ambiguous`
   */
  finish(): DateOrder | undefined {
    const { known } = this.options;
    if (known !== undefined) return known;
    const { yearFirst } = this;
    if (yearFirst?.example !== undefined && this.mayStandFirst(yearFirst)) {
      const { dmy, mdy, yearFirst: first } = readAutoDate(yearFirst.example.value.trim())!;
      throw this.question(yearFirst.example, [this.order, this.order === 'dmy' ? dmy! : mdy!], ['ymd', first!]);
    }
    for (const { example, agree, contradict, orders } of this.forms) {
      // A slip of the pen among dates that show the order is held by itself.
      if (example === undefined || contradict === 0 || contradict < agree) continue;
      const { dmy, swapped } = readAutoDate(example.value.trim())!;
      throw this.question(example, [orders[0]!, dmy!], [orders[1]!, swapped!]);
    }
    const { text, cell } = this.turned ?? {};
    if (text !== undefined && cell !== undefined && this.seemsTurned(this.turned!))
      throw this.turnedByProgram(text, cell);
    if (this.evidence !== undefined) return this.order;
    if (this.ambiguous !== undefined) {
      const { dmy, mdy } = readAutoDate(this.ambiguous.value.trim())!;
      throw this.question(this.ambiguous, ['dmy', dmy!], ['mdy', mdy!]);
    }
    return undefined;
  }

  private remember(memo: Memo, key: string | number, date: string | DateProblem | undefined) {
    if (date === undefined) return undefined;
    if (memo.size >= DATE_MEMO_TEXTS) memo.clear();
    memo.set(key, date);
    return date;
  }

  private readText(value: string, line: number): string | DateProblem | undefined {
    const text = value.trim();
    if (text === '') return undefined;
    if (this.patterns !== undefined) return this.readPatterns(text, value) ?? this.problem(value);
    const reading = readAutoDate(text);
    if (reading === undefined) return this.problem(value);
    if (reading.plain === true && reading.yearFirst === undefined) this.plain = true;
    const example = { value, column: this.options.column, line };
    // A date that the known order can't read is held like any other that is impossible.
    if (reading.dmy !== reading.mdy && this.options.known === undefined) this.observe(reading, example);
    if (this.turned !== undefined) this.watchText(reading, example);
    this.watchYear(reading, example);
    if (reading.plain === true && !this.isDecided) this.watchForm(reading, example);
    const date = reading[this.order];
    if (date !== undefined) return this.dayOf(value, date, reading.time);
    return this.problem(value, 'impossible', reading.dmy === reading.mdy ? undefined : this.order);
  }

  private readPatterns(text: string, value: string): string | DateProblem | undefined {
    for (const pattern of this.patterns!) {
      const date = pattern.read(text);
      if (date !== undefined) return this.dayOf(value, date, pattern.timeOf(text));
    }
    return undefined;
  }

  /** The day that the file shows; of an instant, the one that it is where the job counts its days. */
  private dayOf(value: string, shown: string, time: ZonedTime | undefined): string | DateProblem {
    if (time === undefined) return shown;
    if (this.dayThere === undefined) return zoneProblem(value, this.options.column, possibleDays(shown, time));
    return this.dayThere(shown, time) ?? this.problem(value, 'impossible');
  }

  /** A number has no leading zero; a pattern of digits only says where one was. */
  private readNumber(value: number): string | DateProblem {
    const text = numberText(value);
    if (this.patterns !== undefined) {
      for (const pattern of this.patterns) {
        const date = pattern.read(pattern.fixedDigits === text.length + 1 ? `0${text}` : text);
        if (date !== undefined) return date;
      }
    }
    const date = dateOfNumber(value, this.options.epoch1904 === true);
    // 5 January 2026 as 050126, which lost its zero, would be a day of 2037.
    const digits = `0${text}`;
    const shortDate = text.length === SHORT_DIGITS ? SHORT_DATE.read(digits) : undefined;
    const is = (day: string) => this.isNear(widened(NO_SPAN, day));
    if (date === undefined || shortDate === undefined || is(date) || !is(shortDate)) return date ?? this.problem(text);
    return { ...this.problem(text), suggestion: dateRemedy(digits, this.options.formats) };
  }

  private readIso(iso: string, line: number): string | DateProblem {
    if (Number(iso.slice(-2)) > LAST_MONTH) this.turned = undefined;
    if (this.turned !== undefined) {
      this.turned.cells.add(iso);
      this.turned.cell ??= { value: iso, column: this.options.column, line };
    }
    return readAutoDate(iso)?.dmy ?? this.problem(iso, 'impossible');
  }

  private observe(reading: DateReading, example: Example): void {
    if (reading.dmy !== undefined && reading.mdy !== undefined) {
      if (this.evidence === undefined) this.ambiguous ??= example;
      return;
    }
    const order: DateOrder = reading.dmy === undefined ? 'mdy' : 'dmy';
    if (order !== this.order) {
      if (this.evidence !== undefined) throw this.mixed(this.evidence, example);
      const { column, place } = this.options;
      if (this.ambiguous !== undefined) {
        throw new ReadAgain(`${showExample(example, place)} shows the order of day and month`, {
          [dateHint(column)]: order,
        });
      }
      this.order = order;
    }
    this.evidence ??= example;
  }

  private watchText({ dmy, mdy }: DateReading, example: Example): void {
    if (dmy !== undefined && mdy !== undefined) this.turned = undefined;
    if (this.turned === undefined) return;
    this.turned.texts.add((dmy ?? mdy)!);
    this.turned.text ??= example;
  }

  private seemsTurned({ texts, cells }: Turned): boolean {
    if (Math.min(texts.size, cells.size) >= TURNED_CERTAIN) return true;
    if (texts.size + cells.size < TURNED_SUSPECTED) return false;
    const months = new Set([...texts].map((day) => day.slice(0, 7)));
    const ofMonths = (turn: (day: string) => string) =>
      [...cells].filter((day) => months.has(turn(day).slice(0, 7))).length;
    return ofMonths((day) => `${day.slice(0, 5)}${day.slice(8)}`) > ofMonths((day) => day);
  }

  private watchYear({ dmy, yearFirst, plain }: DateReading, example: Example): void {
    const seen = this.yearFirst;
    if (seen === undefined || yearFirst === undefined) return;
    if (yearFirst === null) {
      this.yearFirst = undefined;
      return;
    }
    seen.first = widened(seen.first, yearFirst);
    if (dmy === undefined) return;
    seen.last = widened(seen.last, dmy);
    if (dmy !== yearFirst) seen.example ??= example;
    if (plain === true || example.value.includes('/')) seen.points = true;
  }

  /** The year first makes dates that lie as close together, and are near if the others are. */
  private mayStandFirst({ last, first, points }: YearFirst): boolean {
    const [ofFirst, ofLast] = [first.to - first.from, last.to - last.from];
    if (this.options.receivedAt === undefined) return !points && ofFirst < ofLast;
    if (ofFirst > ofLast) return false;
    return points ? this.isNear(first) && !this.isNear(last) : this.isNear(first) || !this.isNear(last);
  }

  private isNear({ from, to }: Span): boolean {
    const at = this.options.receivedAt;
    if (at === undefined) return false;
    return from >= at - NEAR_YEARS_BEFORE * MS_PER_YEAR && to <= at + NEAR_YEARS_AFTER * MS_PER_YEAR;
  }

  private watchForm({ dmy, swapped }: DateReading, example: Example): void {
    const form = this.forms[YEAR_IN_FRONT.test(example.value) ? 1 : 0]!;
    if (dmy === undefined && swapped !== undefined) form.contradict++;
    else if (dmy !== undefined && swapped === undefined) form.agree++;
    else if (dmy !== swapped) form.example ??= example;
  }

  private question(example: Example, [one, ones]: Reading, [other, others]: Reading): FileRejected {
    const { column, place } = this.options;
    const text = example.value.trim();
    return new FileRejected({
      code: 'date-ambiguous',
      column,
      value: example.value,
      facts: { one: ones, other: others, row: rowFact(example.line) },
      message: `${showExample(example, place)} can be ${ones} or ${others}, and nothing in the column shows which.`,
      suggestion:
        `Set file.dates in the job: [${patternOf(text, one)}] if it is ${ones}, ` +
        `[${patternOf(text, other)}] if it is ${others}${this.others()}.`,
      choices: [
        { value: patternOf(text, one), means: ones },
        { value: patternOf(text, other), means: others },
      ],
    });
  }

  private others(): string {
    return this.plain ? '; list the patterns of the other dates in the column with it' : '';
  }

  private turnedByProgram(text: Example, cell: Example): FileRejected {
    const { column, place } = this.options;
    const value = text.value.trim();
    const pattern = patternOf(value, this.order);
    return new FileRejected({
      code: 'date-mixed',
      column,
      value: cell.value,
      variant: 'turned',
      facts: { text: text.value, cell: cell.value, row: rowFact(cell.line) },
      message:
        `The dates up to the 12th of a month are cells with a date, such as ${showExample(cell, place)}, and all others are texts, ` +
        `such as ${showExample(text, place)}: a program seems to have taken the day for the month in the first.`,
      suggestion: `Export the file again, and import it as it comes. If all dates are right, set file.dates in the job: [${pattern}].`,
    });
  }

  private mixed(first: Example, contrary: Example): FileRejected {
    const { column, place } = this.options;
    const [day, month] = this.order === 'dmy' ? [first, contrary] : [contrary, first];
    return new FileRejected({
      code: 'date-mixed',
      column,
      value: contrary.value,
      facts: { day: day.value, month: month.value, row: rowFact(contrary.line) },
      message:
        `${showExample(day, place)} has the day first and ${showExample(month, place)} has the month first; ` +
        'a column has one order.',
      suggestion:
        `Set file.dates in the job: [${patternOf(day.value.trim(), 'dmy')}] or [${patternOf(month.value.trim(), 'mdy')}]; ` +
        `the rows written otherwise are then held${this.others()}.`,
      choices: [day, month].map(({ value }, at) => {
        const order = at === 0 ? 'dmy' : 'mdy';
        return { value: patternOf(value.trim(), order), means: readAutoDate(value.trim())![order]! };
      }),
    });
  }

  private problem(value: string, why: DateRefusal = 'form', order?: DateOrder): DateProblem {
    return dateProblem(value, this.options.column, why, this.options.formats, order);
  }
}
