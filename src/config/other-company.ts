import { companyWords } from '../core/company.ts';
import { UsageError } from '../core/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';

/** The job books through another service now than the one that the import was taken in for: nothing of it was sent yet. */
export function otherService(row: ImportRow, service: string): UsageError {
  return new UsageError(
    `Import ${row.id} (${row.file}) was taken in for service ${row.service}; the job ${row.job} books through ${service} now. Nothing is planned or sent.`,
    `Cancel it, and import the file again: bilag cancel ${row.id} --reason TEXT. Or set service back to ${row.service} in the job ${row.job} to go on with it`,
    { reason: 'service-changed', facts: { job: row.job, service } },
  );
}

/** The configuration names other books than those that an import was planned for: its account IDs mean nothing there. */
export function otherCompany(row: ImportRow, company: string): UsageError {
  return new UsageError(
    `Import ${row.id} (${row.file}) was planned for ${companyWords(row.company)}; service ${row.service} now keeps the books of ${companyWords(company)}. Nothing is sent.`,
    `Set ${row.service} back to ${companyWords(row.company)} to go on with this import. For the other books, import the file there.`,
    { reason: 'books-differ', facts: { service: row.service } },
  );
}
