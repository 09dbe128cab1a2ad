import { CUSTOM_PREFIX, type CustomFieldDefinition } from '../core/records.ts';
import { CANARY_STAGE } from '../core/states.ts';
import { insertProblem } from './planned-rows.ts';
import type { CustomFieldRow, Skip } from './rows.ts';
import { causeOf } from './set-rejected.ts';
import type { Sql } from './sqlite-database.ts';

/** What became of a custom field in the service. */
export interface FieldMemory extends CustomFieldDefinition {
  readonly company: string;
  /** Undefined where the service told none. */
  readonly serviceId: number | undefined;
  readonly active: boolean;
}

/**
 * The custom fields that bilag created: the contract shows a field nowhere before it is active, and its data type never
 * (service interface, section 2.5), so that this memory is what keeps one from being created twice.
 */
export interface CustomFields {
  /** Those of a company, by model and name. */
  of(company: string): Promise<CustomFieldRow[]>;
  /** Those that an import of contacts asks for and leaves to another that claimed them first, as `Model.Name`. */
  leftToOthers(num: number): Promise<string[]>;
  /** Those that an import of contacts asks for and a person skipped, as `Model.Name`, with who and why. */
  skipped(num: number): Promise<{ readonly key: string; readonly skip: Skip }[]>;
  /** Those that an import of contacts asks for and the service refused. */
  refused(num: number): Promise<RefusedField[]>;
  /** Whether the activation of a field was refused in this import before batch `no`. */
  wasActivationRefused(num: number, no: number): Promise<boolean>;
  /** Those that an import leaves to another are active by now: what it says of them is no longer that it waits. */
  noteActive(num: number, keys: readonly string[]): Promise<void>;
  /** Those that are being created or activated by an import of the company, as `Model.Name`. */
  underWay(company: string, kinds: readonly string[]): Promise<string[]>;
}

export function customFieldsOf(db: Sql): CustomFields {
  return {
    of: (company) =>
      db.all<CustomFieldRow>('select * from custom_field where company = ? order by model, name', company),
    leftToOthers: async (num) =>
      (
        await db.all<{ key: string }>(
          "select key from entry where import = ? and row_count = 0 and state = 'duplicate-skipped'",
          num,
        )
      ).map(({ key }) => key),
    skipped: async (num) =>
      (
        await db.all<{ key: string; skipped: string }>(
          "select key, skipped from entry where import = ? and row_count = 0 and state = 'skipped' order by seq",
          num,
        )
      ).map(({ key, skipped }) => ({ key, skip: JSON.parse(skipped) as Skip })),
    refused: (num) => refusedFields(db, num),
    wasActivationRefused: (num, no) => wasActivationRefused(db, num, no),
    noteActive: async (num, keys) => {
      if (keys.length === 0) return;
      const why = 'Nothing to do: another import created it.';
      await db.write(async (tx) => {
        for (const key of keys) await sayExists(tx, num, key, "state = 'duplicate-skipped'", why);
      });
    },
    underWay: async (company, kinds) =>
      (
        await db.all<{ key: string }>(
          `select y.entries ->> '$[0][1]' as key from import i
           join batch b on b.import = i.num and b.state in ('ready', 'sending') and b.step in ('create-field', 'activate-field')
           join batch_body y on y.import = b.import and y.no = b.no
           where i.company = ? and i.state in ('posting', 'in-doubt')
             and i.kind in (select value from json_each(?))`,
          company,
          JSON.stringify(kinds),
        )
      ).map(({ key }) => key),
  };
}

/** Writes down what is known of a field now; what is known already (its ID, that it is active) is not forgotten. */
export async function rememberField(db: Sql, num: number, field: FieldMemory, now: number): Promise<void> {
  const { company, model, name, type, nullable, serviceId, active } = field;
  await db.run(
    `insert into custom_field (company, model, name, spelling, type, nullable, service_id, active, import, at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (company, model, name) do update set service_id = coalesce(excluded.service_id, service_id),
       active = max(active, excluded.active), type = excluded.type, nullable = excluded.nullable`,
    company,
    model,
    name.toLowerCase(),
    name,
    type,
    nullable ? 1 : 0,
    serviceId ?? null,
    active ? 1 : 0,
    num,
    now,
  );
}

/** A custom field that an import of contacts asks for, and whose creation or activation the service refused. */
export interface RefusedField {
  /** `Contact.Membership` */
  readonly key: string;
  /** The batch that was refused. */
  readonly no: number;
}

export async function refusedFields(db: Sql, num: number): Promise<RefusedField[]> {
  return (
    await Promise.all(
      (
        await db.all<{ seq: number }>(
          "select seq from entry where import = ? and row_count = 0 and state = 'rejected'",
          num,
        )
      ).map(({ seq }) =>
        db.all<RefusedField>(
          `select y.entries ->> '$[0][1]' as key, b.no from batch b join batch_body y on y.import = b.import and y.no = b.no
         where b.import = ? and b.state = 'rejected' and b.step in ('create-field', 'activate-field')
           and y.entries ->> '$[0][0]' = ? order by b.no desc limit 1`,
          num,
          seq,
        ),
      ),
    )
  ).flat();
}

/** Whether the activation of a field was refused in this import before, so that somebody has had it retried since. */
export async function wasActivationRefused(db: Sql, num: number, no: number): Promise<boolean> {
  return (
    (await db.get(
      "select 1 from batch where import = ? and no < ? and state = 'rejected' and step = 'activate-field' limit 1",
      num,
      no,
    )) !== undefined
  );
}

/** A custom field that an import of contacts asks for exists, and is active. @param which its entry's state; @param suggestion how that is known */
async function sayExists(db: Sql, num: number, key: string, which: string, suggestion: string): Promise<void> {
  const asked = await db.all<{ seq: number }>(
    `select seq from entry where import = ? and row_count = 0 and key = ? and ${which}`,
    num,
    key,
  );
  for (const { seq } of asked) {
    await db.run("update entry set state = 'duplicate-skipped' where import = ? and seq = ?", num, seq);
    await db.run('delete from problem where import = ? and seq = ?', num, seq);
    const message = 'The custom field exists in the service.';
    const cause = await causeOf(db, num, { code: 'field-exists', value: 'in the service', message, suggestion });
    await insertProblem(db, num, seq, 0, cause, `The custom field ${key} exists in the service, and is active.`);
  }
}

/**
 * Fields that were refused are there: a contact was created with their values, and shows them. For each of the others the next
 * contact that carries it has to show that, before any more are sent.
 */
export async function proveFields(db: Sql, num: number, proved: readonly FieldMemory[], now: number): Promise<void> {
  for (const field of proved) {
    const key = `${field.model}.${field.name}`;
    await rememberField(db, num, field, now);
    const why = 'Nothing to do: a contact was created with a value of it, and has kept it.';
    await sayExists(db, num, key, "state = 'rejected'", why);
  }
  for (const { key } of await refusedFields(db, num)) {
    await db.run(
      `update batch set stage = ?1 where import = ?2 and no = (select b.no from batch b
         join batch_body y on y.import = b.import and y.no = b.no where b.import = ?2 and b.state = 'ready'
         and b.step = 'create-contact' and b.stage > ?1 and instr(cast(y.body as text), ?3) > 0 order by b.no limit 1)`,
      CANARY_STAGE,
      num,
      `${JSON.stringify(CUSTOM_PREFIX + key.slice(key.indexOf('.') + 1))}:`,
    );
  }
}
