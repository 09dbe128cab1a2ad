import { FileRejected } from '../domain/issue.ts';

/** Decides what a credit column's sign means (design, section 5). */
export interface CreditSign {
  /** Debit minus credit, in minor units. */
  amount(debit: number, credit: number, column: string): number;
  /** @throws FileRejected where every credit was negative and the job doesn't say what that means */
  finish(): void;
}

/** @param declared the job's `creditSign` */
export function creditSignOf(declared: 'negative' | 'positive' | undefined): CreditSign {
  let negative = 0;
  let positive = 0;
  let header = '';
  return {
    amount(debit, credit, column) {
      if (credit < 0) negative++;
      else if (credit > 0) positive++;
      header = column;
      const sum = declared === 'negative' ? debit + credit : debit - credit;
      return sum === 0 ? 0 : sum;
    },
    finish() {
      if (declared !== undefined || negative === 0 || positive > 0) return;
      throw new FileRejected({
        code: 'credit-sign-ambiguous',
        column: header,
        message: `Every amount in column ${header} is negative: the minus may only mean credit, or each may be a credit taken back.`,
        suggestion:
          'Set creditSign: negative in the job if a minus is how this file writes a credit, creditSign: positive if the minus reverses it.',
      });
    },
  };
}
