import type { Job } from '../core/job.ts';
import { watchdogOf } from '../core/watchdog.ts';
import { askedReferences } from '../importing/asked-references.ts';
import { planFile } from '../importing/plan-file.ts';
import { planResult } from '../importing/plan-import.ts';
import { earlierEntries } from '../importing/plan-store.ts';
import { openPlanWriter, type PlanWriter } from '../ledger/plans.ts';
import type { PlanOrder, PlanSummary } from '../reading/plan-ports.ts';
import type { PlanStore } from '../reading/plan-sink.ts';
import { openSource } from '../tabular/open-source.ts';
import type { TaskTools } from '../threads/thread-messages.ts';

/** What a dry run is made of. */
export interface DryRunData {
  /** Path of the ledger: of it only the claims are read. */
  readonly ledger: string;
  /** Path of a ledger of the dry run's own, which the plan is written to; none: nothing of it is written. */
  readonly into?: string;
  readonly planner: string;
  readonly scratch: string;
  readonly sha256: string;
  readonly job: Job;
  readonly jobHash: string;
  readonly order: PlanOrder;
}

/** Plans in a thread, and writes nothing into the ledger. @throws FileRejected */
export async function dryRunTask(data: DryRunData, tools: TaskTools): Promise<PlanSummary> {
  const { order } = data;
  const holder = { num: order.num, planner: data.planner };
  const before = openPlanWriter(data.ledger, holder);
  const into = data.into === undefined ? undefined : openPlanWriter(data.into, holder);
  try {
    const {
      blocks: _,
      listed: __,
      ...summary
    } = await planFile(order, {
      open: openSource,
      references: askedReferences(tools),
      scratch: data.scratch,
      progress: tools.progress,
      watchdog: watchdogOf(tools.watchdog),
      store: {
        ...written(order.num, into),
        ...earlierEntries(order.num, before, async () => data.sha256),
      },
    });
    await into?.finishPlan(order.num, planResult(data, summary, Date.now()), []);
    return summary;
  } finally {
    before.close();
    into?.close();
  }
}

/** Where the plan goes: into the dry run's own ledger, or nowhere. */
function written(num: number, writer: PlanWriter | undefined): Pick<PlanStore, 'clear' | 'write'> {
  return {
    clear: async () => writer?.clear(num),
    write: async (...given) => writer?.write(num, 0, ...given),
  };
}
