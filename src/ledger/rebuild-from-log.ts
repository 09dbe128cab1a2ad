import type { BatchEntry, ImportState } from '../core/states.ts';
import { unpackEntries } from './batches.ts';
import { claimAgain, retakeClaim } from './claims.ts';
import { importsOf } from './imports.ts';
import type { LoggedLine } from './read-attempt-log.ts';
import { insertRecovered, recount } from './recovered-batches.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** An attempt in the log, and what came of it as far as the log knows. */
export interface LostAttempt extends LoggedLine {
  /** What became of its batch; undefined where the log does not know. */
  readonly became: string | undefined;
}

/** What one import got back. */
export interface TakenBack {
  /** The import that the log names; undefined where the ledger had none of that id. */
  readonly known: number | undefined;
  /** The import that was made for what the ledger has no batch for. */
  readonly recovered: number | undefined;
  /** Counts of batches. */
  readonly booked: number;
  readonly inDoubt: number;
}

export interface RebuildOptions {
  readonly at: number;
  readonly who: string;
  readonly reason: string;
  /** For an import that is made beside the known one. */
  readonly newId: string;
}

/** The number of no import: where attempts belong that came to nothing, of batches that the ledger has not. */
const NOWHERE = 0;
/** The plan of these is complete, has its claims, and is never thrown away. */
const PLANNED_FOR_GOOD: ReadonlySet<ImportState> = new Set(['posting', 'in-doubt', 'partly-booked', 'completed']);
const UNSETTLED: ReadonlySet<BatchRow['state']> = new Set(['ready', 'sending', 'in-doubt']);
/** What is known of these batches: their entries were not booked by this attempt. */
const NOT_APPLIED: Readonly<Record<string, string>> = { ready: 'not-applied', split: 'rejected', rejected: 'rejected' };

/**
 * Writes the lost attempts of one import back, in a transaction. Of several attempts to book an entry only the last can
 * have done it: it was made because the earlier ones were known to have done nothing (design, section 4). So every entry
 * follows its last attempt, as `temp.lost` has it: into the very batch that was sent, where the ledger has that and
 * nothing has become of it; else into a recovered import. There its claim keeps it from being booked again.
 * @param attempts in the order of the log: those that the ledger does not know, and those whose batch is unsettled
 */
export async function rebuildFromLog(
  db: Sql,
  attempts: readonly LostAttempt[],
  options: RebuildOptions,
): Promise<TakenBack> {
  const imports = importsOf(db);
  const { at, who, reason, newId } = options;
  const first = attempts[0]!;
  const known = await db.get<ImportRow>('select * from import where id = ?', first.import);
  let recovered = known?.recovered === 1 ? known : undefined;
  const touched = new Set<number>();
  const robbed = new Set<number>();
  const counts = { booked: 0, inDoubt: 0 };
  let lost = 0;
  const recover = async (attempt: LostAttempt, entries: readonly BatchEntry[], state: 'booked' | 'in-doubt') => {
    recovered ??= await makeImport(db, first, known === undefined ? first.import : newId);
    return { num: recovered.num, no: await insertRecovered(db, recovered.num, attempt, entries, state) };
  };
  // The latest first, so that what an earlier one finds is as the later one left it.
  for (const attempt of [...attempts].reverse()) {
    const own = await ownEntries(db, attempt);
    const open = NOT_APPLIED[attempt.became ?? ''] === undefined;
    const applied = attempt.became === 'booked' || attempt.became === 'continued';
    const state = applied ? 'booked' : 'in-doubt';
    let place: { num: number; no: number };
    if ((await db.get('select 1 from attempt where id = ?', attempt.id)) !== undefined) {
      // Under way, or in doubt, when the copy was made.
      const freed = await freeOvertaken(db, attempt, own, open && own.length > 0 ? 'in-doubt' : 'rejected', at);
      if (freed === undefined) continue;
      robbed.add(freed);
      if (!open || own.length === 0) continue;
      place = await recover(attempt, own, state);
      await moveAttempt(db, attempt.id, place.num, place.no);
    } else {
      lost++;
      const batch = known && PLANNED_FOR_GOOD.has(known.state) ? await sentBatch(db, known.num, attempt) : undefined;
      if (!open || own.length === 0) {
        const outcome = NOT_APPLIED[attempt.became ?? ''] ?? 'not-applied';
        await insertAttempt(db, attempt, batch?.import ?? NOWHERE, batch?.no ?? 0, outcome, at);
        continue;
      }
      if (batch !== undefined && UNSETTLED.has(batch.state) && own.length === batch.entries) {
        await sentAgain(db, batch, attempt, state, at);
        place = { num: batch.import, no: batch.no };
      } else place = await recover(attempt, own, state);
      await insertAttempt(db, attempt, place.num, place.no, state, at);
    }
    touched.add(place.num);
    counts[state === 'booked' ? 'booked' : 'inDoubt']++;
    for (const entry of own) {
      const owner = await retakeClaim(db, place.num, entry);
      if (owner !== undefined && owner !== place.num) robbed.add(owner);
    }
  }
  await db.run("update meta set value = value + 1 where name = 'claims'");
  if (recovered !== undefined) await recount(db, recovered.num);
  const apart = known !== undefined && recovered !== undefined && recovered.num !== known.num;
  if (known !== undefined && lost > 0) touched.add(known.num);
  for (const num of touched) {
    const other = !apart ? {} : num === known.num ? { into: recovered!.id } : { of: known.id };
    await imports.record(num, at, who, 'recovered', { ...counts, reason, ...other });
  }
  for (const num of robbed) {
    await claimAgain(db, num, at);
    await imports.record(num, at, who, 'claimed-again', { by: (recovered ?? known)?.id });
  }
  return { known: known?.num, recovered: recovered?.num, ...counts };
}

async function makeImport(db: Sql, attempt: LostAttempt, id: string): Promise<ImportRow> {
  const { job, service, company, file, sha256, bytes, host, who, at } = attempt;
  const imports = importsOf(db);
  const { num } = await imports.create({
    id,
    job,
    kind: attempt.kind,
    service,
    company,
    file,
    sha256,
    bytes,
    book: 1,
    host,
    created_at: at,
    created_by: who,
  });
  await imports.update(num, { recovered: 1, state: 'in-doubt' });
  return await imports.byNum(num);
}

/** Its entries that no later attempt sent. */
async function ownEntries(db: Sql, { id, entries }: LostAttempt): Promise<BatchEntry[]> {
  const own = await db.all<{ content: string }>('select content from temp.lost where attempt = ?', id);
  const contents = new Set(own.map(({ content }) => content));
  return unpackEntries(entries).filter(({ content }) => contents.has(content));
}

/** The very batch that was sent, if the ledger has it. */
async function sentBatch(db: Sql, num: number, { no, body }: LostAttempt): Promise<BatchRow | undefined> {
  return await db.get<BatchRow>('select * from batch where import = ? and no = ? and sha256 = ?', num, no, body);
}

async function sentAgain(
  db: Sql,
  batch: BatchRow,
  { id }: LostAttempt,
  state: 'booked' | 'in-doubt',
  at: number,
): Promise<void> {
  if (batch.attempt !== null) await endAttempt(db, batch.attempt, 'not-applied', at);
  await db.run(
    'update batch set state = ?, attempt = ?, attempts = attempts + 1, holder = null, deadline = null where import = ? and no = ?',
    state,
    id,
    batch.import,
    batch.no,
  );
}

/**
 * A batch that was under way, or in doubt, when the copy was made, and of which entries were sent again since: its plan
 * goes on with what is left of it.
 * @returns its import; undefined where there is no such batch
 */
async function freeOvertaken(
  db: Sql,
  { id }: LostAttempt,
  own: readonly BatchEntry[],
  outcome: string,
  at: number,
): Promise<number | undefined> {
  const batch = await db.get<BatchRow>(
    "select * from batch where attempt = ? and state in ('sending', 'in-doubt')",
    id,
  );
  if (batch === undefined) return undefined;
  const contents = new Set(own.map(({ content }) => content));
  if ((await bodyOf(db, batch.import, batch.no)).entries.every(({ content }) => contents.has(content)))
    return undefined;
  await endAttempt(db, id, outcome, at);
  await db.run(
    "update batch set state = 'ready', holder = null, deadline = null where import = ? and no = ?",
    batch.import,
    batch.no,
  );
  return batch.import;
}

const EVIDENCE = JSON.stringify({
  error: 'The ledger was restored from an older copy; that this was sent is known from the attempt log alone.',
});
const OVERTAKEN = JSON.stringify({
  error: 'It was under way when this copy of the ledger was made; the attempt log has a later one of its entries.',
});

/** That it is over by now is what a person says who accepts it. */
async function insertAttempt(
  db: Sql,
  lost: LoggedLine,
  num: number,
  no: number,
  outcome: string,
  at: number,
): Promise<void> {
  await db.run(
    "insert into attempt (id, import, batch, holder, began_at, deadline, ended_at, outcome, evidence) values (?, ?, ?, '', ?, ?, ?, ?, ?)",
    lost.id,
    num,
    no,
    lost.at,
    lost.at,
    at,
    outcome,
    EVIDENCE,
  );
}

/** An attempt that was under way when the copy was made: it is over, or the next one would not have been made. */
async function endAttempt(db: Sql, id: string, outcome: string, at: number): Promise<void> {
  await db.run(
    'update attempt set outcome = coalesce(outcome, ?), evidence = coalesce(evidence, ?), ended_at = ? where id = ? and ended_at is null',
    outcome,
    OVERTAKEN,
    at,
    id,
  );
}

/** What is left of an attempt's doubt is about another batch now. */
async function moveAttempt(db: Sql, id: string, num: number, no: number): Promise<void> {
  await db.run('update attempt set import = ?, batch = ? where id = ?', num, no, id);
}
