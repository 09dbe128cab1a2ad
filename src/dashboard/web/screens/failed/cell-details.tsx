import { language } from '../../language.ts';
import { placeOf } from '../../parts/grid/layout.ts';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { adviceOf } from './advice.ts';
import { cellFacts, rowProblems } from './cell-facts.ts';
import { entryName, type FailedModel } from './failed-model.ts';
import type { GridCursor } from './grid-cursor.ts';
import { t } from './words.ts';

/** Beneath the grid: all that is to be said of the cell under the cursor. Its height stays, so that nothing moves. */
export function CellDetails({ model, grid }: { readonly model: FailedModel; readonly grid: GridCursor }) {
  const columns = model.list.head.value?.columns ?? [];
  const { item, column } = grid.cursor.value;
  const { group, line: at } = placeOf(grid.layout.value, item);
  const entry = model.list.entries.value[group];
  if (entry === undefined) return null;
  const line = entry.lines[at];
  const cell =
    line === undefined || column === 0 ? undefined : cellFacts(entry, line, column - 1, columns, model.edits);
  const own = cell?.problems ?? (line === undefined ? [] : rowProblems(line, columns));
  // A sound amount of an entry that is out of balance may be the wrong one all the same.
  const problems = own.length > 0 ? own : entry.problems;
  const isWrong = entry.lines.some((each) => each.problems.length > 0);
  const title =
    line === undefined
      ? entryName(entry, model.list.head.value?.kind)
      : column === 0
        ? t.value.entryOfRows(line.row)
        : t.value.cell(columns[column - 1]!, line.row);
  return (
    <div class="cell-details">
      <strong>{title}</strong>
      {problems.map((problem) => (
        <p key={`${problem.code} ${problem.column} ${problem.value}`}>
          {language.value !== 'en' && `${causeTitle(problem)}. `}
          <Why of={problem} advice={adviceOf(problem.code)} />
        </p>
      ))}
      {cell?.was !== undefined && <p>{cell.was === '' ? t.value.wasEmpty : t.value.was(cell.was)}</p>}
      {problems.length === 0 && cell?.was === undefined && (
        <p class="soft">{line === undefined && isWrong ? t.value.inCells : t.value.sound}</p>
      )}
    </div>
  );
}
