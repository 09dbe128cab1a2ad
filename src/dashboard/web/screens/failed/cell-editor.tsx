import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GridCursor } from './grid-cursor.ts';

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
export function CellEditor({ label, text, isTyped, isInvalid, grid, onWrite }: CellEditorProps) {
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
