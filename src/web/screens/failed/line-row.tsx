import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { cellFacts, type Line, type Problem, rowProblems } from './cell-facts.ts';
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
}

/** What is read out of a cell beside its text. */
function describe(problems: readonly Problem[], was: string | undefined): string {
  const before = was === undefined ? [] : [was === '' ? t.value.wasEmpty : t.value.was(was)];
  return [...problems.map(causeTitle), ...before].join('. ');
}

/** One row of the file in the grid: its number, and its cells as the file has them. */
export function LineRow({ model, grid, columns, amounts, pins, wide, entry, line, item, at }: LineRowProps) {
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

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  /** It began with a letter that was typed, which stands in place of the text. */
  readonly isTyped: boolean;
  readonly isInvalid: boolean;
  readonly grid: GridCursor;
  readonly onWrite: (value: string) => void;
}

/** The field of a cell that is edited: Enter, Tab and leaving it keep what was written, Esc does not. */
function CellEditor({ label, text, isTyped, isInvalid, grid, onWrite }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // At once: the next letter may be typed already.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(isTyped ? current.value.length : 0, current.value.length);
  }, []);
  /** Once: to leave the field for another cell also blurs it. */
  const end = (keeps: boolean, then?: () => Promise<void>) => {
    if (isOver.current) return;
    isOver.current = true;
    if (keeps) onWrite(field.current?.value ?? text);
    grid.editing.value = undefined;
    void then?.();
  };
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.isComposing) return;
    const step = event.shiftKey ? -1 : 1;
    if (event.key === 'Enter') end(true, () => grid.toLine(step));
    else if (event.key === 'Tab') end(true, () => grid.aside(step));
    else if (event.key === 'Escape') end(false, () => grid.to(grid.cursor.value));
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      type="text"
      aria-label={label}
      aria-invalid={isInvalid}
      autocomplete="off"
      spellcheck={false}
      defaultValue={text}
      onKeyDown={press}
      onBlur={() => end(true)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
