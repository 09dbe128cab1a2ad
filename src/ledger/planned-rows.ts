import { bodyHash } from '../core/batch-body.ts';
import type { Cause } from '../core/cause-book.ts';
import type { Facts } from '../core/facts.ts';
import { REMARK_CODES } from '../core/issue.ts';
import type { FrozenBatch } from '../core/states.ts';
import { packBody, packEntries } from './batches.ts';
import { saySame, type Twin } from './claims.ts';
import type { Remarked, SetAside } from './plans.ts';
import type { NewEntry } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

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
  for (const { entry, problems, original, twin } of aside) {
    await upsertEntry(db, num, entry, twin);
    // A person may skip it, and the next export has it at another rate.
    if (original !== undefined && entry.state === 'held')
      await saySame(db, { ...original, import: num, seq: entry.seq, row: Number.parseInt(entry.rows, 10) }, false);
    for (const { row, cause, detail, own } of problems)
      await insertProblem(db, num, entry.seq, row, cause, detail, own);
  }
  for (const { seq, row, cause, detail, own } of remarks) await insertProblem(db, num, seq, row, cause, detail, own);
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

export async function upsertEntry(db: Sql, num: number, entry: NewEntry, twin?: Twin): Promise<void> {
  await db.run(
    `insert or replace into entry (import, seq, source, key, rows, row_count, state, totals, service_id, identity, content, twin)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  );
}

export async function insertProblem(
  db: Sql,
  num: number,
  seq: number,
  row: number,
  cause: number,
  detail: string | null,
  own?: Facts,
): Promise<void> {
  await db.run(
    'insert or ignore into problem (import, seq, row, cause, detail, own) values (?, ?, ?, ?, ?, ?)',
    num,
    seq,
    row,
    cause,
    detail,
    factsText(own),
  );
}

function factsText(facts: Facts = {}): string | null {
  return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
}
