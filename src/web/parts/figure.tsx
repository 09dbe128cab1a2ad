interface FigureProps {
  /** What its column is called, where a telephone shows it beside it. */
  readonly name: string;
  /** A count, or an amount; empty: a dash. */
  readonly children: string;
}

/** A cell with a count or an amount; a dash where there is none. */
export function Figure({ name, children }: FigureProps) {
  return (
    <td class={children === '' ? 'num zero' : 'num'} data-th={name}>
      {children || '–'}
    </td>
  );
}
