import type { WaitingCause, WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { CellEditor } from './cell-editor.tsx';
import { cellFacts, type Line, type Problem, rowProblems } from './cell-facts.ts';
import { ChartEditor } from './chart-editor.tsx';
import type { Pins } from './entry-grid.tsx';
import type { FailedModel } from './failed-model.ts';
import type { GridCursor } from './grid-cursor.ts';
import { t } from './words.ts';

interface LineRowProps {
  readonly model: FailedModel;
  readonly grid: GridCursor;
  readonly columns: readonly string[];
  /** Places of the columns that hold amounts. */
  readonly amounts: readonly number[];
  readonly pins: Pins;
  /** Whether a column takes the width of a card. */
  readonly wide: readonly boolean[];
  readonly entry: WaitingEntry;
  readonly line: Line;
  readonly item: number;
  /** Column that the cursor is in; undefined where it is in another row. */
  readonly at: number | undefined;
  /** All vouchers of a cause are to get a value. */
  readonly onAll: (cause: WaitingCause, value: string) => void;
}

/** What is read out of a cell beside its text. */
function describe(problems: readonly Problem[], was: string | undefined): string {
  const before = was === undefined ? [] : [was === '' ? t.wasEmpty : t.was(was)];
  return [...problems.map(causeTitle), ...before].join('. ');
}

/** The cause that a cell stands for as it reads now, where another value can take the place of this one everywhere. */
function causeOf(
  causes: readonly WaitingCause[],
  problems: readonly Problem[],
  text: string,
): WaitingCause | undefined {
  return causes.find(
    ({ no, value, mends }) =>
      value === text.trim() && mends.includes('set') && problems.some((problem) => problem.cause === no),
  );
}

/** One row of the file in the grid: its number, and its cells as the file has them. */
export function LineRow({ model, grid, columns, amounts, pins, wide, entry, line, item, at, onAll }: LineRowProps) {
  const { value: head } = model.list.head;
  const ofRow = rowProblems(line, columns);
  const name = `${entry.seq}-${line.number}`;
  /** The amount that a card begins with, beside what is wrong. */
  const sum = amounts.find((place) => line.cells[place]?.trim()) ?? amounts[0];
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
        const editor = () => ({
          label: t.cell(header, line.row),
          text: grid.editing.value?.text ?? text,
          isTyped: grid.editing.value?.text !== undefined,
          isInvalid: problems.length > 0,
          grid,
          onWrite(value: string) {
            if (value !== text) model.edits.put(entry.seq, { row: line.number, column, value });
          },
        });
        const listed = isEdited ? head?.chart.find((each) => each.column === column) : undefined;
        const cause = listed && causeOf(head?.causes ?? [], problems, text);
        const marks = [
          amounts.includes(column) ? 'num pin' : '',
          column === sum ? 'sum' : '',
          wide[column] ? 'wide' : '',
          problems.length > 0 ? 'problem' : '',
          was === undefined ? '' : 'changed',
          isEdited ? 'edited' : '',
        ];
        return (
          <td
            key={column}
            aria-colindex={column + 2}
            class={marks.filter(Boolean).join(' ')}
            style={pins[column]}
            data-th={header}
            tabIndex={isHere && !isEdited ? 0 : -1}
            data-cursor={isHere ? '' : undefined}
            aria-invalid={problems.length > 0 ? true : undefined}
            aria-describedby={told === '' ? undefined : `d-${name}-${column}`}
            title={told === '' ? undefined : told}
          >
            {listed !== undefined && head !== undefined ? (
              <ChartEditor
                {...editor()}
                id={model.id}
                of={listed.of}
                kind={head.kind}
                cause={cause}
                onAll={(value) => cause !== undefined && onAll(cause, value)}
              />
            ) : isEdited ? (
              <CellEditor {...editor()} />
            ) : (
              <>
                {text}
                {was !== undefined && was !== '' && <del aria-hidden="true">{was}</del>}
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
