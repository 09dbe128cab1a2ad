import { parentPort, workerData } from 'node:worker_threads';
import type { Issue } from '../../domain/issue.ts';
import { parseRanges } from '../../domain/row-ranges.ts';
import { writeWaitingCells } from '../../ledger/waiting-cells.ts';
import { rejectionOf, type WithPace } from '../file-thread.ts';
import { type FileOfRows, readRows } from '../read-rows.ts';

/** What the thread is asked: to copy the rows of entries out of the files that they stand in. */
export interface WaitingQuestion {
  readonly into: string;
  /** Of the original. */
  readonly headers: readonly string[];
  readonly files: readonly (FileOfRows & {
    readonly waiting: readonly { readonly seq: number; readonly rows: string }[];
  })[];
}

/** What the thread says at its end. */
export interface WaitingAnswer {
  readonly rejected?: Issue;
  readonly failed?: string;
}

const { into, headers, files, pace } = workerData as WaitingQuestion & WithPace;
const answer = (said: WaitingAnswer) => parentPort!.postMessage(said);

try {
  const cells = writeWaitingCells(into);
  for (const { waiting, ...file } of files) {
    const seqOf = new Map(
      waiting.flatMap(({ seq, rows }) => [...parseRanges(rows)].map((number) => [number, seq] as const)),
    );
    await readRows(file, headers, new Set(seqOf.keys()), (number, row) =>
      cells.put({ number, seq: seqOf.get(number)!, ...row }),
    );
  }
  cells.close();
  answer({});
} catch (error) {
  const rejection = rejectionOf(error, pace);
  if (rejection !== undefined) answer({ rejected: rejection.issue });
  else answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
