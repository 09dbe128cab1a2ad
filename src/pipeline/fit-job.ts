import { DESCRIPTION_MAX_CHARACTERS } from '../domain/draft-line.ts';
import { FileRejected, UsageError } from '../domain/issue.ts';
import type { Job } from '../domain/job.ts';
import { mappedColumns } from '../domain/mapped-columns.ts';
import type { Source } from '../domain/table.ts';
import type { JobFit } from './look-messages.ts';
import { openTable } from './open-table.ts';

interface FitPorts {
  readonly path: string;
  readonly file: string;
  /** Whoever opens it closes it. */
  open(options: { readonly delimiter: string; readonly encoding: string }): Promise<Source>;
}

/** Whether a job's columns stand in a file: by the code that opens it for a plan. */
export async function fitJob(
  { name, job }: { readonly name: string; readonly job: Job },
  { path, file, open }: FitPorts,
): Promise<JobFit> {
  const of = { name, kind: job.kind, service: job.service };
  const kept = async (options: { delimiter: string; encoding: string }) => ({
    ...(await open(options)),
    close: async () => undefined,
  });
  const nobody = { num: 0, importId: '', jobName: name, job, company: '' };
  const order = { ...nobody, path, file, marker: '', descriptionMax: DESCRIPTION_MAX_CHARACTERS, customFields: [] };
  try {
    const { facts, header } = await openTable(order, { open: (_path, _file, options) => kept(options) }, {});
    const columns = mappedColumns(job).map(({ use, headers }) => ({
      use,
      header: facts.headers[header.columnOf(headers)] ?? headers[0]!,
    }));
    return { ...of, fits: true, columns, ...(facts.sheet === undefined ? {} : { sheet: facts.sheet }) };
  } catch (error) {
    if (error instanceof FileRejected) return { ...of, fits: false, columns: [], reason: error.issue };
    if (error instanceof UsageError) {
      const reason = {
        code: 'encoding-invalid',
        message: error.message,
        ...(error.suggestion === undefined ? {} : { suggestion: error.suggestion }),
      } as const;
      return { ...of, fits: false, columns: [], reason };
    }
    throw error;
  }
}
