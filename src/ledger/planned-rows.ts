import { bodyHash } from '../core/batch-body.ts';
import type { Cause } from '../core/cause-book.ts';
import type { Facts } from '../core/facts.ts';
import { REMARK_CODES } from '../core/issue.ts';
import { firstRow } from '../core/row-ranges.ts';
import type { FrozenBatch } from '../core/states.ts';
import { packBody, packEntries } from './batches.ts';
import { saySame, type Twin } from './claims.ts';
import type { Remarked, SetAside } from './plans.ts';
import type { NewEntry } from './rows.ts';
import type { Sql, Value } from './sqlite-database.ts';

/** Rows that one statement inserts: the call of a statement costs as much as what it does. */
const INSERTED_TOGETHER = 50;

/** Batches with the entries set aside, their causes, and remarks on entries of either. */
export async function writePlanned(
  db: Sql,
  num: number,
  source: number,
  batches: readonly FrozenBatch[],
  aside: readonly SetAside[],
  causes: readonly Cause[],
  remarks: readonly Remarked[] = [],
): Promise<void> {
  for (const batch of batches) await insertBatch(db, num, batch, null, source);
  for (const cause of causes) await insertCause(db, num, cause);
  // What stood of them before, in a plan that is made again.
  const seqs = JSON.stringify(aside.map(({ entry }) => entry.seq));
  await db.run('delete from problem where import = ? and seq in (select value from json_each(?))', num, seqs);
  await insertRows(
    db,
    UPSERT_ENTRY,
    aside.map(({ entry, twin }) => entryValues(num, entry, twin)),
  );
  for (const { entry, original } of aside) {
    // A person may skip it, and the next export has it at another rate.
    if (original !== undefined && entry.state === 'held')
      await saySame(db, { ...original, import: num, seq: entry.seq, row: firstRow(entry.rows) }, false);
  }
  const found = aside.flatMap(({ entry: { seq }, problems }) => problems.map((problem) => ({ seq, ...problem })));
  await insertRows(
    db,
    INSERT_PROBLEM,
    [...found, ...remarks].map(({ seq, row, cause, detail, own }) => problemValues(num, seq, row, cause, detail, own)),
  );
}

/** @param into an insert up to its `values` */
async function insertRows(db: Sql, into: string, rows: readonly Value[][]): Promise<void> {
  const places = `(${rows[0]?.map(() => '?').join(', ')})`;
  let at = 0;
  for (const together of [INSERTED_TOGETHER, 1]) {
    const sql = `${into} ${Array(together).fill(places).join(', ')}`;
    for (; at + together <= rows.length; at += together) await db.run(sql, ...rows.slice(at, at + together).flat());
  }
}

export async function insertBatch(
  db: Sql,
  num: number,
  batch: FrozenBatch,
  parent: number | null,
  source: number,
): Promise<void> {
  await db.run(
    `insert into batch (import, no, parent, source, state, entries, rows, lines, sha256, step, stage, target)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    num,
    batch.no,
    parent,
    source,
    batch.waits ? 'waiting' : 'ready',
    batch.entries.length,
    batch.rows,
    batch.lines,
    bodyHash(batch.body),
    batch.step ?? 'book',
    batch.stage ?? 0,
    batch.target ?? null,
  );
  await db.run(
    'insert into batch_body (import, no, entries, totals, body) values (?, ?, ?, ?, ?)',
    num,
    batch.no,
    packEntries(batch.entries),
    batch.totals,
    packBody(batch.body, batch.entries.length),
  );
  for (const same of batch.same ?? []) await saySame(db, same, batch.waits === true);
}

const REMARKS: ReadonlySet<string> = new Set(REMARK_CODES);

export async function insertCause(db: Sql, num: number, cause: Cause): Promise<void> {
  await db.run(
    'insert into cause (import, no, code, "column", value, message, suggestion, variant, facts, remark) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    num,
    cause.no,
    cause.code,
    cause.column ?? null,
    cause.value ?? null,
    cause.message,
    cause.suggestion ?? null,
    cause.variant ?? null,
    factsText(cause.facts),
    REMARKS.has(cause.code) ? 1 : 0,
  );
}

const UPSERT_ENTRY =
  'insert or replace into entry (import, seq, source, key, rows, row_count, state, totals, service_id, identity, content, twin) values';

export async function upsertEntry(db: Sql, num: number, entry: NewEntry): Promise<void> {
  await insertRows(db, UPSERT_ENTRY, [entryValues(num, entry)]);
}

function entryValues(num: number, entry: NewEntry, twin?: Twin): Value[] {
  return [
    num,
    entry.seq,
    entry.source,
    entry.key,
    entry.rows,
    entry.row_count,
    entry.state,
    entry.totals,
    entry.service_id ?? null,
    entry.identity ?? null,
    entry.content ?? null,
    twin === undefined ? null : `[${twin.import},${twin.seq},${twin.row}]`,
  ];
}

const INSERT_PROBLEM = 'insert or ignore into problem (import, seq, row, cause, detail, own) values';

export async function insertProblem(db: Sql, ...problem: Parameters<typeof problemValues>): Promise<void> {
  await insertRows(db, INSERT_PROBLEM, [problemValues(...problem)]);
}

function problemValues(
  num: number,
  seq: number,
  row: number,
  cause: number,
  detail: string | null,
  own?: Facts,
): Value[] {
  return [num, seq, row, cause, detail, factsText(own)];
}

function factsText(facts: Facts = {}): string | null {
  return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
}
