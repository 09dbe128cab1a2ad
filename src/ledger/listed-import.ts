import type { ImportRow } from './rows.ts';

/** An import as a list shows it: without what may be long. */
export type ListedImport = Pick<
  ImportRow,
  | 'num'
  | 'id'
  | 'job'
  | 'kind'
  | 'file'
  | 'bytes'
  | 'state'
  | 'counts'
  | 'rows_read'
  | 'rows_skipped'
  | 'created_at'
  | 'created_by'
  | 'finished_at'
  | 'amount'
  | 'scale'
>;

/** Columns of a listed import, of the table `import i`. */
export const LISTED =
  'i.num, i.id, i.job, i.kind, i.file, i.bytes, i.state, i.counts, i.rows_read, i.rows_skipped, i.created_at, i.created_by, i.finished_at, i.amount, i.scale';
