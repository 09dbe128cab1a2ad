import type { ImportRow } from '../ledger/rows.ts';

/** What a line is about, for those who look for all lines about one thing. */
export interface About {
  /** Its id. */
  readonly import?: string;
  readonly job?: string;
  /** Its number in the import. */
  readonly batch?: number;
  readonly service?: string;
}

/** Tells a person who runs this something, in one line. */
export type Say = (line: string, about?: About) => void;

export function aboutImport({ id, job }: Pick<ImportRow, 'id' | 'job'>): About {
  return { import: id, job };
}
