import { type Cancellation, isPlannedAgain } from '../../../core/cancelled-issue.ts';
import { companyName } from '../../../core/company.ts';
import { formatMinor } from '../../../core/money.ts';
import { type ImportState, RETRIABLE } from '../../../core/states.ts';
import { retried } from '../../../correcting/retry.ts';
import { WAITING } from '../../../importing/plan-orders.ts';
import type { StallReason } from '../../../importing/stall-reasons.ts';
import { kindOf } from '../../../kinds/kinds.ts';
import type { ListedImport } from '../../../ledger/import-list.ts';
import type { Ledger } from '../../../ledger/open-ledger.ts';
import type { OpenCorrections } from '../../../ledger/revisions.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import type { BlockedImport } from '../../../ledger/service-sends.ts';
import { sheetFacts } from '../../../reading/named-sheets.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import { accountNames } from '../../../reporting/account-names.ts';
import { createdRecords } from '../../../reporting/created-records.ts';
import { type Counts, countOutcomes, type Receipt, receiptJson, waitingFor } from '../../../reporting/receipt.ts';

/** Where an import is found on this server. */
export function importUrl(id: string): string {
  return `/api/imports/${id}`;
}

/** The receipt as the interface has it (design, section 7): what does not add up is there only where there is any. */
export async function receiptBody(row: ImportRow, receipt: Receipt, ledger: Ledger): Promise<object> {
  return receiptJson(receipt, await createdRecords(row, ledger));
}

type Dated = Pick<ImportRow, 'bytes' | 'created_at' | 'created_by' | 'finished_at'>;

/** When it came, from whom, and how large it is. */
function provenance({ bytes, created_at, created_by, finished_at }: Dated): object {
  return {
    bytes,
    takenIn: new Date(created_at).toISOString(),
    ...(finished_at === null ? {} : { finished: new Date(finished_at).toISOString() }),
    who: created_by,
  };
}

/**
 * The receipt, and what else there is about the import. Its `waiting` counts what waits for a person; the other imports that
 * the receipt calls so are in `waitsFor`.
 */
export async function importBody(
  row: ImportRow,
  { waiting, ...receipt }: Receipt,
  ledger: Ledger,
  now: number,
): Promise<object> {
  const self = importUrl(row.id);
  const blocked = await ledger.serviceSends.blockedImport(row.num);
  return {
    ...(await receiptBody(row, receipt, ledger)),
    ...(waiting === undefined ? {} : { waitsFor: waiting }),
    ...(blocked === undefined ? {} : { blocked: blockedBody(blocked) }),
    kind: row.kind,
    ...provenance(row),
    asOf: new Date(now).toISOString(),
    ...(await storedBody(row, receipt, ledger)),
    links: {
      self,
      receipt: `${self}/receipt`,
      issues: `${self}/issues`,
      failed: `${self}/failed.xlsx`,
      events: `${self}/events`,
      progress: `${self}/progress`,
      retry: `${self}/retry`,
      answers: `${self}/answers`,
      cancel: `${self}/cancel`,
      book: `${self}/book`,
      batches: `${self}/batches`,
      file: `${self}/file`,
      trail: `${self}/trail.xlsx`,
    },
  };
}

/** What an import stands still for, until somebody corrects it. */
export function blockedBody({ at, detail }: BlockedImport) {
  const { message, suggestion, told } = JSON.parse(detail) as StallReason;
  return { at: new Date(at).toISOString(), message, ...(suggestion === undefined ? {} : { suggestion }), told };
}

/** One line of a list: the counts are those that were kept, nothing is counted. */
export async function listedBody(row: ListedImport, ledger: Ledger): Promise<object> {
  const { id, job, kind, file, state } = row;
  const said = { import: id, url: importUrl(id), job, kind, file, ...provenance(row), state };
  const stopped = isStopped(row) ? { cancelled: true } : {};
  return { ...said, ...amountOf(row), ...keptCounts(row), ...stopped, ...(await waitsForOf(row, ledger)) };
}

/** How far an import is. One that is at work is counted, all others have their counts kept. */
export async function progressBody(row: ListedImport, ledger: Ledger, rowsRead = 0): Promise<object> {
  const { id, job, kind, file, state } = row;
  const said = { import: id, url: importUrl(id), job, kind, file, state, ...amountOf(row) };
  if (state !== 'planning' && state !== 'posting')
    return { ...said, ...keptCounts(row), ...(await waitsForOf(row, ledger)) };
  const { rows, ...counts } = await countOutcomes(row, ledger);
  const read = Math.max(rows.read, rowsRead);
  return { ...said, rows: { ...rows, read }, ...countsBody(row, counts), ...(await waitsForOf(row, ledger)) };
}

/** Other imports that its entries wait for, which only those of one that is being posted or is in doubt do. */
async function waitsForOf({ num, state }: Pick<ListedImport, 'num' | 'state'>, ledger: Ledger): Promise<object> {
  const waitsFor = state === 'posting' || state === 'in-doubt' ? await waitingFor(num, ledger) : [];
  return waitsFor.length === 0 ? {} : { waitsFor };
}

/** The sum of debit as it was kept. */
function amountOf({ amount, scale }: Pick<ListedImport, 'amount' | 'scale'>): { amount?: string } {
  return amount === null ? {} : { amount: formatMinor(BigInt(amount), scale) };
}

function keptCounts(row: Pick<ListedImport, 'kind' | 'counts'>): object {
  if (row.counts === null) return {};
  const { rows, ...counts } = JSON.parse(row.counts) as Counts;
  return { rows, ...countsBody(row, counts) };
}

/** Contacts and custom fields are counted where there can be any. */
function countsBody(
  { kind }: Pick<ListedImport, 'kind'>,
  { entries, heldDuplicates, ...created }: Omit<Counts, 'rows'>,
): object {
  const waiting = entries.held + entries.rejected + heldDuplicates;
  const { tallies = [] } = kindOf(kind).records ?? {};
  return { entries, waiting, ...Object.fromEntries(tallies.map((tally) => [tally, created[tally]])) };
}

/** What is said of a file that was received. @param corrections that are not submitted, of an import that is retried */
export function takenBody(
  row: ImportRow,
  how: 'new' | 'again' | 'correction' | 'retry',
  corrections?: OpenCorrections,
) {
  const { id, job, file, state } = row;
  const said = { import: id, url: importUrl(id), job, file, state: state satisfies ImportState, how };
  return corrections === undefined ? said : { ...said, mends: { ...corrections, by: [...corrections.by] } };
}

/** What the ledger keeps of an import beside its receipt: whose books, how its file was read, what corrected it, what waits. */
async function storedBody(row: ImportRow, { totals }: Pick<Receipt, 'totals'>, ledger: Ledger): Promise<object> {
  const { num, id, service, company, planned_at, state, todo } = row;
  const facts = row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
  const corrections = (await ledger.imports.corrections(num)).map(({ no, file, at, who }) => ({
    correction: no,
    file,
    at: new Date(at).toISOString(),
    who,
    url: `/api/imports/${id}/file?correction=${no}`,
  }));
  const aside = await ledger.findings.entrySums(num);
  const waiting = aside
    .filter((sum) => (WAITING as readonly string[]).includes(sum.state))
    .reduce((sum, { entries }) => sum + entries, 0);
  const duplicates = aside.find((sum) => sum.state === 'duplicate');
  const stopped = isStopped(row) ? (JSON.parse(row.cancelled!) as Cancellation) : undefined;
  return {
    service,
    company: companyName(company),
    ...(planned_at === null ? {} : { planned: new Date(planned_at).toISOString() }),
    ...(state === 'planning' ? { todo } : {}),
    waiting: state === 'cancelled' || state === 'rejected' ? 0 : waiting,
    ...(duplicates === undefined || state === 'cancelled'
      ? {}
      : { heldDuplicates: { entries: duplicates.entries, rows: duplicates.rows } }),
    ...(waiting > 0 && RETRIABLE.includes(state) ? { retry: await retryBody(num, ledger) } : {}),
    ...(stopped === undefined
      ? {}
      : { cancelled: { at: new Date(stopped.at).toISOString(), who: stopped.who, reason: stopped.reason } }),
    ...(facts === undefined
      ? {}
      : {
          accountNames: Object.fromEntries(await accountNames(row, facts, totals.accounts, ledger)),
          reading: readingOf(facts),
        }),
    ...(corrections.length === 0 ? {} : { corrections }),
  };
}

/** A person, or bilag itself, stopped it, and it was not begun again. */
export function isStopped({ cancelled }: Pick<ImportRow, 'cancelled'>): boolean {
  return cancelled !== null && !isPlannedAgain({ cancelled });
}

/** What a retry takes, and apart from it what it takes only if a person says so. */
async function retryBody(num: number, { waiting }: Ledger): Promise<object> {
  const cancelled = await waiting.count(num, { revised: false, cancelled: true });
  const others = await waiting.count(num, retried({ leaveCancelled: true }));
  return { ...others, ...(cancelled.entries === 0 ? {} : { cancelled }) };
}

function readingOf(facts: PlanFacts): object {
  const { kind, encoding, delimiter, decimal, dateOrder, headerLine, numbersRestart } = facts;
  const { amountColumns, vatUnchecked, currency, rate } = facts;
  const figures = { decimal, dateOrder, headerLine, numbersRestart, amountColumns, vatUnchecked, currency, rate };
  return { type: kind, encoding, delimiter, ...sheetFacts(facts), ...figures };
}
