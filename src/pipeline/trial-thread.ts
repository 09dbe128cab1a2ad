import { parentPort, workerData } from 'node:worker_threads';
import type { Issue } from '../domain/issue.ts';
import type { Job } from '../domain/job.ts';
import { openPlanWriter, type PlanWriter } from '../ledger/plan-writer.ts';
import { openSource } from '../source/open-source.ts';
import { rejectionOf, type WithPace } from './file-thread.ts';
import { paceOf } from './pace.ts';
import { planFile } from './plan-file.ts';
import type { Question } from './plan-messages.ts';
import type { PlanOrder, PlanSummary } from './plan-ports.ts';
import { planResult } from './plan-result.ts';
import type { PlanStore } from './plan-sink.ts';
import { earlierEntries } from './plan-store.ts';
import { threadReferences } from './thread-references.ts';

/** What the thread of a trial is started with. */
export interface TrialData {
  /** Path of the ledger: of it only the claims are read. */
  readonly ledger: string;
  /** Path of a ledger of the trial's own, which the plan is written to; none: nothing of it is written. */
  readonly into?: string;
  readonly planner: string;
  readonly scratch: string;
  readonly sha256: string;
  readonly job: Job;
  readonly jobHash: string;
  readonly order: PlanOrder;
}

/** What the thread says. */
export type TrialMessage =
  | { readonly id: number; readonly ask: Question }
  | { readonly progress: number }
  | { readonly done: PlanSummary }
  | { readonly rejected: Issue }
  | { readonly failed: string };

const data = workerData as TrialData & WithPace;
const port = parentPort!;
const send = (message: TrialMessage) => port.postMessage(message);
const { order } = data;
const holder = { num: order.num, planner: data.planner };
const before = openPlanWriter(data.ledger, holder);
const into = data.into === undefined ? undefined : openPlanWriter(data.into, holder);

/** Where the plan goes: into the trial's own ledger, or nowhere. */
function written(writer: PlanWriter | undefined): Pick<PlanStore, 'clear' | 'write'> {
  return {
    clear: () => writer?.clear(order.num),
    write: (...given) => writer?.write(order.num, 0, ...given),
  };
}

try {
  const { blocks: _, ...summary } = await planFile(order, {
    open: openSource,
    references: threadReferences(port),
    scratch: data.scratch,
    progress: (rows) => send({ progress: rows }),
    pace: paceOf(data.pace),
    store: {
      ...written(into),
      ...earlierEntries(order.num, before, () => data.sha256),
    },
  });
  into?.finishPlan(order.num, planResult(data, summary, Date.now()), []);
  send({ done: summary });
} catch (error) {
  const rejection = rejectionOf(error, data.pace);
  if (rejection !== undefined) send({ rejected: rejection.issue });
  else send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
} finally {
  before.close();
  into?.close();
  port.close();
}
