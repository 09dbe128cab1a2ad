import type { BookingField } from '../../core/job-fields.ts';
import { MinorSum } from '../../core/money.ts';
import type { Group } from '../../reading/row-context.ts';
import { fieldMissing } from '../../reading/row-issues.ts';

/**
 * Rows with one of their two accounts are lines of a voucher that balances. Of one that does not, each lacks the other account,
 * unless the whole voucher is written so and has both sides: then an amount is wrong, or a row is missing.
 * @param columnsOf headers of the columns of a field; none where the job maps none
 */
export function accountsLacking(
  { sides, rows, lines, issues }: Group,
  columnsOf: (field: BookingField) => readonly string[],
): Group['issues'] {
  if (sides === undefined || sides.length === 0 || issues !== undefined || isBalanced(lines)) return undefined;
  const isWhole = sides.length === rows.length && sides.some(({ side }) => side !== sides[0]!.side);
  if (isWhole) return undefined;
  return sides.map(({ row, side }) => {
    const field = side === 'debit' ? 'creditAccount' : 'debitAccount';
    return { row, issue: fieldMissing(field, columnsOf(field)) };
  });
}

function isBalanced(lines: Group['lines']): boolean {
  const sum = new MinorSum();
  for (const { units } of lines) sum.add(units);
  return sum.isZero();
}
