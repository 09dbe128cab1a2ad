import { TRIAL_STAGE } from '../domain/batch.ts';
import { CUSTOM_PREFIX } from '../domain/custom-field.ts';
import { type FieldMemory, rememberField } from './custom-fields.ts';
import { insertProblem } from './planned-rows.ts';
import { causeOf } from './set-rejected.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** A custom field that an import of contacts asks for, and whose creation or activation the service refused. */
export interface RefusedField {
  /** `Contact.Membership` */
  readonly key: string;
  /** The batch that was refused. */
  readonly no: number;
}

export function refusedFields(db: SqliteDatabase, num: number): RefusedField[] {
  return db
    .all<{ seq: number }>("select seq from entry where import = ? and row_count = 0 and state = 'rejected'", num)
    .flatMap(({ seq }) =>
      db.all<RefusedField>(
        `select y.entries ->> '$[0][1]' as key, b.no from batch b join batch_body y on y.import = b.import and y.no = b.no
         where b.import = ? and b.state = 'rejected' and b.step in ('create-field', 'activate-field')
           and y.entries ->> '$[0][0]' = ? order by b.no desc limit 1`,
        num,
        seq,
      ),
    );
}

/** Whether the activation of a field was refused in this import before, so that somebody has had it retried since. */
export function wasActivationRefused(db: SqliteDatabase, num: number, no: number): boolean {
  return (
    db.get(
      "select 1 from batch where import = ? and no < ? and state = 'rejected' and step = 'activate-field' limit 1",
      num,
      no,
    ) !== undefined
  );
}

/**
 * Fields that were refused are there: a contact was created with their values, and shows them. For each of the others the next
 * contact that carries it has to show that, before any more are sent.
 */
export function proveFields(db: SqliteDatabase, num: number, proved: readonly FieldMemory[], now: number): void {
  for (const field of proved) {
    const key = `${field.model}.${field.name}`;
    rememberField(db, num, field, now);
    const asked = db.all<{ seq: number }>(
      "select seq from entry where import = ? and row_count = 0 and state = 'rejected' and key = ?",
      num,
      key,
    );
    for (const { seq } of asked) {
      db.run("update entry set state = 'duplicate-skipped' where import = ? and seq = ?", num, seq);
      db.run('delete from problem where import = ? and seq = ?', num, seq);
      const cause = causeOf(db, num, {
        code: 'field-exists',
        value: 'in the service',
        message: 'The custom field exists in the service.',
        suggestion: 'Nothing to do: a contact was created with a value of it, and has kept it.',
      });
      insertProblem(db, num, seq, 0, cause, `The custom field ${key} exists in the service, and is active.`);
    }
  }
  for (const { key } of refusedFields(db, num)) {
    db.run(
      `update batch set stage = ?1 where import = ?2 and no = (select b.no from batch b
         join batch_body y on y.import = b.import and y.no = b.no where b.import = ?2 and b.state = 'ready'
         and b.step = 'create-contact' and b.stage > ?1 and instr(cast(y.body as text), ?3) > 0 order by b.no limit 1)`,
      TRIAL_STAGE,
      num,
      `${JSON.stringify(CUSTOM_PREFIX + key.slice(key.indexOf('.') + 1))}:`,
    );
  }
}
