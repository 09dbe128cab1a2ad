import { kindOf } from '../../kinds/kinds.ts';
import type { CreatedCounts, Receipt } from '../../reporting/receipt.ts';
import type { ImportView } from '../import-view.ts';
import { readingLines } from '../output/plan.ts';
import { receiptLines } from '../output/receipt.ts';
import { counted, type Style } from '../output/text.ts';

/** The plan of a later sample, in few lines: what was found out, and how much it is. */
export function shortPlan(view: ImportView, style: Style): string[] {
  const { facts, receipt } = view;
  if (facts === undefined || view.row.state !== 'planned') return receiptLines(view, style);
  const { rows, entries, totals } = receipt;
  const parts = [counted(rows.read, 'row')];
  const { words, records } = kindOf(view.row.kind);
  if (records === undefined) {
    parts.push(counted(entries.planned, 'voucher'), counted(totals.accounts.length, 'account'));
  } else {
    const { one, many } = words;
    // Custom fields that a job of contacts asks for stand in no row.
    const fields = entries.pending - rows.pending;
    if (fields > 0) parts.push(`${counted(fields, 'custom field')} to be created first`);
    parts.push(`${counted(rows.pending, one, many)} to be created`);
    if (rows.duplicate > 0) parts.push(`${rows.duplicate} already there`);
  }
  if (rows.skipped > 0) parts.push(`${counted(rows.skipped, 'row')} skipped`);
  return [
    `${style('green', '✓')} ${style('bold', 'planned')}: ${parts.join(', ')}`,
    ...readingLines(facts, undefined).map((line) => `  ${line}`),
  ];
}

/** The receipt of a later sample, in a line; whole where something is not as it should be. */
export function shortReceipt(view: ImportView, style: Style): string[] {
  const { receipt, row } = view;
  if (receipt.state !== 'completed' || receipt.mismatches.length > 0) return receiptLines(view, style);
  const { rows, entries } = receipt;
  const isBooking = kindOf(row.kind).records === undefined;
  const parts = [`${counted(rows.read, 'row')} read = ${rows.booked} ${isBooking ? 'booked' : 'created'}`];
  if (rows.duplicate > 0) parts.push(`${rows.duplicate} already there`);
  if (rows.skipped > 0) parts.push(`${rows.skipped} skipped`);
  const whole = isBooking ? `; ${entries.booked} of ${counted(entries.planned, 'voucher')}` : fieldsFirst(receipt);
  return [
    `${style('green', '✓')} ${style('bold', isBooking ? 'booked' : 'created')}: ${parts.join(' + ')}${whole}`,
    ...(receipt.remarks ?? []).map(({ row: at, message }) => `  ${at === undefined ? '' : `row ${at}: `}${message}`),
    style('dim', `  import ${receipt.import}`),
  ];
}

function fieldsFirst({ contacts, customFields }: Receipt): string {
  if (customFields === undefined || sum(contacts) === 0) return '';
  return `; ${counted(customFields.created, 'custom field')} first`;
}

/** All of them, wherever they ended up. */
export function sum(counts: CreatedCounts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
