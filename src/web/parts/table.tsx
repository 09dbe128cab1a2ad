import type { ComponentChildren } from 'preact';
import { Scrolled } from './scrolled.tsx';

/** The name of a column, and the class of its head: `['Amount', 'num']`. */
export type Column = readonly [name: ComponentChildren, of?: string];

interface TableProps {
  /** What it is a table of. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Its rows. */
  readonly children: ComponentChildren;
  /** Rows of sums under them. */
  readonly foot?: ComponentChildren;
  /** Of the frame that it scrolls in. */
  readonly class?: string;
}

/** A table, in a frame in which it scrolls where it is too wide. */
export function Table({ label, columns, children, foot, class: of = '' }: TableProps) {
  return (
    <Scrolled label={label} class={`table ${of}`.trim()}>
      <table>
        <Head columns={columns} />
        <tbody>{children}</tbody>
        {foot !== undefined && <tfoot>{foot}</tfoot>}
      </table>
    </Scrolled>
  );
}

export function Head({ columns, class: of }: { readonly columns: readonly Column[]; readonly class?: string }) {
  return (
    <thead class={of}>
      <tr>
        {columns.map(([name, each], at) => (
          <th key={at} scope="col" class={each}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
