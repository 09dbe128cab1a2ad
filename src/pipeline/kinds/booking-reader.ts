import type { BookingsJob } from '../../domain/job.ts';
import type { AccountSlots } from '../../rules/account-slots.ts';
import { amountForm } from '../../rules/amount-form.ts';
import { RowReader } from '../../rules/read-row.ts';
import type { VatSlot } from '../../rules/reading.ts';
import type { OpenTable } from '../open-table.ts';
import type { PlanOrder } from '../plan-ports.ts';

/** Reads the rows of a table into draft lines. */
export function bookingReader(
  { source, header, nameOf, amount, date }: OpenTable,
  { job, file, descriptionMax, currency, again }: PlanOrder<BookingsJob>,
  accounts: AccountSlots,
  vat: (code: string) => VatSlot | undefined,
): { reader: RowReader /** Headers of the accounts of a row's first and second line. */; accountColumns: string[] } {
  const { headers, columns, columnOf } = header;
  const reader = new RowReader({
    job,
    file,
    headers,
    columns,
    columnOf,
    amount,
    date,
    accounts,
    vat,
    scale: job.file.scale,
    descriptionMax,
    currency,
    place: source.facts.kind === 'csv' ? 'line' : 'row',
    again: again !== undefined,
  });
  const pair = amountForm(job) === 'pair';
  return {
    reader,
    accountColumns: pair
      ? [nameOf('debitAccount'), nameOf('creditAccount')]
      : [nameOf('account'), nameOf('contraAccount')],
  };
}
