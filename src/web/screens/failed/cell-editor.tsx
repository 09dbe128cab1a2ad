import type { ComponentChildren, RefObject, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GridCursor } from './grid-cursor.ts';

export interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  /** It began with a letter that was typed, which stands in place of the text. */
  readonly isTyped: boolean;
  readonly isInvalid: boolean;
  readonly grid: GridCursor;
  readonly onWrite: (value: string) => void;
}

/** What is chosen from while a cell is edited. */
interface EditorHelp {
  readonly attributes: object;
  onType(field: string): void;
  /** @returns whether the key was for the help */
  onKey(event: TargetedKeyboardEvent<HTMLInputElement>, end: EndEditing): boolean;
  /** What is meant by what stands in the field; undefined: nothing for this cell. */
  meant(field: string): string | undefined;
  shown(field: RefObject<HTMLInputElement | null>, end: EndEditing): ComponentChildren;
}

/** Ends the editing: with a value it is written, and the cursor goes down; without one nothing is. */
export type EndEditing = (value?: string) => void;

/** The field of a cell that is edited: Enter, Tab and leaving it keep what was written, Esc does not. */
export function CellEditor({
  label,
  text,
  isTyped,
  isInvalid,
  grid,
  onWrite,
  help,
}: CellEditorProps & { readonly help?: EditorHelp }) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // At once: the next letter may be typed already.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(isTyped ? current.value.length : 0, current.value.length);
    if (isTyped) help?.onType(current.value);
  }, []);
  /** Once: to leave the field for another cell also blurs it. */
  const end = (value: string | undefined, then?: () => Promise<void>) => {
    if (isOver.current) return;
    isOver.current = true;
    if (value !== undefined) onWrite(value);
    grid.editing.value = undefined;
    void then?.();
  };
  const written = () => {
    const said = field.current?.value ?? text;
    return help === undefined ? said : help.meant(said);
  };
  const back = () => grid.to(grid.cursor.value);
  const finish: EndEditing = (value) => end(value, value === undefined ? back : () => grid.toLine(1));
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.isComposing) return;
    const step = event.shiftKey ? -1 : 1;
    if (help?.onKey(event, finish)) event.preventDefault();
    else if (event.key === 'Enter') end(written(), () => grid.toLine(step));
    else if (event.key === 'Tab') end(written(), () => grid.aside(step));
    else if (event.key === 'Escape') end(undefined, back);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        aria-label={label}
        aria-invalid={isInvalid}
        autocomplete="off"
        spellcheck={false}
        defaultValue={text}
        {...help?.attributes}
        onInput={({ currentTarget }) => help?.onType(currentTarget.value)}
        onKeyDown={press}
        onBlur={() => end(written())}
        onClick={(event) => event.stopPropagation()}
      />
      {help?.shown(field, finish)}
    </>
  );
}
