import type { BookingsJob } from '../../domain/job.ts';
import type { AccountSlots } from '../../rules/account-slots.ts';
import { amountForm } from '../../rules/amount-form.ts';
import { FiguresReader, toleranceUnits } from '../../rules/gross-net-vat.ts';
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
    ...(job.figures === undefined ? {} : { figures: figuresReader(job, header, amount) }),
    ...(job.vat.percent === undefined ? {} : { percentColumn: columnOf(job.vat.percent) }),
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

/** Reads gross, net and VAT from the columns that the job names for them. */
function figuresReader(
  { figures = {}, vat, file }: BookingsJob,
  { headers, columnOf }: OpenTable['header'],
  amount: OpenTable['amount'],
): FiguresReader {
  const columns = Object.fromEntries(
    Object.entries(figures).map(([figure, accepted]) => {
      const at = columnOf(accepted);
      const name = headers[at] ?? String(at + 1);
      return [figure, { name, at, read: amount(name) }];
    }),
  );
  return new FiguresReader(columns, file.scale, toleranceUnits(vat.tolerance, file.scale));
}
