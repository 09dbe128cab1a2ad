import { PLANNED_AGAIN } from './planned-again.ts';
import type { Sql, Value } from './sqlite-database.ts';

/**
 * How far a file of the inbox has come: `found` there and about to be moved; `claimed`, in `processing/`; `taken` in, its
 * import known, and not in `done/`; `done`; `refused`, on its way to `failed/`; `ended`: nothing follows it any more.
 * `left`: what stays where it lies, with a reason beside it.
 */
export type ArrivalState = 'found' | 'claimed' | 'taken' | 'done' | 'refused' | 'ended' | 'left';

/** A file that came into the inbox. */
export interface ArrivalRow {
  id: string;
  /** The inbox. */
  folder: string;
  /** The job's folder in it; empty for what lies directly in the inbox. */
  job: string;
  /** As it came. */
  name: string;
  state: ArrivalState;
  /** Where it lies, from the job's folder on: `processing/bank.csv`; null while it lies where it came. For `left`: its reason. */
  place: string | null;
  /** Where it is being moved to. */
  target: string | null;
  /** 1: what has the target's name was put there for this arrival. */
  reserved: number;
  bytes: number;
  /** Inode, and nanoseconds of its last writing, as it was found, then as it was received: decimal text. */
  ino: string | null;
  modified: string | null;
  /** Nanoseconds of the last change of its inode, and the hash of its bytes, as it was received. */
  changed: string | null;
  sha256: string | null;
  /** When it was put into `done/`, as long as it is looked at there. */
  put_at: number | null;
  import: number | null;
  /** Why it was refused, or left. */
  reason: string | null;
  /** The same for pages: a code and its facts (`RunTold`), as JSON. */
  told: string | null;
  /** The import as the receipt beside the file shows it: its state and its last event. */
  stamp: string | null;
  /** Tells the failed rows that were written beside it from others. */
  shown: string | null;
  /** Since when its file is not where it should be. */
  gone_at: number | null;
  /** Who works on it, and until when that holds. */
  holder: string | null;
  until: number;
  at: number;
}

export type NewArrival = Pick<ArrivalRow, 'id' | 'folder' | 'job' | 'name' | 'state' | 'at'> & Partial<ArrivalRow>;

/** An arrival whose import is no longer as it is shown beside the file. */
export interface ChangedArrival extends ArrivalRow {
  /** What `stamp` is to become. */
  now: string;
}

/** Files that came into watched folders (design, section 7). Each method is one transaction. */
export interface Arrivals {
  record(values: NewArrival): Promise<void>;
  find(id: string): Promise<ArrivalRow | undefined>;
  /** Those of an inbox that are being moved, received or refused. */
  unsettled(folder: string): Promise<ArrivalRow[]>;
  /**
   * Those whose import came to rest, or changed since.
   * @param all also looks at the imports that are completed and lie in `done/`, one by one
   */
  changed(folder: string, all: boolean): Promise<ChangedArrival[]>;
  /** Those that were put into `done/` a short time ago. */
  justPut(folder: string): Promise<ArrivalRow[]>;
  /** Files that were received as this import, and lie in `processing/`. */
  takenAs(num: number): Promise<ArrivalRow[]>;
  /** Those that were left where they lay. */
  left(folder: string): Promise<ArrivalRow[]>;
  /**
   * Those that were refused, or left where they lay, of every inbox, the newest first; of a name only the one that came last.
   * @param since refused ones that came at this time or later
   */
  refused(since: number, most: number): Promise<ArrivalRow[]>;
  /** Files of this name that went to `failed/`, and are not being moved. */
  failed(folder: string, job: string, name: string): Promise<ArrivalRow[]>;
  /**
   * Whether another arrival is being moved there, or lies there and is not at its end: of what is, only the disk says
   * whether it still lies there.
   */
  isTaken(folder: string, job: string, place: string, except: string): Promise<boolean>;
  /** Takes the right to work on it, if it is still held as `seen` says. */
  hold(seen: ArrivalRow, holder: string, until: number): Promise<boolean>;
  renew(holder: string, until: number): Promise<void>;
  /** False where somebody else holds it by now. */
  change(id: string, holder: string, values: Partial<ArrivalRow>): Promise<boolean>;
  release(id: string, holder: string): Promise<void>;
  /** Gives all back that this watcher holds. */
  releaseAll(holder: string): Promise<void>;
  drop(id: string, holder: string | null): Promise<void>;
  /** The import that received a correction of these bytes at that time or later. */
  correctedBy(sha256: string, since: number): Promise<number | undefined>;
}

/** An import whose file is moved to `done/` or `failed/`. */
const RESTS = `i.state in ('completed', 'partly-booked', 'rejected', 'in-doubt', 'cancelled') and not ${PLANNED_AGAIN}`;
const STAMP = "i.state || ' ' || coalesce((select max(e.id) from event e where e.import = i.num), 0)";

const EVERY_DONE = `select a.*, ${STAMP} as now from arrival a join import i on i.num = a.import
  where a.folder = ?1 and a.state = 'done' and ${RESTS}`;
/** From the imports on: few are not completed, and there may be years of files in `done/`. */
const CORRECTED_NO_MORE = `select a.*, ${STAMP} as now from import i cross join arrival a on a.import = i.num
  where i.state in ('partly-booked', 'rejected', 'in-doubt', 'cancelled') and a.folder = ?1 and a.state = 'done'`;

export function arrivalsOf(db: Sql): Arrivals {
  const insert = async (values: NewArrival) => {
    const names = Object.keys(values);
    await db.run(
      `insert into arrival (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ...(Object.values(values) as Value[]),
    );
  };
  return {
    record: insert,
    find: (id) => db.get<ArrivalRow>('select * from arrival where id = ?', id),
    unsettled: (folder) =>
      db.all<ArrivalRow>(
        `select * from arrival where folder = ?1 and state in ('found', 'claimed', 'refused')
         union all select * from arrival where folder = ?1 and target is not null and state in ('taken', 'done')
         order by id`,
        folder,
      ),
    changed: (folder, all) =>
      db.all<ChangedArrival>(
        `select * from (
           select a.*, ${STAMP} as now from arrival a join import i on i.num = a.import
             where a.folder = ?1 and a.state = 'taken' and ${RESTS}
           union all ${all ? EVERY_DONE : CORRECTED_NO_MORE})
         where stamp is not now order by id`,
        folder,
      ),
    justPut: (folder) => db.all<ArrivalRow>('select * from arrival where folder = ? and put_at is not null', folder),
    takenAs: (num) =>
      db.all<ArrivalRow>(
        "select * from arrival where import = ? and state = 'taken' and place like 'processing/%' order by id",
        num,
      ),
    left: (folder) => db.all<ArrivalRow>("select * from arrival where folder = ? and state = 'left'", folder),
    refused: (since, most) =>
      db.all<ArrivalRow>(
        `select * from arrival a where told is not null and (state = 'left' or place like 'failed/%' and at >= ?)
         and not exists (select 1 from arrival b where b.folder = a.folder and b.job = a.job and b.name = a.name and b.id > a.id)
         order by id desc limit ?`,
        since,
        most,
      ),
    failed: (folder, job, name) =>
      db.all<ArrivalRow>(
        `select * from arrival where folder = ? and job = ? and name = ? and state in ('ended', 'taken')
         and place like 'failed/%' and target is null`,
        folder,
        job,
        name,
      ),
    isTaken: async (folder, job, place, except) =>
      (await db.get(
        `select 1 from arrival where folder = ?1 and job = ?2 and id <> ?4 and state <> 'left'
         and (target = ?3 or place = ?3 and state not in ('done', 'ended')) limit 1`,
        folder,
        job,
        place,
        except,
      )) !== undefined,
    hold: async (seen, holder, until) =>
      (await db.run(
        'update arrival set holder = ?, until = ? where id = ? and holder is ? and until = ?',
        holder,
        until,
        seen.id,
        seen.holder,
        seen.until,
      )) > 0,
    async renew(holder, until) {
      await db.run('update arrival set until = ? where holder = ?', until, holder);
    },
    async change(id, holder, values) {
      const names = Object.keys(values);
      return (
        (await db.run(
          `update arrival set ${names.map((name) => `${name} = ?`).join(', ')} where id = ? and holder = ?`,
          ...(Object.values(values) as Value[]),
          id,
          holder,
        )) > 0
      );
    },
    async release(id, holder) {
      await db.run('update arrival set holder = null, until = 0 where id = ? and holder = ?', id, holder);
    },
    async releaseAll(holder) {
      await db.run('update arrival set holder = null, until = 0 where holder = ?', holder);
    },
    async drop(id, holder) {
      await db.run('delete from arrival where id = ? and holder is ?', id, holder);
    },
    correctedBy: async (sha256, since) =>
      (
        await db.get<{ import: number }>(
          'select import from correction where sha256 = ? and at >= ? order by at desc limit 1',
          sha256,
          since,
        )
      )?.import,
  };
}
