import { access } from 'node:fs/promises';
import { otherCompany } from '../config/other-company.ts';
import { UsageError } from '../core/issue.ts';
import type { ImportState } from '../core/states.ts';
import { endCancelling } from '../importing/cancel.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { storedPath } from '../ledger/stored-file.ts';
import { checkAddress } from '../posting/whose-books.ts';
import { goOn } from './receive.ts';

/** States in which nothing is left that a file given again would start. */
const DONE: readonly ImportState[] = ['completed', 'partly-booked', 'in-doubt'];

/**
 * Has an import booked that was only planned, or starts one afresh that was rejected or cancelled: as if its file had been
 * brought once more (design, section 7).
 * @throws UsageError where there is nothing to start, or its file is elsewhere; JobError where its job is broken
 */
export async function bookPlanned(row: ImportRow, ports: PipelinePorts): Promise<void> {
  const { ledger, home } = ports;
  if (DONE.includes(row.state)) {
    throw new UsageError(
      `Import ${row.id} is ${row.state}: there is no plan in it that waits to be booked.`,
      row.state === 'completed' ? undefined : 'What waits in it goes on by a retry, or when the doubt is settled.',
      { reason: 'plan-none' },
    );
  }
  const job = await ports.job(row.job);
  const service = ports.service(job.job.service);
  const company = await service.company();
  if (company !== row.company) throw otherCompany(row, company);
  await checkAddress(service, company, ledger);
  await access(storedPath(home, row.sha256)).catch(() => {
    throw new UsageError(
      `The file of import ${row.id} is not on this machine: ${row.host} keeps it.`,
      `On ${row.host}: bilag import ${row.file} --job ${row.job}`,
      { reason: 'file-on-host', facts: { host: row.host } },
    );
  });
  await endCancelling(row.num, ports);
  await goOn(await ledger.imports.byNum(row.num), job, { book: true }, ports);
}
