import { counted } from '../core/counted.ts';
import { type Issue, toldOf } from '../core/issue.ts';
import { formatRow } from '../core/row-ranges.ts';
import type { ImportState } from '../core/states.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { sheetsOf, withSheetNames } from '../reading/named-sheets.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';

/** Nothing of their plan is left to count. */
export const FORGOTTEN: readonly ImportState[] = ['rejected', 'cancelled'];

/** A cause with how much it holds up; `rows` and `entries` are counts. */
export interface CauseSummary extends Issue {
  /** The first row it stands in. */
  readonly row?: string;
  readonly rows: number;
  readonly entries: number;
  /** Contacts and custom fields: it holds nothing up, for what it is about exists already, and nothing is left to be decided. */
  readonly settled?: true;
}

/** Why something is held up: each cause with how much; of a file that was rejected whole, its reason. */
export async function causesOf(row: ImportRow, ledger: Ledger): Promise<readonly CauseSummary[]> {
  return FORGOTTEN.includes(row.state)
    ? wholeIssue(row)
    : withSheetNames(
        (await ledger.findings.causes(row.num)).map((cause) => summary(cause, kindOf(row.kind).records !== undefined)),
        sheetsOf(row.facts),
      );
}

/** What people should know of rows that went on all the same. */
export async function remarksOf(row: ImportRow, ledger: Ledger): Promise<readonly CauseSummary[]> {
  if (FORGOTTEN.includes(row.state) || row.facts === null) return [];
  const { matching, figures } = JSON.parse(row.facts) as PlanFacts;
  const incomplete: CauseSummary[] =
    matching === undefined || matching.complete
      ? []
      : [
          {
            code: 'matching-incomplete',
            rows: 0,
            entries: 0,
            facts: { contacts: matching.contacts },
            message: `Contacts that exist already may not have been recognised. ${matching.why ?? 'The service does not show them all.'}`,
            suggestion: `The rows were compared with ${counted(matching.contacts, 'contact')}. Look in the service for contacts that are there twice.`,
          },
        ];
  const remarks = (await ledger.findings.remarks(row.num)).map((cause) => summary(cause));
  return [...incomplete, ...withSheetNames([...figureRemarks(figures), ...remarks], sheetsOf(row.facts))];
}

/** Balances and sums of the file that its rows don't come to. A balance that the job maps is asked about instead. */
function figureRemarks({ balance, sums }: NonNullable<PlanFacts['figures']> = {}): CauseSummary[] {
  const remarks: CauseSummary[] = [];
  if (balance?.mapped === false && balance.broken !== undefined) {
    const { breaks, row, message, facts } = balance.broken;
    remarks.push({
      code: 'balance-differs',
      column: balance.column,
      row: formatRow(row),
      rows: breaks,
      entries: 0,
      message,
      facts,
      suggestion: `Compare these rows with the statement. To have such a file held, map the column in the job: columns: { balance: ${balance.column} }.`,
    });
  }
  if (balance?.against !== undefined && !balance.against.asks) {
    const { row, message, facts } = balance.against;
    remarks.push({
      code: 'balance-differs',
      column: balance.column,
      ...(row === 0 ? {} : { row: formatRow(row) }),
      rows: 0,
      entries: 0,
      message,
      facts,
      suggestion: 'If they are exchanged, set negate: true in the job.',
    });
  }
  if (sums !== undefined) {
    remarks.push({
      code: 'sum-differs',
      column: sums.column,
      row: formatRow(sums.row),
      rows: sums.wrong,
      entries: 0,
      message: sums.message,
      facts: sums.facts,
      suggestion: 'Look whether a row is missing, or appears twice, above the sum.',
    });
  }
  return remarks;
}

/** A file that was rejected or cancelled whole: its reason, which no row of its own has. */
function wholeIssue(row: ImportRow): CauseSummary[] {
  if (row.reason === null) return [];
  return [{ ...(JSON.parse(row.reason) as Issue), rows: 0, entries: 0 }];
}

/** @param settles an issue of records that exist already leaves nothing to be decided */
function summary(cause: Awaited<ReturnType<Ledger['findings']['causes']>>[number], settles = false): CauseSummary {
  return {
    code: cause.code as Issue['code'],
    ...(cause.column === null ? {} : { column: cause.column }),
    ...(cause.value === null ? {} : { value: cause.value }),
    // What is about the whole of an import, or about a custom field that stands in no row, has none.
    ...(cause.row === 0 ? {} : { row: formatRow(cause.row) }),
    rows: cause.rows,
    entries: cause.entries,
    // What is particular to one entry says more than what all of its kind have in common.
    message: cause.entries === 1 && cause.detail !== null ? cause.detail : cause.message,
    ...(cause.suggestion === null ? {} : { suggestion: cause.suggestion }),
    ...toldOf(cause, cause.entries === 1 ? cause.own : null),
    ...(settles && cause.waits !== 1 ? { settled: true as const } : {}),
  };
}
