import type { Ledger } from '../../ledger/open-ledger.ts';
import type { BatchRow } from '../../ledger/rows.ts';
import { counted, type Style, tableLines } from './text.ts';

/** Entries that are shown; the ledger has all. */
const ENTRIES = 100;

/** What is known of a batch that was recovered from the attempt log: which entries it sent, not their lines. */
export async function recoveredContent(batch: BatchRow, ledger: Ledger, style: Style): Promise<string[]> {
  const { entries } = await ledger.posting.body(batch.import, batch.no);
  const cells = entries
    .slice(0, ENTRIES)
    .map(({ key, date, rows, lineCount }) => [key, date, `row ${rows}`, counted(lineCount, 'line')]);
  const [header, ...lines] = tableLines(
    [['entry', 'date', 'in the file', 'as sent'], ...cells],
    [{ align: 'left' }, { align: 'left' }, { align: 'left' }, { align: 'right' }],
  );
  const more = entries.length - cells.length;
  return [style('dim', header!), ...lines, ...(more > 0 ? [`… and ${counted(more, 'more voucher')}`] : [])];
}
