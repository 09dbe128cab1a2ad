import type { BookedId } from '../core/outcome.ts';
import { nameSheets } from '../core/row-ranges.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { sheetsOf } from '../reading/named-sheets.ts';

/** Records that a receipt lists; the audit trail has them all. */
export const RECORDS_TOLD = 1_000;
/** Records that the receipt beside a file of the inbox lists: there a script finds what became of each row. */
export const RECORDS_IN_FILE = 100_000;

/** A contact or a custom field that the service has by now, beside its row. */
export interface CreatedRecord {
  /** Absent: a custom field that the job asked for, which stands in no row. */
  readonly row?: string;
  /** What the service calls it; null where it did not say. */
  readonly id: number | null;
  /** The contact's name; of a field `Contact.Membership`. */
  readonly name: string;
  readonly outcome: 'created' | 'exists';
}

export interface CreatedRecords {
  readonly records: readonly CreatedRecord[];
  /** Others that are not listed. */
  readonly moreRecords?: number;
}

/** What an import of contacts or custom fields has made or found, in file order; undefined for bookings. */
export async function createdRecords(
  { num, kind, state, facts }: Pick<ImportRow, 'num' | 'kind' | 'state' | 'facts'>,
  { findings }: Ledger,
  limit = RECORDS_TOLD,
): Promise<CreatedRecords | undefined> {
  // While it is planned (again) a part of it is written, and only that.
  if (kindOf(kind).records === undefined || state === 'planning') return undefined;
  const sheets = sheetsOf(facts);
  const records = (await findings.records(num, limit)).map(({ key, rows, state: at, ids }): CreatedRecord => {
    const [[id = null] = []] = JSON.parse(ids ?? '[]') as [BookedId['id']][];
    return {
      ...(rows === '' ? {} : { row: nameSheets(rows, sheets) }),
      id,
      name: key,
      outcome: at === 'exists' ? 'exists' : 'created',
    };
  });
  const more = records.length < limit ? 0 : (await findings.recordCount(num)) - records.length;
  return { records, ...(more > 0 ? { moreRecords: more } : {}) };
}
