import { HashTable, hash53 } from '../../core/hash.ts';
import { FileRejected } from '../../core/issue.ts';
import type { BookingsJob } from '../../core/job.ts';
import { parseRanges } from '../../core/row-ranges.ts';
import { normaliseHeader } from '../../core/text.ts';
import type { Twin } from '../../ledger/claims.ts';
import { storedPath } from '../../ledger/stored-file.ts';
import type { FoundHeader } from '../../reading/match-header.ts';
import { type OpenTable, openTable } from '../../reading/open-table.ts';
import type { PlanFacts, PlanOrder, PlanPorts } from '../../reading/plan-ports.ts';
import { columnsByName, eachRow, type RowCells } from './row-cells.ts';

type Ports = Pick<PlanPorts, 'open' | 'store' | 'watchdog'>;

/** Fields that make an entry another one where they come from another column. */
const DECIDING = ['entry', 'date', 'amount', 'debit', 'credit', 'currency'];

/**
 * How a job reads a file: which columns it has, and what its job takes voucher numbers, dates and amounts from. Two files
 * of the same columns, in whatever order, that were read differently say other things with the same cells.
 * @returns a hash of the headers, a colon, and a hash of the rest
 */
export function readingOf(job: BookingsJob, { headers, columns, columnOf }: FoundHeader): string {
  const { file, figures = {}, sign, rate, numbering, negate, creditSign } = job;
  const { decimal, dates, timezone } = file;
  const nameOf = (column: number | undefined) =>
    column === undefined ? undefined : normaliseHeader(headers[column] ?? '');
  const how = [
    DECIDING.map((field) => columns[field]?.map(nameOf)),
    Object.entries(figures).map(([figure, accepted]) => [figure, nameOf(columnOf(accepted))]),
    sign && { ...sign, column: nameOf(columnOf(sign.column)) },
    rate && { ...rate, column: nameOf(columnOf(rate.column)) },
    ...[numbering, negate, creditSign, decimal, dates, timezone],
  ];
  const layout = columnsByName(headers).map(nameOf).join('\u0001');
  return `${hash53(layout).toString(36)}:${hash53(JSON.stringify(how)).toString(36)}`;
}

/**
 * Rows of a file that an earlier import sent when the job read them differently (docs: the same entry, section 1): with
 * other columns, another order of day and month, another decimal mark or sign. What such rows say is different, so that nothing else
 * finds them. Files of other columns are not looked at, and none where nothing about the reading was changed.
 * @returns by number of a row, as the original file has it, the earlier entry; the n-th of equal rows has the n-th
 */
export async function rowsReadDifferently(
  order: PlanOrder<BookingsJob>,
  ports: Ports,
  table: OpenTable,
): Promise<ReadonlyMap<number, Twin> | undefined> {
  const { again, num, company, jobName } = order;
  const { again: _, ...whole } = order;
  // What a correction changed in the cells of a row makes it no other row of its file.
  const original =
    again === undefined ? whole : readAs({ ...whole, path: storedPath(order.home, again.original) }, again.facts);
  const header = again?.numbered ? await headerOf(original, ports) : table.header;
  if (header === undefined) return undefined;
  const reading = readingOf(order.job, header);
  const earlier = await ports.store.differentlyRead({ num, company, job: jobName, reading });
  if (earlier.length === 0) return undefined;

  let own = new HashTable();
  await eachRow(original, ports, () => {
    own = new HashTable();
    return (_row, { unsigned }) => own.set(unsigned, 1);
  });
  const sent: SentRow[] = [];
  for (const { num: other, sha256, file, facts } of earlier) {
    let known = new Map<number, RowCells>();
    const stored = { ...whole, path: storedPath(order.home, sha256), file };
    await eachRow(readAs(stored, JSON.parse(facts) as PlanFacts), ports, () => {
      known = new Map();
      return (row, cells) => {
        if (own.get(cells.unsigned) > 0) known.set(row, cells);
      };
    });
    if (known.size === 0) continue;
    await ports.store.sentContents(other, ({ seq, rows }) => {
      for (const row of parseRanges(rows)) {
        const cells = known.get(row);
        if (cells !== undefined) sent.push({ twin: { import: other, seq, row }, cells });
      }
    });
  }
  return sent.length === 0 ? undefined : await pairsOf(original, sent, ports);
}

/** A row that was sent, in its entry. */
interface SentRow {
  readonly twin: Twin;
  readonly cells: RowCells;
}

/** A purchase is no refund: rows that say the same with their signs are paired first, and what is left of them without. */
async function pairsOf(order: PlanOrder, sent: readonly SentRow[], ports: Ports): Promise<ReadonlyMap<number, Twin>> {
  const found = new Map<number, Twin>();
  let left = sent;
  for (const key of ['signed', 'unsigned'] as const) {
    const byCells = new Map<number, Twin[]>();
    for (const { twin, cells } of left) {
      const twins = byCells.get(cells[key]);
      if (twins === undefined) byCells.set(cells[key], [twin]);
      else twins.push(twin);
    }
    let pairs = new Map<number, Twin>();
    await eachRow(order, ports, () => {
      pairs = new Map();
      const used = new Map<number, number>();
      return (row, cells) => {
        const at = used.get(cells[key]) ?? 0;
        const twin = found.has(row) ? undefined : byCells.get(cells[key])?.[at];
        if (twin === undefined) return;
        used.set(cells[key], at + 1);
        pairs.set(row, twin);
      };
    });
    const taken = new Set(pairs.values());
    left = left.filter(({ twin }) => !taken.has(twin));
    for (const [row, twin] of pairs) found.set(row, twin);
  }
  return found;
}

/** A file as it was read when it was planned, whatever today's job says of encoding, header and sheets. */
function readAs(order: PlanOrder<BookingsJob>, facts: PlanFacts): PlanOrder<BookingsJob> {
  const { encoding, delimiter, headerLine, sheet, sheets } = facts;
  const { sheet: _, sheets: __, ...file } = order.job.file;
  const read = {
    ...file,
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    header: headerLine === 0 ? ('none' as const) : sheets === undefined ? headerLine : ('auto' as const),
    ...(sheet === undefined ? {} : { sheet }),
    ...(sheets === undefined ? {} : { sheets: sheets.map(({ name }) => name) }),
  };
  return { ...order, job: { ...order.job, file: read } };
}

/** Undefined where today's job finds no header in the file. */
async function headerOf(order: PlanOrder, ports: Ports): Promise<FoundHeader | undefined> {
  try {
    const { source, header } = await openTable(order, ports, {});
    await source.close();
    return header;
  } catch (error) {
    if (error instanceof FileRejected) return undefined;
    throw error;
  }
}
