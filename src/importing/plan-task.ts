import { rmSync } from 'node:fs';
import { FileRejected } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { watchdogOf } from '../core/watchdog.ts';
import { kindOf } from '../kinds/kinds.ts';
import { openPlanWriter, type PlanWriter } from '../ledger/plans.ts';
import type { PlanFacts, PlanOrder, PlanSummary } from '../reading/plan-ports.ts';
import { openSource } from '../tabular/open-source.ts';
import { rejectionOf } from '../threads/rejection-of.ts';
import type { TaskTools } from '../threads/thread-messages.ts';
import { askedReferences } from './asked-references.ts';
import { claimEntries, claimOrder } from './claim-entries.ts';
import { planFile } from './plan-file.ts';
import { planResult } from './plan-import.ts';
import { earlierEntries } from './plan-store.ts';

/** A plan that is being made. */
interface Planning {
  readonly data: PlanTask;
  readonly writer: PlanWriter;
  readonly earlier: ReturnType<typeof earlierEntries>;
  readonly plan: (order: PlanOrder) => Promise<PlanSummary>;
}

/**
 * Reads, validates, groups, writes the plan and takes its claims in a thread, so that the main thread renews leases and
 * answers meanwhile. Account numbers and VAT types are asked of the main thread.
 * @returns why the file is rejected: nothing of its plan is left then; undefined where it is planned
 */
export async function planTask(data: PlanTask, tools: TaskTools): Promise<FileRejected['issue'] | undefined> {
  const { num, orders } = data;
  const writer = openPlanWriter(data.ledger, data);
  const references = askedReferences(tools);
  const earlier = earlierEntries(num, writer, async () => (await writer.imports.byNum(num)).sha256);
  const plan = async (order: PlanOrder): Promise<PlanSummary> => {
    const summary = await planFile(order, {
      open: openSource,
      references,
      scratch: data.scratch,
      progress: tools.progress,
      watchdog: watchdogOf(tools.watchdog),
      store: {
        clear: async () =>
          order.again === undefined ? await writer.clear(num) : await writer.clearUnsent(num, order.again.nextBatch),
        write: (batches, aside, causes, remarks) =>
          writer.write(num, order.again?.source ?? 0, batches, aside, causes, remarks),
        ...earlier,
      },
    });
    if (summary.listed !== undefined) await writer.keepListed(num, summary.listed);
    return summary;
  };
  const planning: Planning = { data, writer, earlier, plan };
  try {
    const rejected = await planned(planning, tools);
    if (rejected !== undefined) return rejected;
    // From here on the plan is in the ledger as a whole: nothing of it is thrown away, whatever happens.
    if (data.claim) {
      if (orders.length === 0)
        await kindOf(data.job.kind).compares?.recheck(num, data.job, writer, references, data.scratch);
      await claim(planning);
    }
    return undefined;
  } finally {
    writer.close();
  }
}

/** Plans the orders. @returns why the file is rejected, where it is: what was written of its plan is thrown away */
async function planned(planning: Planning, { watchdog }: TaskTools): Promise<FileRejected['issue'] | undefined> {
  const { data, writer } = planning;
  const { num, orders } = data;
  const [first] = orders;
  try {
    if (data.rejected !== undefined) throw new FileRejected(data.rejected);
    if (first !== undefined)
      await (first.again === undefined ? planWhole(first, planning) : planAgain(orders, planning));
    return undefined;
  } catch (error) {
    const rejection = rejectionOf(error, watchdog);
    if (rejection === undefined) throw error;
    rmSync(data.scratch, { recursive: true, force: true });
    if (first?.again === undefined) await writer.clear(num);
    else await writer.clearUnsent(num, first.again.nextBatch);
    return rejection.issue;
  }
}

async function planWhole(order: PlanOrder, { data, writer, plan }: Planning): Promise<void> {
  const summary = await plan(order);
  await writer.finishPlan(order.num, planResult(data, summary, Date.now()), summary.blocks ?? []);
}

/** The files of an import whose entries wait, one after the other: the second must not take the first one's numbers. */
async function planAgain(orders: readonly PlanOrder[], { writer, plan }: Planning): Promise<void> {
  const first = orders[0]!;
  let again = first.again!;
  let facts: PlanFacts = again.facts;
  const parts: PlanSummary[] = [];
  for (const order of orders) {
    const part = await plan({
      ...order,
      again: {
        ...order.again!,
        nextSeq: again.nextSeq,
        nextBatch: again.nextBatch,
        nextCause: again.nextCause,
        before: judgedSoFar(parts),
      },
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
      await writer.imports.setCorrectionFacts(order.num, order.again!.source, JSON.stringify(part.facts));
    }
    parts.push(part);
  }
  const totals = new Map<string, bigint>();
  for (const { fileTotals } of parts) {
    for (const [account, units] of Object.entries(fileTotals)) {
      totals.set(account, (totals.get(account) ?? 0n) + BigInt(units));
    }
  }
  await writer.finishAgain(
    first.num,
    {
      replaced: parts.flatMap((part) => part.again!.replaced),
      aside: parts.flatMap((part) => part.again!.aside),
      causes: parts.flatMap((part) => part.again!.causes),
      remarks: parts.flatMap((part) => part.again!.remarks),
      corrected: parts.flatMap((part) => part.again!.corrected ?? []),
      addedRows: parts.reduce((sum, part) => sum + part.again!.addedRows, 0),
      skippedRows: parts.reduce((sum, part) => sum + part.again!.removedRows + part.rowsSkipped, 0),
      totals: Object.fromEntries([...totals].map(([account, units]) => [account, String(units)])),
      facts: JSON.stringify({ ...facts, judgedAt: Date.now() } satisfies PlanFacts),
      readings: parts.flatMap(({ reading }) => reading ?? []),
      claimsSeen: Math.min(...parts.map((part) => part.claimVersion)),
      at: Date.now(),
    },
    parts.flatMap(({ blocks = [] }) => blocks),
  );
}

/** The files of an import are planned one by one: the next one has to know which earlier entries the rows of these are. */
function judgedSoFar(parts: readonly PlanSummary[]): NonNullable<NonNullable<PlanOrder['again']>['before']> {
  const judged = new Set(parts.flatMap((part) => part.again!.replaced));
  // What is on hold still stands for the earlier entry that it did.
  for (const part of parts)
    for (const { entry } of part.again!.aside) if (entry.state === 'held') judged.delete(entry.seq);
  return {
    judged,
    taken: parts.flatMap((part) => part.again!.aside.flatMap(({ twin }) => twin ?? [])),
  };
}

async function claim({ data, writer, earlier }: Planning): Promise<void> {
  const order = claimOrder(await writer.imports.byNum(data.num), await writer.insisted(data.num));
  await claimEntries(order, writer, earlier.describe, await kindOf(order.kind).compares?.comparison());
}

/** What the planner's thread is asked to plan. */
export interface PlanTask {
  /** Path of the ledger. */
  readonly ledger: string;
  readonly scratch: string;
  readonly num: number;
  /** Who plans: what the thread writes counts only while the import is this planner's. */
  readonly planner: string;
  readonly job: Job;
  readonly jobHash: string;
  /** Files to plan: one whole file, or the parts of an import that are planned again; none where only claims are missing. */
  readonly orders: readonly PlanOrder[];
  /** Take the claims too: the import is to be booked. */
  readonly claim: boolean;
  /** An earlier thread could not be kept running on this file: what it left is thrown away, and no more. */
  readonly rejected?: FileRejected['issue'];
}
