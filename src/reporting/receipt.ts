import type { Facts } from '../core/facts.ts';
import type { Issue } from '../core/issue.ts';
import { formatMinor } from '../core/money.ts';
import type { WrongCode } from '../core/receipt-wrong.ts';
import { CREDIT_TOTAL, DEBIT_TOTAL, type EntryCounts, type ImportState, type RowCounts } from '../core/states.ts';
import { type KindName, kindOf, kindWords, namedKind } from '../kinds/kinds.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import type { HiddenRows } from '../reading/hidden-rows.ts';
import { withSheetNames } from '../reading/named-sheets.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import type { Unmatched } from '../reading/unmatched-rows.ts';
import { type AccountTotal, accountSums } from './account-sums.ts';
import { type CauseSummary, causesOf, FORGOTTEN, remarksOf } from './causes.ts';
import { contradictionWords } from './contradictions.ts';
import type { CreatedRecords } from './created-records.ts';
import { type Money, moneyOf } from './money-of.ts';

/** Entries whose rows are counted elsewhere: in what replaced them, or among those that were skipped. */
const ELSEWHERE: readonly EntryRow['state'][] = ['replaced', 'skipped'];

/** An import that entries of another one wait for. `in-doubt`: it sent them, and whether the service has them is not known. */
export interface WaitingFor {
  readonly import: string;
  readonly file: string;
  /** Entries that wait for it. */
  readonly entries: number;
  readonly state: 'pending' | 'in-doubt';
}

/** Where contacts, or custom fields, ended up. */
export interface CreatedCounts {
  created: number;
  existing: number;
  held: number;
  rejected: number;
  inDoubt: number;
}

/** The account of an import (design, sections 1 and 7; fixed). Amounts are decimal text. */
export interface Receipt {
  readonly import: string;
  readonly job: string;
  /** Absent: bookings. */
  readonly kind?: KindName;
  readonly file: string;
  readonly state: ImportState;
  readonly rows: RowCounts;
  readonly entries: EntryCounts;
  readonly contacts: CreatedCounts;
  /** Custom fields: the file's, or those that a job of contacts asks for; present where there are any. */
  readonly customFields?: CreatedCounts;
  readonly totals: Money & {
    /** Of all of them, by its three letters; absent where neither the job, nor the service, nor the file says any. */
    readonly currency?: string;
    /**
     * What the column with the running balance says before the first row and after the last: by account where a column names
     * it, and by sheet where each has balances of its own.
     */
    readonly balances?: readonly { sheet?: string; account?: string; opening?: string; closing?: string }[];
  };
  /** Imports that have sent, or are to send, the same entries: those of this one wait for what becomes of them. */
  readonly waiting?: readonly WaitingFor[];
  /** What people should know of rows that went on all the same; present where there is anything. */
  readonly remarks?: readonly CauseSummary[];
  readonly issues: readonly CauseSummary[];
  /** Rows that no rule of the job matched, by the account that they fell to; present where there are any. */
  readonly unmatched?: readonly Unmatched[];
  /** Sheets that were left out though the job names no single one; present where there are any. */
  readonly unread?: readonly string[];
  /** Rows that are hidden in the workbook, and what the job says of them; present where there are any. */
  readonly hidden?: HiddenRows;
  /** Seconds of planning and posting. */
  readonly duration: number;
  /** Present where the whole file was rejected or cancelled. */
  readonly reason?: Issue;
  /** What does not add up, and what was decided and turned out otherwise; empty in a sound receipt. */
  readonly mismatches: readonly string[];
  /** The same for whoever words it; absent in a sound receipt. */
  readonly wrong?: readonly Wrong[];
}

/** What is wrong with a receipt, by code. */
export interface Wrong {
  readonly code: WrongCode;
  readonly facts: Facts;
}

/** Counts that lists show without counting. */
export interface Counts {
  readonly rows: RowCounts;
  readonly entries: EntryCounts;
  /** Held, not skipped, duplicates: they wait for a person. */
  readonly heldDuplicates: number;
  readonly contacts: CreatedCounts;
  readonly customFields: CreatedCounts;
}

/**
 * Counts the rows and entries of an import where they are: read and skipped as the reader counted them, the others by
 * the batches and the entries set aside. That they add up is a finding, not an assumption.
 */
export function countOutcomes(row: Counted, ledger: Ledger): Promise<Counts> {
  return ledger.read((moment) => count(row, moment));
}

type Counted = Pick<ImportRow, 'num' | 'kind' | 'state' | 'rows_read' | 'rows_skipped'>;

async function count(row: Counted, ledger: Ledger): Promise<Counts> {
  const rows: RowCounts = {
    read: row.rows_read,
    booked: 0,
    held: 0,
    rejected: 0,
    duplicate: 0,
    skipped: row.rows_skipped,
    inDoubt: 0,
    pending: 0,
  };
  const entries: EntryCounts = { planned: 0, booked: 0, held: 0, rejected: 0, duplicate: 0, inDoubt: 0, pending: 0 };
  let heldDuplicates = 0;
  const contacts = noneCreated();
  const customFields = noneCreated();
  const [tally] = kindOf(row.kind).records?.tallies ?? [];
  const created = { entries, rows, heldDuplicates, contacts, customFields };
  const add = (
    to: 'booked' | 'held' | 'rejected' | 'duplicate' | 'inDoubt' | 'pending',
    sum: { rows: number; entries: number; rowless?: number },
  ) => {
    rows[to] += sum.rows;
    entries[to] += sum.entries;
    entries.planned += sum.entries;
    if (tally === undefined || to === 'pending') return;
    const name = to === 'booked' ? 'created' : to === 'duplicate' ? 'existing' : to;
    // A job of contacts may ask for custom fields, which stand in no row.
    const { rowless = 0 } = sum;
    customFields[name] += rowless;
    created[tally][name] += sum.entries - rowless;
  };
  // Its plan may still be on its way out.
  if (row.state === 'cancelled') return created;
  for (const of of await ledger.findings.batchSums(row.num)) {
    const sum = { ...of, rowless: of.rows === 0 ? of.entries : 0 };
    if (sum.state === 'booked') add('booked', sum);
    else if (sum.state === 'in-doubt') add('inDoubt', sum);
    else if (sum.state === 'ready' || sum.state === 'waiting' || sum.state === 'sending') add('pending', sum);
  }
  for (const sum of await ledger.findings.entrySums(row.num)) {
    if (sum.state === 'held' || sum.state === 'rejected') add(sum.state, sum);
    else if (!ELSEWHERE.includes(sum.state)) add('duplicate', sum);
    if (sum.state === 'duplicate') heldDuplicates += sum.entries;
  }
  return { ...created, heldDuplicates };
}

/** What the entries of an import wait for, as it stands now. */
export async function waitingFor(num: number, { waits }: Pick<Ledger, 'waits'>): Promise<WaitingFor[]> {
  return (await waits.blockers(num)).map(({ id, file, entries, state }) => ({
    import: id,
    file,
    entries,
    state: state === 'in-doubt' ? 'in-doubt' : 'pending',
  }));
}

function noneCreated(): CreatedCounts {
  return { created: 0, existing: 0, held: 0, rejected: 0, inDoubt: 0 };
}

/** Writes the counts that lists show. */
export function keepCounts(num: number, ledger: Ledger): Promise<Counts> {
  return ledger.write(async (tx) => {
    const counts = await countOutcomes(await tx.imports.byNum(num), tx);
    await tx.imports.update(num, { counts: JSON.stringify(counts) });
    return counts;
  });
}

/** The same for an import that is looked at again and again: it is written to only where something has moved. */
export async function keepMovedCounts(num: number, ledger: Ledger): Promise<void> {
  const row = await ledger.imports.byNum(num);
  if (JSON.stringify(await countOutcomes(row, ledger)) !== row.counts) await keepCounts(num, ledger);
}

/** While an import is at work, its batches move all the time. */
const AT_WORK: readonly ImportState[] = ['planning', 'posting'];

/**
 * Draws the receipt up and checks it: rows, entries, and per account what the file said against where it went.
 * @param how `proof`: of an import that is at rest every batch is read. `glance`: what this process read of them before counts
 */
export function receiptOf(
  num: number,
  ledger: Ledger,
  now: number,
  how: 'proof' | 'glance' = 'proof',
): Promise<Receipt> {
  return ledger.read((moment) => drawUp(num, moment, now, how));
}

async function drawUp(num: number, ledger: Ledger, now: number, how: 'proof' | 'glance'): Promise<Receipt> {
  const row = await ledger.imports.byNum(num);
  const { rows, entries, contacts, customFields } = await countOutcomes(row, ledger);
  const remarks = await remarksOf(row, ledger);
  const waiting = await waitingFor(num, ledger);
  const facts = row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
  const scale = facts?.scale ?? 2;
  // While it is planned (again) a part of it is written, and only that.
  const planned = facts !== undefined && !FORGOTTEN.includes(row.state) && row.state !== 'planning';
  const afresh = how === 'proof' && !AT_WORK.includes(row.state);
  const sums = await accountSums(row, ledger, afresh);
  const worked = row.worked + (row.state === 'posting' && row.posting_at !== null ? now - row.posting_at : 0);
  const contradictions = await ledger.doubts.contradictions(num);
  const contradicted = await Promise.all(contradictions.map((each) => contradictionWords(each, row, ledger)));
  const unsound = planned ? mismatches(row.kind, rows, entries, sums, scale) : [];
  const wrong: readonly Wrong[] = [
    ...contradictions.map(
      ({ batch, became, who, reason }): Wrong => ({
        code: became === 'booked' ? 'books-lack' : 'books-twice',
        facts: { batch: String(batch), who, reason },
      }),
    ),
    ...unsound.map(({ code, facts: of }) => ({ code, facts: of })),
  ];
  return {
    import: row.id,
    job: row.job,
    ...namedKind(row.kind),
    file: row.file,
    state: row.state,
    rows,
    entries,
    contacts,
    ...(Object.values(customFields).some((count) => count > 0) ? { customFields } : {}),
    totals: {
      ...(facts?.currency === undefined ? {} : { currency: facts.currency.code }),
      ...(await moneyOf(row, sums, { scale, entries }, ledger)),
      ...balancesOf(FORGOTTEN.includes(row.state) ? undefined : facts, scale),
    },
    ...(waiting.length === 0 ? {} : { waiting }),
    ...(remarks.length === 0 ? {} : { remarks }),
    issues: await causesOf(row, ledger),
    ...(facts?.unmatched === undefined || facts.unmatched.length === 0 || FORGOTTEN.includes(row.state)
      ? {}
      : { unmatched: withSheetNames(facts.unmatched, facts.sheets) }),
    ...(facts?.unread === undefined ? {} : { unread: facts.unread }),
    ...(facts?.hidden === undefined ? {} : { hidden: facts.hidden }),
    duration: Math.round(worked / 100) / 10,
    ...(row.reason === null ? {} : { reason: JSON.parse(row.reason) as Issue }),
    mismatches: [...contradicted, ...unsound.map(({ message }) => message)],
    ...(wrong.length === 0 ? {} : { wrong }),
  };
}

/**
 * The receipt as it is shown to programs (design, section 7): what is extra stands there only when it says something.
 * @param records of contacts and custom fields, what the service calls each
 */
export function receiptJson({ mismatches, ...receipt }: Receipt, records?: CreatedRecords): object {
  return { ...receipt, ...records, ...(mismatches.length === 0 ? {} : { mismatches }) };
}

/** The balances that the file says for itself, where the job maps them. */
function balancesOf(facts: PlanFacts | undefined, scale: number): Pick<Receipt['totals'], 'balances'> {
  const { accounts = [] } = facts?.figures?.balance ?? {};
  if (accounts.length === 0) return {};
  const money = (units: number | undefined) => formatMinor(BigInt(units!), scale);
  const nameOf = (sheet: number | undefined) => facts?.sheets?.find(({ no }) => no === sheet)?.name;
  return {
    balances: accounts.map(({ account, sheet, opening, closing }) => ({
      ...(sheet === undefined ? {} : { sheet: nameOf(sheet) ?? String(sheet) }),
      ...(account === '' ? {} : { account }),
      ...(opening === undefined ? {} : { opening: money(opening) }),
      ...(closing === undefined ? {} : { closing: money(closing) }),
    })),
  };
}

interface Unsound extends Wrong {
  readonly message: string;
}

function mismatches(
  kind: string,
  rows: RowCounts,
  entries: EntryCounts,
  sums: readonly AccountTotal[],
  scale: number,
): Unsound[] {
  const found: Unsound[] = [];
  const placed = rows.booked + rows.duplicate + rows.held + rows.rejected + rows.skipped + rows.inDoubt + rows.pending;
  if (placed !== rows.read)
    found.push({
      code: 'rows-lost',
      message: `Rows read: ${rows.read}; accounted for: ${placed}.`,
      facts: { read: rows.read, placed },
    });
  const settled =
    entries.booked + entries.duplicate + entries.held + entries.rejected + entries.inDoubt + entries.pending;
  if (settled !== entries.planned)
    found.push({
      code: 'entries-lost',
      message: `Planned ${kindWords(kind).many}: ${entries.planned}; accounted for: ${settled}.`,
      facts: { planned: entries.planned, placed: settled },
    });
  for (const { account, file, corrected, remapped, booked, inDoubt, pending, already, notBooked } of sums) {
    const elsewhere = pending + already + notBooked;
    const placed = booked + inDoubt + elsewhere;
    const said = file + corrected + remapped;
    if (said === placed) continue;
    found.push({
      code: 'sum-lost',
      facts: {
        account: account === DEBIT_TOTAL || account === CREDIT_TOTAL ? '' : account,
        side: account === DEBIT_TOTAL ? 'debit' : account === CREDIT_TOTAL ? 'credit' : '',
        file: formatMinor(said, scale),
        placed: formatMinor(placed, scale),
      },
      message: `${account === DEBIT_TOTAL ? 'Debit' : account === CREDIT_TOTAL ? 'Credit' : `Account ${account}`}: the file says ${formatMinor(file, scale)}${corrected === 0n ? '' : `, corrected by ${formatMinor(corrected, scale)}`}${remapped === 0n ? '' : `, on other accounts ${formatMinor(remapped, scale)}`}; booked ${formatMinor(booked, scale)}, in doubt ${formatMinor(inDoubt, scale)} and not booked ${formatMinor(elsewhere, scale)} make ${formatMinor(placed, scale)}.`,
    });
  }
  return found;
}
