import { UsageError } from '../domain/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';

/** The configuration names other books than those that an import was planned for: its account IDs mean nothing there. */
export function otherCompany(row: ImportRow, company: string): UsageError {
  return new UsageError(
    `Import ${row.id} (${row.file}) was planned for ${row.company}; service ${row.service} is now ${company}. Nothing is sent.`,
    'Set the service back to where it was to go on with this import; for the other books take the file in there, with --force.',
  );
}
