import { FileRejected } from '../core/issue.ts';
import { nameSheets } from '../core/row-ranges.ts';
import type { PassesBefore } from '../kinds/kind.ts';
import { kindOf } from '../kinds/kinds.ts';
import { openTable } from '../reading/open-table.ts';
import type { PlanOrder, PlanPorts, PlanSummary } from '../reading/plan-ports.ts';
import { ReadAgain } from '../tabular/table.ts';

/** Times that a file is read before bilag gives up: encoding, decimal mark, dates of a few columns, order of rows. */
const MAX_READS = 12;

/**
 * Plans one file (design, section 2): one pass, bounded memory, every row validated and all its issues collected.
 * Where a later row contradicts what the first ones showed, the pass starts again, now knowing.
 * @throws FileRejected where the whole file can't be taken
 */
export async function planFile(order: PlanOrder, ports: PlanPorts): Promise<PlanSummary> {
  let before: PassesBefore = { hints: {}, known: {} };
  for (let read = 1; ; read++) {
    try {
      return await planOnce(order, ports, before);
    } catch (error) {
      ports.watchdog.rest();
      if (!(error instanceof ReadAgain) || read === MAX_READS) throw error;
      before = { ...before, hints: { ...before.hints, ...error.hint } };
    }
  }
}

async function planOnce(order: PlanOrder, ports: PlanPorts, before: PassesBefore): Promise<PlanSummary> {
  await ports.store.clear();
  const table = await openTable(order, ports, before.hints);
  try {
    return withHidden(await kindOf(order.job.kind).plan(order, ports, table, before));
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
