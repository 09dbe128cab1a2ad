import { Worker } from 'node:worker_threads';
import { UsageError } from '../domain/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PipelinePorts } from './ports.ts';

/** Heap of the thread, in MB: a workbook holds its different texts in memory until it is written. */
const HEAP_MB = 512;

/** What the thread is asked. */
export interface TrailOrder {
  /** Path of the ledger. */
  readonly ledger: string;
  readonly num: number;
  /** Where to write it: `.xlsx` or `.csv`. */
  readonly path: string;
}

/** Undefined: it is written. */
export interface TrailAnswer {
  /** Why it can't be written, for people. */
  readonly refused?: { readonly message: string; readonly suggestion?: string | undefined };
  readonly failed?: string;
}

/**
 * Writes the audit trail of an import in a thread of its own: one of a million lines takes its time, and whoever posts or
 * answers requests must not wait for it.
 * @param leaving aborted when this process leaves
 * @throws UsageError where it doesn't fit into a workbook
 */
export async function makeTrail(
  { num }: Pick<ImportRow, 'num'>,
  path: string,
  { ledgerPath }: Pick<PipelinePorts, 'ledgerPath'>,
  leaving: AbortSignal,
): Promise<void> {
  const thread = new Worker(new URL('./trail-thread.js', import.meta.url), {
    workerData: { ledger: ledgerPath, num, path } satisfies TrailOrder,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const leave = () => void thread.terminate();
  leaving.addEventListener('abort', leave);
  try {
    const { refused, failed } = await new Promise<TrailAnswer>((resolve, reject) => {
      thread.on('message', resolve);
      thread.on('exit', (code) => reject(new Error(`The thread that wrote the trail ended with code ${code}.`)));
      thread.on('error', (error: NodeJS.ErrnoException) => {
        const starved = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(
          starved ? new UsageError('The rows don’t fit into a workbook.', 'Take the trail as CSV instead.') : error,
        );
      });
    });
    if (refused !== undefined) throw new UsageError(refused.message, refused.suggestion);
    if (failed !== undefined) throw new Error(failed);
  } finally {
    leaving.removeEventListener('abort', leave);
    await thread.terminate();
  }
}
