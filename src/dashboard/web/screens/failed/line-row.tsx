import type { WaitingEntry } from '../../../server/api-mends.ts';
import { CellEditor } from './cell-editor.tsx';
import { cellFacts, type Line, type Problem, rowProblems } from './cell-facts.ts';
import type { FailedModel } from './failed-model.ts';
import type { GridCursor } from './grid-cursor.ts';
import { t } from './words.ts';

export interface LineRowProps {
  readonly model: FailedModel;
  readonly grid: GridCursor;
  readonly columns: readonly string[];
  /** Places of the columns that hold amounts. */
  readonly amounts: readonly number[];
  readonly entry: WaitingEntry;
  readonly line: Line;
  readonly item: number;
  /** Column that the cursor is in; undefined where it is in another row. */
  readonly at: number | undefined;
}

/** What is read out of a cell beside its text. */
function describe(problems: readonly Problem[], was: string | undefined): string {
  const before = was === undefined ? [] : [was === '' ? t.value.wasEmpty : t.value.was(was)];
  return [...problems.map(({ message, suggestion = '' }) => `${message} ${suggestion}`.trim()), ...before].join(' ');
}

/** One row of the file in the grid: its number, and its cells as the file has them. */
export function LineRow({ model, grid, columns, amounts, entry, line, item, at }: LineRowProps) {
  const ofRow = rowProblems(line, columns);
  const name = `${entry.seq}-${line.number}`;
  return (
    <tr aria-rowindex={item + 2} class="line">
      <th
        scope="row"
        aria-colindex={1}
        class={ofRow.length > 0 ? 'row-number problem' : 'row-number'}
        tabIndex={at === 0 ? 0 : -1}
        data-cursor={at === 0 ? '' : undefined}
        aria-invalid={ofRow.length > 0 ? true : undefined}
        aria-describedby={ofRow.length > 0 ? `d-${name}` : undefined}
      >
        {line.row}
        {ofRow.length > 0 && (
          <span hidden id={`d-${name}`}>
            {describe(ofRow, undefined)}
          </span>
        )}
      </th>
      {columns.map((header, column) => {
        const { text, was, problems } = cellFacts(entry, line, column, columns, model.edits);
        const isHere = at === column + 1;
        const isEdited = isHere && grid.editing.value !== undefined;
        const told = describe(problems, was);
        const marks = [
          amounts.includes(column) ? 'num' : '',
          problems.length > 0 ? 'problem' : '',
          was === undefined ? '' : 'changed',
          isEdited ? 'edited' : '',
        ];
        return (
          <td
            key={column}
            aria-colindex={column + 2}
            class={marks.filter(Boolean).join(' ')}
            tabIndex={isHere && !isEdited ? 0 : -1}
            data-cursor={isHere ? '' : undefined}
            aria-invalid={problems.length > 0 ? true : undefined}
            aria-describedby={told === '' ? undefined : `d-${name}-${column}`}
            title={told === '' ? undefined : told}
          >
            {isEdited ? (
              <CellEditor
                label={t.value.cell(header, line.row)}
                text={grid.editing.value?.text ?? text}
                isTyped={grid.editing.value?.text !== undefined}
                isInvalid={problems.length > 0}
                grid={grid}
                onWrite={(value) => {
                  if (value !== text) model.edits.put(entry.seq, { row: line.number, column, value });
                }}
              />
            ) : (
              <>
                {was !== undefined && was !== '' && <del aria-hidden="true">{was}</del>}
                {text}
              </>
            )}
            {told !== '' && (
              <span hidden id={`d-${name}-${column}`}>
                {told}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
