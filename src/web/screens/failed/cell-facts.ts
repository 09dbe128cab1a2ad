import type { WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import type { EditQueue } from './edit-queue.ts';

export type Line = WaitingEntry['lines'][number];
export type Problem = WaitingEntry['problems'][number];

/** What is to be told of a cell. */
export interface CellFacts {
  readonly text: string;
  /** What stood there before it was corrected, or before what is being saved. */
  readonly was: string | undefined;
  readonly problems: readonly Problem[];
}

/** A cell as it is shown: what was written last, whether or not the server has it. */
export function cellFacts(
  { seq }: WaitingEntry,
  line: Line,
  column: number,
  columns: readonly string[],
  edits: Pick<EditQueue, 'textOf'>,
): CellFacts {
  const saved = line.cells[column] ?? '';
  const text = edits.textOf(seq, line.number, column) ?? saved;
  const first = line.was[column] ?? saved;
  const problems = line.problems.filter((problem) => columnOf(problem, columns) === column);
  return { text, was: first === text ? undefined : first, problems };
}

/** Problems that stand in no column of the file: they are told at the row's number. */
export function rowProblems(line: Line, columns: readonly string[]): readonly Problem[] {
  return line.problems.filter((problem) => columnOf(problem, columns) === -1);
}

function columnOf({ column }: Problem, columns: readonly string[]): number {
  return column === undefined ? -1 : columns.indexOf(column);
}
