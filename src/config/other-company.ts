import { companyWords } from '../core/company.ts';
import { UsageError } from '../core/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';

/** The configuration names other books than those that an import was planned for: its account IDs mean nothing there. */
export function otherCompany(row: ImportRow, company: string): UsageError {
  return new UsageError(
    `Import ${row.id} (${row.file}) was planned for ${companyWords(row.company)}; service ${row.service} now keeps the books of ${companyWords(company)}. Nothing is sent.`,
    `Set ${row.service} back to ${companyWords(row.company)} to go on with this import. For the other books, import the file there.`,
    { reason: 'books-differ', facts: { service: row.service } },
  );
}
