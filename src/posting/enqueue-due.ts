import { existsSync } from 'node:fs';
import { otherCompany } from '../config/other-company.ts';
import { UsageError } from '../core/issue.ts';
import { importFields } from '../core/log.ts';
import { endCancelling } from '../importing/cancel.ts';
import { finishIfDone, hasMoved } from '../importing/finish-import.ts';
import { planMovedAgain } from '../importing/plan-moved.ts';
import { createStallReasons } from '../importing/stall-reasons.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { leaseHolds } from '../ledger/leases.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { storedPath } from '../ledger/stored-file.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { WhoseBooks } from './whose-books.ts';

/** Wakes whoever posts for a service: so many wake-ups of an import as it may have requests under way. */
export type Wake = (service: string, num: number, wakeups: number) => Promise<void>;

/**
 * Wakes the senders of an import, if anything in it is due. What is queued is bounded by the requests that may be
 * under way, however large the import is; a wake-up too many finds nothing to do. An import of other books, or of a
 * service that is no longer configured, waits for its own.
 */
export function enqueueDue(ports: PipelinePorts, wake: Wake): (num: number) => Promise<void> {
  const { ledger, now } = ports;
  const stallReasons = createStallReasons(ports);
  return async (num) => {
    const row = await ledger.imports.findByNum(num);
    if (row?.state !== 'posting' || !(await ledger.posting.hasDue(num, now()))) return;
    try {
      const company = await ports.service(row.service).company();
      if (row.company !== company) throw otherCompany(row, company);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const { message, suggestion, told = { reason: 'failure' } } = error;
      return await stallReasons.add(num, { kind: 'misconfigured', message, suggestion, told }, importFields(row));
    }
    stallReasons.clear(num);
    await wake(row.service, num, (JSON.parse(row.facts!) as PlanFacts).concurrency);
  };
}

/** Between two looks for work that is due and that nobody was woken for, in milliseconds: an emptied Redis costs this. */
export const RECONCILE_MS = 2_000;

/** How those who work are woken. */
export interface Wakes {
  plan(num: number): Promise<void>;
  posts(num: number): Promise<void>;
}

/**
 * Queues what the ledger says is due: a queue that was emptied, or a process that died, costs seconds. An import that
 * can't be woken keeps none of the others waiting.
 */
export async function reconcile(ports: PipelinePorts, wakes: Wakes): Promise<void> {
  const { ledger, host, home, now, log } = ports;
  const each = async (rows: readonly ImportRow[], work: (row: ImportRow) => Promise<void>) => {
    const fails = (row: ImportRow) => (error: Error) =>
      log('import-not-queued', error.message, { ...importFields(row), error });
    for (const row of rows) await work(row).catch(fails(row));
  };
  await each(await ledger.cancelling.unfinished(), async ({ num }) => {
    await endCancelling(num, ports);
    await finishIfDone(num, ports);
  });
  await each(await ledger.cancelling.toBePlannedAgain(), ({ num }) => planMovedAgain(num, ports));
  await each(await ledger.imports.inState('planning'), async (row) => {
    // Its machine may have another name by now, as containers do: whoever has the file can plan it.
    const here = row.host === host || existsSync(storedPath(home, row.sha256));
    if (here && !leaseHolds(row.planner_until, now()) && (await isOfTheseBooks(row, ports))) await wakes.plan(row.num);
  });
  const finish = async ({ num }: ImportRow) => {
    await finishIfDone(num, ports);
  };
  await each(await ledger.imports.settled(), finish);
  // Counting one costs more than asking: one whose doubt stands for days is asked every time.
  const freed: ImportRow[] = [];
  for (const row of await ledger.imports.inState('in-doubt')) if (await hasMoved(row.num, ledger)) freed.push(row);
  await each(freed, finish);
  await each(await ledger.imports.inState('posting'), async ({ num }) => {
    await finishIfDone(num, ports);
    await wakes.posts(num);
  });
}

/** What was planned for other books, or for a service that is no longer configured, waits until its own are back. */
async function isOfTheseBooks(row: ImportRow, ports: PipelinePorts): Promise<boolean> {
  try {
    return (await ports.service(row.service).company()) === row.company;
  } catch (error) {
    if (error instanceof WhoseBooks)
      ports.log('other-books', `${error.message} ${error.suggestion}.`, { ...importFields(row), service: row.service });
    return false;
  }
}
