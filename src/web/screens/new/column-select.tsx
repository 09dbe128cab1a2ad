import { count } from '../../format.ts';
import { isNamed } from './form.ts';
import { f } from './form-words.ts';
import type { LookedColumn } from './shapes.ts';

interface ColumnSelectProps {
  readonly id?: string;
  /** Where no `label` element says it. */
  readonly label?: string;
  readonly columns: readonly LookedColumn[];
  /** A header; empty: no column. */
  readonly value: string;
  readonly onChange: (header: string) => void;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string | undefined;
}

/** One of the file's columns, or none. Those that a job can't name are there, and can't be chosen. */
export function ColumnSelect({ id, label, columns, value, onChange, ...rest }: ColumnSelectProps) {
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    >
      <option value="">{f.none}</option>
      {columns.map((column) => {
        const { header, index } = column;
        const named = isNamed(column, columns);
        const shown = header === '' ? f.noName(count(index + 1)) : named ? header : f.twice(header);
        return (
          <option key={index} value={named ? header : `${index} `} disabled={!named}>
            {shown}
          </option>
        );
      })}
    </select>
  );
}
