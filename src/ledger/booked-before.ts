import { CANARY_STAGE, type FrozenBatch } from '../core/states.ts';
import type { Settlement } from './posting.ts';
import type { BatchRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/**
 * What becomes of a batch of which an earlier request, declared not booked, turned out to be: nothing of it is sent once
 * more, and its next step follows.
 */
export async function bookedBefore(db: Sql, batch: BatchRow): Promise<Settlement> {
  const { import: num, no: parent, step, stage, rows, lines } = batch;
  const { entries, body } = await bodyOf(db, num, parent);
  const goesOn = (next: string, target: number | undefined): Settlement => ({
    to: 'continued',
    ids: target === undefined ? null : JSON.stringify([[target, null]]),
    next: (no): FrozenBatch => ({
      no,
      entries,
      rows,
      lines,
      totals: '{}',
      body: Buffer.from(body),
      step: next,
      stage,
      target,
    }),
  });
  if (step === 'create-contact' && stage === CANARY_STAGE) return goesOn('read-back', undefined);
  const field = step === 'create-field' ? await fieldId(db, num, entries[0]!.key) : undefined;
  return field === undefined ? { to: 'booked', ids: null } : goesOn('activate-field', field);
}

/** @param key `Contact.Membership` */
async function fieldId(db: Sql, num: number, key: string): Promise<number | undefined> {
  const known = await db.get<{ id: number }>(
    `select service_id as id from custom_field where company = (select company from import where num = ?)
       and lower(model || '.' || name) = lower(?) and service_id is not null`,
    num,
    key,
  );
  return known?.id;
}
