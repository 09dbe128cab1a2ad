/** The cell that the keyboard is at. */
export interface Cursor {
  readonly item: number;
  readonly column: number;
}

export interface Bounds {
  readonly items: number;
  readonly columns: number;
  /** Items that PageUp and PageDown go over. */
  readonly page: number;
}

export interface Pressed {
  readonly key: string;
  readonly ctrl: boolean;
}

/**
 * Where a key moves the cursor, by the W3C's grid pattern; undefined where the key moves nothing.
 * Beyond the last item is answered as it is: whoever asks may have more to load.
 */
export function moveCursor({ item, column }: Cursor, { key, ctrl }: Pressed, bounds: Bounds): Cursor | undefined {
  const lastItem = bounds.items - 1;
  const lastColumn = bounds.columns - 1;
  switch (key) {
    case 'ArrowUp':
      return { item: ctrl ? 0 : Math.max(0, item - 1), column };
    case 'ArrowDown':
      return { item: ctrl ? lastItem : item + 1, column };
    case 'ArrowLeft':
      return { item, column: ctrl ? 0 : Math.max(0, column - 1) };
    case 'ArrowRight':
      return { item, column: ctrl ? lastColumn : Math.min(lastColumn, column + 1) };
    case 'Home':
      return { item: ctrl ? 0 : item, column: 0 };
    case 'End':
      return { item: ctrl ? Number.POSITIVE_INFINITY : item, column: lastColumn };
    case 'PageUp':
      return { item: Math.max(0, item - bounds.page), column };
    case 'PageDown':
      return { item: item + bounds.page, column };
    default:
      return undefined;
  }
}

/** A key that writes a letter: typing in a cell begins to edit it. */
export function isTyped({ key, ctrl }: Pressed, alt: boolean): boolean {
  return [...key].length === 1 && !ctrl && !alt;
}
