import { detectType } from './detect-type.ts';
import { type CsvOptions, openCsv } from './open-csv.ts';
import type { Source } from './table.ts';

/**
 * Opens a file as what it is, whatever its name says.
 *
 * @param path where its bytes are
 * @param name what its owner calls it
 * @throws FileRejected where it is nothing that can be booked
 * @throws UsageError where the job's encoding or delimiter can't be
 */
export async function openSource(path: string, name: string, options: CsvOptions): Promise<Source> {
  if ((await detectType(path, name)) === 'csv') return openCsv(path, options);
  const { openWorkbook } = await import('./xlsx/open-xlsx.ts');
  return openWorkbook(path);
}
