import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancellingOf } from '../../src/ledger/cancelling.ts';
import { doubtsOf } from '../../src/ledger/doubts.ts';
import { findingsOf } from '../../src/ledger/findings.ts';
import { importsOf } from '../../src/ledger/imports.ts';
import { leasesOf } from '../../src/ledger/leases.ts';
import { type Ledger, openLedger } from '../../src/ledger/open-ledger.ts';
import { openPlanWriter, type PlanWriter } from '../../src/ledger/plans.ts';
import { postingOf } from '../../src/ledger/posting.ts';
import { openSqlite, type Sql } from '../../src/ledger/sqlite-database.ts';
import { bookedLater, NUM } from './seed.ts';
import { aged, type Row, TABLES, tableOf } from './tables.ts';
import { inOrder } from './world.ts';

/** Rows by table. Equal tables are one array, equal contents have one number. */
export interface Contents {
  readonly number: number;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

export interface LedgerBox {
  readonly db: Sql;
  readonly ledger: Ledger;
  /** The planner's own connection, of the planner `PLANNER`. */
  readonly writer: PlanWriter & { close(): void };
  contents(): Promise<Contents>;
  restore(contents: Contents): Promise<void>;
  /** The same contents a step of time later. */
  older(contents: Contents): Contents;
  /** Has all tables read again: somebody else wrote. */
  touched(): void;
  close(): void;
}

export const PLANNER = 'planner';
/** The pid by which the model marks a process that died. */
export const DEAD = -1;
/** Rows that nothing hangs on any more: of dead processes, of looks at what is no longer in doubt. */
const FORGOTTEN = [
  ['holder', `pid = ${DEAD} and id not in (select holder from batch where holder is not null)`],
  ['look', "not exists (select 1 from batch where no = look.batch and attempt = look.attempt and state = 'in-doubt')"],
  // A pause after the third is longer than anything that is told apart.
  ['look', 'id not in (select id from look later where later.batch = look.batch order by id desc limit 3)'],
  [
    'event',
    "what <> 'sender-gone' or not exists (select 1 from batch where attempt = detail ->> 'attempt' and state = 'in-doubt')",
  ],
] as const;
/** A file system in memory, where there is one. */
const MEMORY = '/dev/shm';

/** A real ledger whose contents can be taken out and put back. */
export async function openBox(oldestMs: number): Promise<LedgerBox> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'bilag-model-'));
  const path = join(folder, 'ledger.db');
  const dirty = new Set<string>(TABLES);
  const plain = openSqlite(path, 4_000);
  // No power is cut in the model.
  await plain.exec('pragma synchronous=off');
  const db = watched(plain, dirty);
  const opened = openLedger(`sqlite:${path}`);
  const tables = new Map(await inOrder(TABLES, async (name) => [name, await tableOf(plain, name, oldestMs)] as const));
  const numbers = numbered();
  let held: Record<string, readonly Row[]> = {};
  /** All on one connection, which is watched. */
  const ledgerOn = (sql: Sql): Ledger => ({
    ...opened,
    imports: importsOf(sql),
    posting: postingOf(sql),
    cancelling: cancellingOf(sql),
    doubts: doubtsOf(sql),
    findings: findingsOf(sql),
    leases: leasesOf(sql),
    probeLog: { ...opened.probeLog, bookedAfter: async () => [bookedLater()], hasBookedAfter: async () => true },
    write: (work) => sql.write((tx) => work(ledgerOn(tx))),
    read: (work) => sql.read((tx) => work(ledgerOn(tx))),
  });
  const writer = openPlanWriter(path, { num: NUM, planner: PLANNER });
  return {
    db,
    ledger: ledgerOn(db),
    writer,
    async contents() {
      for (const [name, rows] of FORGOTTEN) {
        if ((dirty.has(name) || dirty.has('batch')) && (await plain.run(`delete from ${name} where ${rows}`)) > 0)
          dirty.add(name);
      }
      const now = { ...held };
      for (const name of dirty) now[name] = numbers.table(await tables.get(name)!.read());
      dirty.clear();
      held = now;
      return numbers.contents(now);
    },
    async restore({ tables: wanted }) {
      const wrong = TABLES.filter((name) => dirty.has(name) || held[name] !== wanted[name]);
      if (wrong.length > 0)
        await plain.write(async (tx) => {
          for (const name of wrong) await tables.get(name)!.write(tx, wanted[name]!);
        });
      dirty.clear();
      held = wanted;
    },
    older: ({ tables: before }) =>
      numbers.contents(
        Object.fromEntries(TABLES.map((name) => [name, numbers.table(aged(name, before[name]!, oldestMs))])),
      ),
    touched: () => TABLES.forEach((name) => void dirty.add(name)),
    close() {
      writer.close();
      opened.close();
      plain.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Notes which tables are written to. */
function watched(db: Sql, dirty: Set<string>): Sql {
  const targets = new Map<string, string>();
  const targetOf = (sql: string) => {
    const target = /^\s*(?:insert(?: or \w+)? into|update|delete from)\s+(\w+)/.exec(sql)?.[1];
    if (target === undefined) throw new Error(`Which table does this write to? ${sql}`);
    targets.set(sql, target);
    return target;
  };
  return {
    ...db,
    async run(sql, ...values) {
      const changed = await db.run(sql, ...values);
      const target = targets.get(sql) ?? targetOf(sql);
      if (changed > 0 && TABLES.includes(target)) dirty.add(target);
      return changed;
    },
    write: (work) => db.write((tx) => work(watched(tx, dirty))),
    groupCommit: (work) => db.groupCommit((tx) => work(watched(tx, dirty))),
  };
}

function numbered() {
  const tables = new Map<string, readonly Row[]>();
  const numberOf = new Map<readonly Row[], number>();
  const all = new Map<string, Contents>();
  return {
    table(rows: readonly Row[]): readonly Row[] {
      if (numberOf.has(rows)) return rows;
      const text = JSON.stringify(rows);
      const same = tables.get(text);
      if (same !== undefined) return same;
      tables.set(text, rows);
      numberOf.set(rows, numberOf.size);
      return rows;
    },
    contents(of: Readonly<Record<string, readonly Row[]>>): Contents {
      const key = TABLES.map((name) => numberOf.get(of[name]!)).join();
      let same = all.get(key);
      if (same === undefined) {
        same = { number: all.size, tables: of };
        all.set(key, same);
      }
      return same;
    },
  };
}
