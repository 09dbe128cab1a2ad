import type { Account } from '../../domain/account.ts';
import type { Cell } from '../../domain/cell.ts';
import type { Issue } from '../../domain/issue.ts';
import type { BookingsJob } from '../../domain/job.ts';
import type { MinorSum } from '../../domain/money.ts';
import type { Chunk } from '../../domain/table.ts';
import { AccountSlots, accountIssue } from '../../rules/account-slots.ts';
import { checkEntry } from '../../rules/check-entry.ts';
import { changedIssue, duplicateIssue } from '../../rules/duplicate-issue.ts';
import { fingerprint } from '../../rules/fingerprint.ts';
import { addTotals, type DescriptionLimit, freezeBatch, plainTotals } from '../../rules/freeze-batch.ts';
import { RowGrouper, type RowOrder } from '../../rules/group-rows.ts';
import { batchMarker } from '../../rules/marker.ts';
import type { AccountSlot, Group, RowReading } from '../../rules/reading.ts';
import { descriptionShortened } from '../../rules/row-issues.ts';
import { vatCodes } from '../../rules/vat-codes.ts';
import type { EntryKind } from '../entry-kind.ts';
import type { OpenTable } from '../open-table.ts';
import type { PlanPorts } from '../plan-file.ts';
import type { PlanFacts, PlanOrder, PlanSummary, References } from '../plan-ports.ts';
import { PlanSink } from '../plan-sink.ts';
import { regroup } from '../regroup.ts';
import { rowPass, rowsInvalid } from '../row-pass.ts';
import { bookingReader } from './booking-reader.ts';

/** Plans a file of bookings: rows become draft lines, draft lines entries, entries batches. */
export async function planBookings(
  order: PlanOrder<BookingsJob>,
  ports: PlanPorts,
  table: OpenTable,
  rowOrder: RowOrder,
): Promise<PlanSummary> {
  const { job, again } = order;
  const accounts = new AccountSlots(job.accounts);
  const types = await ports.references.vatTypes();
  const { reader, accountColumns } = bookingReader(table, order, accounts, vatCodes(types, job.vat.codes));
  const shortened = descriptionShortened(table.nameOf('description'), order.descriptionMax);
  const sink = new PlanSink<Group>(
    order,
    ports.store,
    bookings(order, (seq, row) => sink.remark(seq, row, shortened, null)),
  );
  const known: Account[] = [];
  const issueOf = issuesOfAccounts(known);
  const fileTotals = new Map<string, MinorSum>();
  const pass = rowPass(order, ports);
  let rowsSkipped = 0;
  const grouper = new RowGrouper(
    (group) => sink.add(group),
    again?.nextSeq ?? 1,
    table.seqOf,
    rowOrder === 'near' ? undefined : Number.POSITIVE_INFINITY,
  );

  const take = async (chunk: Chunk, rowOf: OpenTable['rowOf']): Promise<void> => {
    const readings: RowReading[] = [];
    pass.each(chunk, rowOf, (record, row) => {
      const reading = reader.read(record, row);
      if (reading === undefined) rowsSkipped++;
      else readings.push(reading);
    });
    await resolveAccounts(accounts, ports.references, known);
    for (const reading of readings) {
      addTotals(fileTotals, reading.lines);
      noteAccountIssues(reading, accountColumns, issueOf);
      grouper.add(reading);
    }
    sink.flushFull();
    ports.progress(pass.read);
  };

  if (rowOrder === 'near') {
    for await (const chunk of table.chunks()) await take(chunk, table.rowOf);
  } else {
    const { pace } = ports;
    const keys = {
      keyOf(record: readonly Cell[], row: number) {
        pace.at(row);
        const key = reader.keyOf(record, row);
        pace.rest();
        return key;
      },
    };
    for await (const chunk of regroup(table, keys, ports.scratch)) {
      await take(chunk.records, (_, row) => row);
      if (chunk.last) grouper.flush();
    }
  }
  grouper.flush();
  const decided = table.finish();
  reader.finish();
  const end = sink.finish();
  if (job.onInvalid === 'reject' && again === undefined && end.held > 0) throw rowsInvalid(end.held, end.firstIssue);
  const facts: PlanFacts = {
    ...table.facts,
    ...decided,
    scale: job.file.scale,
    order: rowOrder,
    accounts: Object.fromEntries(known.map(({ id, number, name }) => [id, [number, name]])),
    vatTypes: Object.fromEntries(types.map(({ id, code }) => [id, code])),
    nextSeq: grouper.nextSeq,
    concurrency: job.batch.concurrency,
    secondPerson: job.doubt?.confirm === 'second-person',
  };
  return {
    facts,
    rowsRead: pass.read,
    rowsSkipped,
    fileTotals: plainTotals(fileTotals),
    claimVersion: sink.claimVersion,
    ...(again === undefined ? {} : { again: { ...table.accounted(), ...end.again } }),
  };
}

function bookings(
  { job, company, marker, importId, descriptionMax }: PlanOrder<BookingsJob>,
  shortened: DescriptionLimit['shortened'],
): EntryKind<Group> {
  const { scale } = job.file;
  return {
    weight: ({ lines }) => lines.length,
    check: (group) => checkEntry(group, scale),
    fingerprint: (group) => fingerprint(company, group, scale),
    // With a key, equal rows are one entry already; only keyless entries can occur several times.
    repeats: ({ key }) => key === '',
    isUnique: () => false,
    duplicate: ({ key }, earlier) => duplicateIssue(key, earlier),
    changed: ({ key, lines }, earlier) => (key === '' ? undefined : changedIssue(key, lines[0]!.date, earlier)),
    totals({ tooLarge, lines }) {
      const sums = tooLarge ?? new Map<string, MinorSum>();
      addTotals(sums, lines);
      return plainTotals(sums);
    },
    together: job.batch.entries,
    onDuplicate: () => job.onDuplicate,
    freeze: (no, entries) =>
      freezeBatch(
        no,
        entries.map(({ unit, ...claim }) => ({ group: unit, ...claim })),
        scale,
        batchMarker(marker, importId, no),
        { most: descriptionMax, shortened },
      ),
  };
}

async function resolveAccounts(slots: AccountSlots, references: References, known: Account[]): Promise<void> {
  const unresolved = slots.takeUnresolved();
  if (unresolved.length === 0) return;
  const found = await references.accounts([...new Set(unresolved.map((slot) => slot.number))]);
  for (const slot of unresolved) {
    slot.lookup = found.get(slot.number);
    if (slot.lookup?.found === 'one') known.push(slot.lookup.account);
  }
}

type IssueOf = (slot: AccountSlot, column: string) => Issue | undefined;

/** What is wrong with an account is found out once: the nearest ones are looked for among all that are known. */
function issuesOfAccounts(known: readonly Account[]): IssueOf {
  const issues = new Map<string, Issue | undefined>();
  return (slot, column) => {
    const id = `${slot.text}\u0001${column}`;
    if (!issues.has(id)) issues.set(id, accountIssue(slot, column, known));
    return issues.get(id);
  };
}

function noteAccountIssues(reading: RowReading, columns: readonly string[], issueOf: IssueOf): void {
  reading.lines.forEach((line, side) => {
    if (line.account.lookup?.found === 'one') return;
    const issue = issueOf(line.account, columns[side] ?? 'account');
    if (issue !== undefined) reading.issues = [...(reading.issues ?? []), issue];
  });
}
