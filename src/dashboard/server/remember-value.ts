import type { ImportRow } from '../../ledger/rows.ts';
import type { WaitingCount, WaitingFilter } from '../../ledger/waiting.ts';
import { mappingOf } from '../../pipeline/mends/column-fields.ts';
import { checkCount } from '../../pipeline/mends/count-changed.ts';
import type { ReplacedValue } from '../../pipeline/mends/revise-entries.ts';
import type { PlanFacts } from '../../pipeline/plan-ports.ts';
import type { JobToday } from '../../pipeline/ports.ts';
import { checkRetriable } from '../../pipeline/retry-import.ts';
import { ApiError } from './api-error.ts';
import type { ServerPorts } from './server-ports.ts';

/**
 * The job remembers that a value of the file is sent as another. It comes before the value is replaced: where the job's file
 * can't be written nothing else is done either. Nor is it written where the value can't be replaced.
 * @throws ApiError where values of the column go through no mapping; CountChanged; UsageError
 */
export async function rememberValue(
  row: ImportRow,
  { column, from, to }: ReplacedValue,
  { filter, expect, job }: { filter: WaitingFilter; expect: WaitingCount; job: JobToday },
  ports: ServerPorts,
): Promise<void> {
  const { ledger, remember, now, who } = ports;
  checkRetriable(ledger.imports.byNum(row.num), ports);
  checkCount(ledger.waiting.count(row.num, filter), expect);
  const { headers } = JSON.parse(row.facts!) as PlanFacts;
  const section = mappingOf(job.job, headers, column);
  if (from.trim() === '') {
    throw new ApiError(
      409,
      'not-remembered',
      'The cell is empty, and a mapping of nothing would meet every row without a value from now on.',
      'Leave "remember" out, or say a default in the job.',
    );
  }
  if (section === undefined) {
    throw new ApiError(
      409,
      'not-remembered',
      `The job has no mapping for the column ${headers[column] ?? column}: only account numbers and VAT codes are remembered.`,
      'Leave "remember" out.',
    );
  }
  const values = [from.trim()];
  await remember(row.job, { section, from: values, to: to.trim() });
  ledger.imports.record(row.num, now(), who, 'remembered', { job: row.job, section, from: values, to: to.trim() });
}
