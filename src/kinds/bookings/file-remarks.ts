import type { Cell } from '../../core/cell.ts';
import type { Remark } from '../../core/issue.ts';
import type { BookingsJob } from '../../core/job.ts';
import { formatMinor } from '../../core/money.ts';
import { formatRow } from '../../core/row-ranges.ts';
import { sendsVat } from '../../reading/amount-form.ts';
import { findFee } from '../../reading/find-fee.ts';
import { FIGURE_SCALE, findFigures, isNetHeader } from '../../reading/find-figures.ts';
import { mappedColumns } from '../../reading/mapped-columns.ts';
import type { OpenTable } from '../../reading/open-table.ts';
import type { Group } from '../../reading/row-context.ts';
import { amountIsNet, feeNotBooked } from '../../reading/row-issues.ts';
import type { Chunk } from '../../tabular/table.ts';

/** A remark that is made once: on the first row that it is true of. */
export interface OnceSaid {
  readonly remark: Remark;
  readonly rowIn: (group: Group) => number | undefined;
}

/**
 * What the first rows of a file show of the column that the job takes for the amount.
 * @param again a part of the file is planned again: what was said of another row stays
 */
export function remarksOfFile(job: BookingsJob, table: OpenTable, chunk: Chunk, again: boolean): OnceSaid[] {
  return [...netRemark(job, table, chunk.records), ...feeRemark(job, table, chunk, again)];
}

/** The job takes for the amount what is without VAT: other columns prove it on the first rows, or its header says so. */
function netRemark(
  job: BookingsJob,
  { header: { headers, columns } }: OpenTable,
  records: readonly (readonly Cell[])[],
): OnceSaid[] {
  const amount = columns['amount']?.[0];
  if (job.figures !== undefined || amount === undefined || !sendsVat(job)) return [];
  const found = findFigures(candidatesOf(headers), records);
  const { gross, net, vat, proved = false } = found ?? {};
  const header = headers[amount] ?? '';
  if (net === amount && gross !== undefined && vat !== undefined)
    return [{ remark: amountIsNet(header, [headers[vat]!, headers[gross]!]), rowIn: rowWithVat }];
  const isGross = proved && net !== amount;
  return isNetHeader(header) && !isGross ? [{ remark: amountIsNet(header), rowIn: rowWithVat }] : [];
}

/** The job books the amount of a settlement, and its fees nowhere. */
function feeRemark(
  job: BookingsJob,
  { header: { headers, columns, columnOf }, source }: OpenTable,
  { records, lines }: Chunk,
  again: boolean,
): OnceSaid[] {
  const amount = columns['amount']?.[0];
  if (job.figures !== undefined || amount === undefined) return [];
  const mapped = new Set(mappedColumns(job).map(({ headers: accepted }) => columnOf(accepted)));
  const found = findFee(candidatesOf(headers), records, amount, mapped);
  if (found === undefined) return [];
  const nameOf = (index: number) => headers[index]!.replace(/\s+/g, ' ');
  const row = lines[found.first]!;
  const place = `${source.facts.kind === 'csv' ? 'line' : 'row'} ${formatRow(row)}`;
  const first = [formatMinor(found.units, FIGURE_SCALE), place] as const;
  const other = found.other === undefined ? undefined : nameOf(found.other);
  const remark = feeNotBooked(nameOf(amount), nameOf(found.index), other, first, columns['entry'] !== undefined);
  return [{ remark, rowIn: ({ rows }) => rows.find((each) => (again ? each === row : each >= row)) }];
}

function candidatesOf(headers: readonly string[]): { readonly index: number; readonly header: string }[] {
  return headers.map((header, index) => ({ index, header }));
}

function rowWithVat({ lines }: Group): number | undefined {
  return lines.find(
    ({ vat, vatByAccount, account: { lookup } }) =>
      vat?.typeId !== undefined || (vatByAccount && lookup?.found === 'one' && lookup.account.vatTypeId !== null),
  )?.row;
}
