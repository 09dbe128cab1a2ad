import { parseRanges } from '../core/row-ranges.ts';
import { writeWaitingCells } from '../ledger/waiting-cells.ts';
import { type FileOfRows, readRows } from './read-rows.ts';

/** What the thread is asked: to copy the rows of entries out of the files that they stand in. */
export interface WaitingQuestion {
  readonly into: string;
  /** Of the original. */
  readonly headers: readonly string[];
  readonly files: readonly (FileOfRows & {
    readonly waiting: readonly { readonly seq: number; readonly rows: string }[];
  })[];
}

/** Copies the rows, in a thread that may open the files. @throws FileRejected */
export async function waitingTask({ into, headers, files }: WaitingQuestion): Promise<void> {
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
}
