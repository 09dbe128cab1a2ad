import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { FileRejected } from '../domain/issue.ts';
import { openPlanWriter } from '../ledger/plan-writer.ts';
import { openSource } from '../source/open-source.ts';
import { claimEntries, claimOrder } from './claim-entries.ts';
import { rejectionOf, type WithPace } from './file-thread.ts';
import { paceOf } from './pace.ts';
import { planFile } from './plan-file.ts';
import type { ThreadData, ThreadMessage } from './plan-messages.ts';
import type { PlanFacts, PlanOrder, PlanSummary } from './plan-ports.ts';
import { planResult } from './plan-result.ts';
import { earlierEntries } from './plan-store.ts';
import { threadReferences } from './thread-references.ts';

/**
 * The planner's thread: reads, validates, groups, writes the plan and takes its claims, off the main thread, so that
 * leases are renewed and the dashboard answers meanwhile. It asks the main thread for account numbers and VAT types.
 */
const data = workerData as ThreadData & WithPace;
const port = parentPort!;
const send = (message: ThreadMessage) => port.postMessage(message);
const writer = openPlanWriter(data.ledger, data);

const references = threadReferences(port);
const earlier = earlierEntries(data.num, writer, () => writer.imports.byNum(data.num).sha256);

function plan(order: PlanOrder): Promise<PlanSummary> {
  const { num, again } = order;
  return planFile(order, {
    open: openSource,
    references,
    scratch: data.scratch,
    progress: (rows) => send({ progress: rows }),
    pace: paceOf(data.pace),
    store: {
      clear: () => (again === undefined ? writer.clear(num) : writer.clearUnsent(num, again.nextBatch)),
      write: (batches, aside, causes, remarks) =>
        writer.write(num, again?.source ?? 0, batches, aside, causes, remarks),
      ...earlier,
    },
  });
}

async function planWhole(order: PlanOrder): Promise<void> {
  const summary = await plan(order);
  writer.finishPlan(order.num, planResult(data, summary, Date.now()), summary.blocks ?? []);
}

/** The files of an import whose entries wait, one after the other: the second must not take the first one's numbers. */
async function planAgain(orders: readonly PlanOrder[]): Promise<void> {
  const first = orders[0]!;
  let again = first.again!;
  let facts: PlanFacts = again.facts;
  const parts: PlanSummary[] = [];
  for (const order of orders) {
    const part = await plan({
      ...order,
      again: { ...order.again!, nextSeq: again.nextSeq, nextBatch: again.nextBatch, nextCause: again.nextCause },
    });
    again = {
      ...again,
      nextSeq: part.facts.nextSeq,
      nextBatch: part.again!.nextBatch,
      nextCause: part.again!.nextCause,
    };
    facts = {
      ...facts,
      nextSeq: part.facts.nextSeq,
      accounts: { ...facts.accounts, ...part.facts.accounts },
      vatTypes: { ...facts.vatTypes, ...part.facts.vatTypes },
      models: { ...facts.models, ...part.facts.models },
      fieldTypes: { ...facts.fieldTypes, ...part.facts.fieldTypes },
      ...(part.facts.matching === undefined ? {} : { matching: part.facts.matching }),
      ...(part.facts.figures === undefined ? {} : { figures: part.facts.figures }),
    };
    if (order.again!.numbered && order.again!.onlyKnown === false) {
      writer.imports.setCorrectionFacts(order.num, order.again!.source, JSON.stringify(part.facts));
    }
    parts.push(part);
  }
  const totals = new Map<string, bigint>();
  for (const { fileTotals } of parts) {
    for (const [account, units] of Object.entries(fileTotals)) {
      totals.set(account, (totals.get(account) ?? 0n) + BigInt(units));
    }
  }
  writer.finishAgain(
    first.num,
    {
      replaced: parts.flatMap((part) => part.again!.replaced),
      aside: parts.flatMap((part) => part.again!.aside),
      causes: parts.flatMap((part) => part.again!.causes),
      remarks: parts.flatMap((part) => part.again!.remarks),
      addedRows: parts.reduce((sum, part) => sum + part.again!.addedRows, 0),
      skippedRows: parts.reduce((sum, part) => sum + part.again!.removedRows + part.rowsSkipped, 0),
      totals: Object.fromEntries([...totals].map(([account, units]) => [account, String(units)])),
      facts: JSON.stringify(facts),
      claimsSeen: Math.min(...parts.map((part) => part.claimVersion)),
      at: Date.now(),
    },
    parts.flatMap(({ blocks = [] }) => blocks),
  );
}

async function claim(): Promise<void> {
  const order = claimOrder(writer.imports.byNum(data.num), writer.insisted(data.num));
  const compare = order.kind === 'contacts' ? (await import('./kinds/compare-contact.ts')).compareContact : undefined;
  claimEntries(order, writer, earlier.describe, compare);
}

/** Whether the plan is in the ledger as a whole: from then on nothing of it is thrown away, whatever happens. */
let stands = false;
try {
  const { orders } = data;
  if (data.rejected !== undefined) throw new FileRejected(data.rejected);
  if (orders.length > 0) await (orders[0]!.again === undefined ? planWhole(orders[0]!) : planAgain(orders));
  stands = true;
  if (data.claim) {
    if (orders.length === 0 && data.job.kind === 'contacts') {
      const { recheckContacts } = await import('./kinds/recheck-contacts.ts');
      await recheckContacts(data.num, data.job, writer, references, data.scratch);
    }
    await claim();
  }
  send({ done: true });
} catch (error) {
  const rejection = stands ? undefined : rejectionOf(error, data.pace);
  if (rejection !== undefined) {
    rmSync(data.scratch, { recursive: true, force: true });
    const [first] = data.orders;
    if (first?.again === undefined) writer.clear(data.num);
    else writer.clearUnsent(data.num, first.again.nextBatch);
    send({ rejected: rejection.issue });
  } else send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
} finally {
  writer.close();
  port.close();
}
