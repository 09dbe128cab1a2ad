import type { ImportRow } from '../../ledger/rows.ts';
import { errorBody } from './api-error.ts';
import { importUrl } from './import-body.ts';

/** The same bytes were imported under this job before: nothing was taken in. @param again how it would be taken in once more */
export function importedBefore({ id, file, job, state }: ImportRow, again: string) {
  const url = importUrl(id);
  const message = `${file} was imported before under the job ${job}: it is ${state}.`;
  return { import: id, url, state, ...errorBody({ code: 'imported-before', message, suggestion: again }) };
}
