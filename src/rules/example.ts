import { formatRow } from '../domain/row-ranges.ts';
import { quoteValue } from './quote-value.ts';

/** A cell that a question or a refusal about the whole file points at. */
export interface Example {
  readonly value: string;
  /** Header of its column. */
  readonly column: string;
  /** Number of its record as a person sees it. */
  readonly line: number;
}

/** `"1.000" (column Beløp, line 2)` */
export function showExample(example: Example, place: 'line' | 'row' = 'line'): string {
  return `${quoteValue(example.value)} (column ${example.column}, ${place} ${formatRow(example.line)})`;
}
