import type { Answers } from '../../core/issue.ts';
import { formatRanges, formatRow } from '../../core/row-ranges.ts';
import type { EntryIssue } from '../../reading/entry.ts';
import { numbersRestart, rowRepeated, rowsRepeated, sumRepeats } from '../../reading/file-questions.ts';
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
  /** Of a line without a number, the row that it is a copy of; of a sum or a balance, itself. */
  copyOf(group: Group): number | undefined;
  /** Numbers what is found to be a voucher of its own. */
  readonly ordinals: { seqFor(row: number): number };
}

/** What becomes of rows with one number. */
export type Voucher =
  | { readonly is: 'sound'; readonly group: Group }
  | { readonly is: 'held'; readonly group: Group; readonly why: EntryIssue }
  /** A person said to count them once only. */
  | { readonly is: 'copies'; readonly rows: readonly number[]; readonly lines: readonly Line[] };

/** What rows with one number are: one voucher, one for each date, or copies of each other (docs: the same entry, section 2). */
export class VoucherGrouping {
  readonly #options: GroupingOptions;
  #separated = 0;
  #parts = 0;
  #whole = 0;

  constructor(options: GroupingOptions) {
    this.#options = options;
  }

  vouchersOf(group: Group): readonly Voucher[] {
    const { restarts, importId, ordinals } = this.#options;
    if (restarts === undefined || group.id === '' || group.tooLarge !== undefined) return this.#once(group);
    const dates = partsByDate(group);
    if (dates.is === 'whole') this.#whole++;
    if (dates.is !== 'several' || restarts === 'together') return this.#once(group);
    this.#separated++;
    this.#parts += dates.parts.length;
    if (restarts === 'ask') {
      const days = dates.parts.map(({ lines }) => lines[0]!.date);
      return [{ is: 'held', group, why: numbersRestart(importId, group.key, days) }];
    }
    return dates.parts.flatMap((part, at) => {
      if (at > 0) part.seq = ordinals.seqFor(part.rows[0]!);
      return this.#once(part);
    });
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

  #once(group: Group): readonly Voucher[] {
    const { answers, importId } = this.#options;
    const answer = answers['rows-repeated']?.answer;
    if (group.id === '') return this.#line(group, answer);
    const copies = copiesOf(group);
    if (copies === 1 || answer === 'meant') return [{ is: 'sound', group }];
    const { first, rest } = firstCopy(group, copies);
    return answer === 'once'
      ? [
          { is: 'copies', ...rest },
          { is: 'sound', group: first },
        ]
      : [{ is: 'held', group, why: rowsRepeated(importId, group.key, copies, formatRanges(first.rows)) }];
  }

  /** A line without a number. Its first copy is booked, whatever people say of the others. */
  #line(group: Group, answer: string | undefined): readonly Voucher[] {
    const { copyOf, importId } = this.#options;
    const first = answer === 'meant' ? undefined : copyOf(group);
    if (first === undefined) return [{ is: 'sound', group }];
    if (answer === 'once') return [{ is: 'copies', rows: group.rows, lines: group.lines }];
    const row = group.rows[0]!;
    const why =
      first === row ? sumRepeats(importId, formatRow(row)) : rowRepeated(importId, formatRow(row), formatRow(first));
    return [{ is: 'held', group, why }];
  }
}
