import type { Answers } from '../../core/issue.ts';
import { formatRanges } from '../../core/row-ranges.ts';
import type { EntryIssue } from '../../reading/entry.ts';
import { numbersRestart, rowsRepeated } from '../../reading/file-questions.ts';
import type { Restarts } from '../../reading/plan-ports.ts';
import type { Group, Line } from '../../reading/row-context.ts';
import { ReadAgain } from '../../tabular/table.ts';
import { copiesOf, firstCopy, partsByDate } from './voucher-rows.ts';

export interface GroupingOptions {
  readonly importId: string;
  readonly answers: Answers;
  /** How numbers with several dates are understood; undefined where the job says what a number means (`per`). */
  readonly restarts: Restarts | undefined;
  /** Whether the file itself may still show that it has to be asked about. */
  readonly mayAsk: boolean;
  /** The ordinal of an entry that begins with this row. */
  seqFor(row: number): number;
  take(group: Group): void;
  hold(group: Group, why: EntryIssue): void;
  /** Told of rows that a person said to count once only. */
  drop(rows: readonly number[], lines: readonly Line[]): void;
}

/** What rows with one number are: one voucher, one for each date, or copies of each other (docs: the same entry, section 2). */
export class VoucherGrouping {
  readonly #options: GroupingOptions;
  #separated = 0;
  #parts = 0;
  #whole = 0;

  constructor(options: GroupingOptions) {
    this.#options = options;
  }

  add(group: Group): void {
    const { restarts, importId } = this.#options;
    if (restarts === undefined || group.id === '' || group.tooLarge !== undefined) {
      this.#takeOnce(group);
      return;
    }
    const dates = partsByDate(group);
    if (dates.is === 'whole') this.#whole++;
    if (dates.is !== 'several' || restarts === 'together') {
      this.#takeOnce(group);
      return;
    }
    this.#separated++;
    this.#parts += dates.parts.length;
    if (restarts === 'ask') {
      const days = dates.parts.map(({ lines }) => lines[0]!.date);
      this.#options.hold(group, numbersRestart(importId, group.key, days));
      return;
    }
    for (const [at, part] of dates.parts.entries()) {
      if (at > 0) part.seq = this.#options.seqFor(part.rows[0]!);
      this.#takeOnce(part);
    }
  }

  /**
   * At the end of the file.
   * @returns numbers that stand for several vouchers, and how many these are
   * @throws ReadAgain where other numbers show that several dates may be one voucher
   */
  finish(): { numbers: number; entries: number } | undefined {
    const { restarts, mayAsk } = this.#options;
    if (mayAsk && restarts === 'separate' && this.#separated > 0 && this.#whole > 0) {
      throw new ReadAgain('Some numbers with several dates are one voucher.', { restarts: 'ask' });
    }
    return restarts === 'separate' && this.#separated > 0
      ? { numbers: this.#separated, entries: this.#parts }
      : undefined;
  }

  #takeOnce(group: Group): void {
    const copies = group.id === '' ? 1 : copiesOf(group);
    const { answers, importId, take, hold, drop } = this.#options;
    const answer = answers['rows-repeated']?.answer;
    if (copies === 1 || answer === 'meant') {
      take(group);
      return;
    }
    const { first, rest } = firstCopy(group, copies);
    if (answer === 'once') {
      drop(rest.rows, rest.lines);
      take(first);
    } else hold(group, rowsRepeated(importId, group.key, copies, formatRanges(first.rows)));
  }
}
