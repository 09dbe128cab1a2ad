import type { ComponentChildren } from 'preact';
import { ColumnSelect } from './column-select.tsx';
import type { LookedColumn } from './shapes.ts';

interface MapRowProps {
  /** Of its select. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly LookedColumn[];
  /** The column that is chosen; empty: none. */
  readonly header: string;
  /** What no column is called here. */
  readonly none?: string | undefined;
  readonly onColumn: (header: string) => void;
  /** Why this column, and what the field means. */
  readonly why: string;
  /** Below the column: a second one. */
  readonly more?: ComponentChildren;
  /** What counts without a column, or where that is empty. */
  readonly otherwise?: ComponentChildren;
  /** What is wrong with it, in words. */
  readonly problems?: readonly string[];
}

/** A field of the job: its column, values of that, and why. */
export function MapRow({ id, label, columns, header, why, more, otherwise, problems = [], ...select }: MapRowProps) {
  const shown = columns.find((column) => column.header === header);
  const isWrong = problems.length > 0;
  return (
    <tr>
      <th scope="row">
        <label for={id}>{label}</label>
      </th>
      <td>
        <ColumnSelect
          id={id}
          columns={columns}
          value={header}
          none={select.none}
          onChange={select.onColumn}
          aria-invalid={isWrong}
          aria-describedby={`${id}-why`}
        />
        {more}
      </td>
      <td>
        {shown !== undefined && <Samples of={shown} />}
        {otherwise}
        <span class="whyline" id={`${id}-why`}>
          {why}
          {isWrong && (
            <ul class="field-problems">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Values of a column that are shown. */
const SAMPLES = 3;

/** The first values of a column. */
export function Samples({ of: { samples } }: { readonly of: LookedColumn }) {
  return <span class="eg">{samples.slice(0, SAMPLES).join(' · ')}</span>;
}
