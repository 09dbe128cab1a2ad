import type { Filter, Row } from './query.ts';

/** The rows of a list, so that a page of a large one costs what the page costs. */
export interface Table {
  /** Rows in order, from a place on that is counted from 0. */
  from(place: number): Iterable<Row>;
  /** At least the rows that a filter lets through, in order. */
  matching(filter: Filter): Iterable<Row>;
  byId(id: number): Row | undefined;
}

/** The table of rows that are few. */
export function tableOf(rows: readonly Row[]): Table {
  return {
    from: (place) => rows.slice(place),
    matching: () => rows,
    byId: (id) => rows.find((row) => row['ID'] === id),
  };
}
