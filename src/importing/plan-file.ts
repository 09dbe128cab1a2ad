import { FileRejected } from '../core/issue.ts';
import { nameSheets } from '../core/row-ranges.ts';
import { type FileKnown, planBookings } from '../kinds/bookings/plan.ts';
import { type Hints, type OpenTable, openTable } from '../reading/open-table.ts';
import { isOrderOf, type PlanOrder, type PlanPorts, type PlanSummary } from '../reading/plan-ports.ts';
import { ReadAgain } from '../tabular/table.ts';

/** Times that a file is read before bilag gives up: encoding, decimal mark, dates of a few columns, order of rows. */
const MAX_READS = 12;

/**
 * Plans one file (design, section 2): one pass, bounded memory, every row validated and all its issues collected.
 * Where a later row contradicts what the first ones showed, the pass starts again, now knowing.
 * @throws FileRejected where the whole file can't be taken
 */
export async function planFile(order: PlanOrder, ports: PlanPorts): Promise<PlanSummary> {
  let hints: Hints = {};
  const known: FileKnown = { verdict: undefined, figures: undefined };
  for (let read = 1; ; read++) {
    try {
      return await planOnce(order, ports, hints, known);
    } catch (error) {
      ports.watchdog.rest();
      if (!(error instanceof ReadAgain) || read === MAX_READS) throw error;
      hints = { ...hints, ...error.hint };
    }
  }
}

async function planOnce(order: PlanOrder, ports: PlanPorts, hints: Hints, known: FileKnown): Promise<PlanSummary> {
  ports.store.clear();
  const table = await openTable(order, ports, hints);
  try {
    return withHidden(await planTable(order, ports, table, hints, known));
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    const { sheets } = table.facts;
    throw new FileRejected({ ...error.issue, message: nameSheets(error.issue.message, sheets) });
  } finally {
    await table.source.close();
  }
}

/** Rows that were skipped because they are hidden were read all the same, by the count. */
function withHidden(summary: PlanSummary): PlanSummary {
  const { hidden } = summary.facts;
  if (hidden?.are !== 'skipped') return summary;
  const { rowsRead, rowsSkipped } = summary;
  return { ...summary, rowsRead: rowsRead + hidden.rows, rowsSkipped: rowsSkipped + hidden.rows };
}

async function planTable(
  order: PlanOrder,
  ports: PlanPorts,
  table: OpenTable,
  hints: Hints,
  known: FileKnown,
): Promise<PlanSummary> {
  // Loaded when they are needed: what contacts need is large.
  if (isOrderOf('contacts', order)) {
    const { planContacts } = await import('../kinds/contacts/plan.ts');
    return await planContacts(order, ports, table);
  }
  if (isOrderOf('custom-fields', order)) {
    const { planCustomFields } = await import('../kinds/custom-fields/plan.ts');
    return await planCustomFields(order, ports, table);
  }
  if (isOrderOf('bookings', order)) {
    const rowOrder = hints['order'] === 'scattered' ? 'scattered' : 'near';
    const restarts = hints['restarts'] === 'ask' ? 'ask' : undefined;
    return await planBookings(order, ports, table, Object.assign(known, { rowOrder, restarts } as const));
  }
  throw new Error('A job of no kind.');
}
