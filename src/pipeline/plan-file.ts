import type { Account } from '../domain/account.ts';
import type { Cell } from '../domain/cell.ts';
import { FileRejected } from '../domain/issue.ts';
import type { MinorSum } from '../domain/money.ts';
import { type Chunk, ReadAgain, type Source } from '../domain/table.ts';
import { AccountSlots, accountIssue } from '../rules/account-slots.ts';
import { addTotals, plainTotals } from '../rules/freeze-batch.ts';
import { RowGrouper, type RowOrder } from '../rules/group-rows.ts';
import type { RowReading } from '../rules/reading.ts';
import { vatCodes } from '../rules/vat-codes.ts';
import { type Hints, type OpenTable, openTable } from './open-table.ts';
import type { PlanFacts, PlanOrder, PlanSummary, References } from './plan-ports.ts';
import { PlanSink, type PlanStore } from './plan-sink.ts';
import { regroup } from './regroup.ts';

/** Times that a file is read before bilag gives up: encoding, decimal mark, dates of a few columns, order of rows. */
const MAX_READS = 12;

export interface PlanPorts {
  open(path: string, file: string, options: { delimiter: string; encoding: string; hint: Hints }): Promise<Source>;
  readonly references: References;
  readonly store: PlanStore;
  /** A folder for what does not fit in memory; its content may go at any time the planner is not running. */
  readonly scratch: string;
  /** Told after every chunk. */
  progress(rows: number): void;
  /** Told before every row, and when there is none: a row may take for ever. */
  readonly pace: { at(row: number): void; rest(): void };
}

/**
 * Plans one file (design, section 2): one pass, bounded memory, every row validated and all its issues collected.
 * Where a later row contradicts what the first ones showed, the pass starts again, now knowing.
 * @throws FileRejected where the whole file can't be taken
 */
export async function planFile(order: PlanOrder, ports: PlanPorts): Promise<PlanSummary> {
  let hints: Hints = {};
  for (let read = 1; ; read++) {
    try {
      return await planOnce(order, ports, hints);
    } catch (error) {
      ports.pace.rest();
      if (!(error instanceof ReadAgain) || read === MAX_READS) throw error;
      hints = { ...hints, ...error.hint };
    }
  }
}

async function planOnce(order: PlanOrder, ports: PlanPorts, hints: Hints): Promise<PlanSummary> {
  ports.store.clear();
  const table = await openTable(order, ports, hints);
  try {
    return await planTable(order, ports, table, hints['order'] === 'scattered' ? 'scattered' : 'near');
  } finally {
    await table.source.close();
  }
}

async function planTable(
  order: PlanOrder,
  ports: PlanPorts,
  table: OpenTable,
  rowOrder: RowOrder,
): Promise<PlanSummary> {
  const { job, again } = order;
  const accounts = new AccountSlots(job.accounts);
  const types = await ports.references.vatTypes();
  const reader = table.rowReader(accounts, vatCodes(types, job.vat.codes));
  const sink = new PlanSink(order, ports.store);
  const known: Account[] = [];
  const fileTotals = new Map<string, MinorSum>();
  let rowsRead = 0;
  let rowsSkipped = 0;
  const grouper = new RowGrouper(
    (group) => sink.add(group),
    again?.nextSeq ?? 1,
    table.seqOf,
    rowOrder === 'near' ? undefined : Number.POSITIVE_INFINITY,
  );

  const { pace } = ports;
  const take = async (chunk: Chunk, rowOf: OpenTable['rowOf']): Promise<void> => {
    const readings: RowReading[] = [];
    for (let i = 0; i < chunk.records.length; i++) {
      const row = rowOf(chunk.records[i]!, chunk.lines[i]!);
      if (row === undefined) continue;
      if (++rowsRead > job.limits.rows) throw tooManyRows(job.limits.rows);
      pace.at(row);
      const reading = reader.read(chunk.records[i]!, row);
      if (reading === undefined) rowsSkipped++;
      else readings.push(reading);
    }
    pace.rest();
    await resolveAccounts(accounts, ports.references, known);
    for (const reading of readings) {
      addTotals(fileTotals, reading.lines);
      noteAccountIssues(reading, table.accountColumns, known);
      grouper.add(reading);
    }
    sink.flushFull();
    ports.progress(rowsRead);
  };

  if (rowOrder === 'near') {
    for await (const chunk of table.chunks()) await take(chunk, table.rowOf);
  } else {
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
  };
  return {
    facts,
    rowsRead,
    rowsSkipped,
    fileTotals: plainTotals(fileTotals),
    claimVersion: sink.claimVersion,
    ...(again === undefined ? {} : { again: { ...table.accounted(), ...end.again } }),
  };
}

async function resolveAccounts(slots: AccountSlots, references: References, known: Account[]): Promise<void> {
  const unresolved = slots.takeUnresolved();
  if (unresolved.length === 0) return;
  const found = await references.accounts(unresolved.map((slot) => slot.number));
  for (const slot of unresolved) {
    slot.lookup = found.get(slot.number);
    if (slot.lookup?.found === 'one') known.push(slot.lookup.account);
  }
}

function noteAccountIssues(reading: RowReading, columns: readonly string[], known: readonly Account[]): void {
  reading.lines.forEach((line, side) => {
    if (line.account.lookup?.found === 'one') return;
    const issue = accountIssue(line.account, columns[side] ?? 'account', known);
    if (issue !== undefined) reading.issues = [...(reading.issues ?? []), issue];
  });
}

function tooManyRows(limit: number): FileRejected {
  return new FileRejected({
    code: 'too-many-rows',
    message: `The file has more than ${limit} rows.`,
    suggestion: 'Split the file, or raise limits.rows in the job.',
  });
}

function rowsInvalid(held: number, first: string): FileRejected {
  return new FileRejected({
    code: 'rows-invalid',
    message: `${held} ${held === 1 ? 'entry has' : 'entries have'} issues, and the job rejects the whole file for that (onInvalid: reject). The first: ${first}`,
    suggestion: 'Correct the file and import it again, or set onInvalid: hold to book the sound entries.',
  });
}
