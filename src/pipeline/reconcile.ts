import { existsSync } from 'node:fs';
import { leaseHolds } from '../ledger/holders.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { aboutImport } from './about.ts';
import { endCancelling } from './cancel-import.ts';
import { finishIfDone } from './finish-import.ts';
import { planMovedAgain } from './plan-moved.ts';
import type { PipelinePorts } from './ports.ts';
import { storedPath } from './stored-file.ts';
import { WhoseBooks } from './whose-books.ts';

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
  const { ledger, host, home, now, say } = ports;
  const each = async (rows: readonly ImportRow[], work: (row: ImportRow) => Promise<void>) => {
    for (const row of rows) await work(row).catch((error: Error) => say(error.message, aboutImport(row)));
  };
  await each(ledger.cancelling.unfinished(), ({ num }) => endCancelling(num, ports));
  await each(ledger.cancelling.toBePlannedAgain(), ({ num }) => planMovedAgain(num, ports));
  await each(ledger.imports.inState('planning'), async (row) => {
    // Its machine may have another name by now, as containers do: whoever has the file can plan it.
    const here = row.host === host || existsSync(storedPath(home, row.sha256));
    if (here && !leaseHolds(row.planner_until, now()) && isOfTheseBooks(row, ports)) await wakes.plan(row.num);
  });
  await each(ledger.imports.settled(), async ({ num }) => void finishIfDone(num, ports));
  await each(ledger.imports.inState('posting'), async ({ num }) => {
    finishIfDone(num, ports);
    await wakes.posts(num);
  });
}

/** What was planned for other books, or for a service that is no longer configured, waits until its own are back. */
function isOfTheseBooks(row: ImportRow, ports: PipelinePorts): boolean {
  try {
    return ports.service(row.service).company === row.company;
  } catch (error) {
    if (error instanceof WhoseBooks) ports.say(`${error.message} ${error.suggestion}.`, aboutImport(row));
    return false;
  }
}
