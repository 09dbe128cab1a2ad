import type { Cell } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import { FileRejected } from '../core/issue.ts';
import type { Chunk } from '../tabular/table.ts';
import type { PlanOrder, PlanPorts } from './plan-ports.ts';

/** One pass over the rows of a file: each is counted, and nobody takes for ever over one. */
export interface RowPass {
  /** Rows so far. */
  readonly read: number;
  /** @throws FileRejected `too-many-rows` */
  each(
    chunk: Chunk,
    rowOf: (record: readonly Cell[], line: number) => number | undefined,
    take: (record: readonly Cell[], row: number) => void,
  ): void;
}

export function rowPass({ job }: PlanOrder, { watchdog }: Pick<PlanPorts, 'watchdog'>): RowPass {
  const { rows: limit } = job.limits;
  let read = 0;
  return {
    get read() {
      return read;
    },
    each({ records, lines }, rowOf, take) {
      for (let i = 0; i < records.length; i++) {
        const row = rowOf(records[i]!, lines[i]!);
        if (row === undefined) continue;
        if (++read > limit) throw tooManyRows(limit);
        watchdog.at(row);
        take(records[i]!, row);
      }
      watchdog.rest();
    },
  };
}

function tooManyRows(limit: number): FileRejected {
  return new FileRejected({
    code: 'too-many-rows',
    facts: { most: limit },
    message: `The file has more than ${counted(limit, 'row')}.`,
    suggestion: 'Split the file, or raise limits.rows in the job.',
  });
}

/** @param first what is wrong with the first of them */
export function rowsInvalid(held: number, first: string, { words }: PlanOrder): FileRejected {
  const { one, many, todo } = words;
  return new FileRejected({
    code: 'rows-invalid',
    facts: { entries: held },
    message: `${counted(held, `${one} has`, `${many} have`)} errors, and the job rejects the whole file then (onInvalid: reject). The first: ${first}`,
    suggestion: `Correct the file and import it again, or set onInvalid: hold to ${todo} the ${many} without errors.`,
  });
}
