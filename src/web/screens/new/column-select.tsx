import { count } from '../../format.ts';
import { isNamed } from './form.ts';
import { f } from './form-words.ts';
import type { LookedColumn } from './shapes.ts';

interface ColumnSelectProps {
  readonly id?: string;
  /** Where no `label` element says it. */
  readonly label?: string;
  readonly columns: readonly LookedColumn[];
  /** What no column is called. */
  readonly none?: string | undefined;
  /** A header; empty: no column. */
  readonly value: string;
  readonly onChange: (header: string) => void;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string | undefined;
}

/** One of the file's columns, or none. Those that a job can't name are there, and can't be chosen. */
export function ColumnSelect({ id, label, columns, none, value, onChange, ...rest }: ColumnSelectProps) {
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    >
      <option value="">{none ?? f.none}</option>
      {columns.map((column) => {
        const { header, index } = column;
        const named = isNamed(column, columns);
        return (
          <option key={index} value={named ? header : `${index} `} disabled={!named}>
            {columnName(column, columns)}
          </option>
        );
      })}
    </select>
  );
}

/** What a column is called, also where a job can't name it. */
export function columnName(column: LookedColumn, columns: readonly LookedColumn[]): string {
  const { header, index } = column;
  if (header === '') return f.noName(count(index + 1));
  return isNamed(column, columns) ? header : f.twice(header);
}
