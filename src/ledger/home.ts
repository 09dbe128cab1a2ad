import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Sql } from './sqlite-database.ts';

const NAME = 'home';
/** Makes a copy of the ledger another home, wherever it is put. */
export const FORGET_PLACE = `update meta set value = json_set(value, '$.ino', '') where name = '${NAME}'`;

/** Which home this is: sameness of entries ends at the home. */
export interface HomeIdentity {
  readonly id: string;
  /** Its folder. */
  readonly path: string;
  /** The id that the ledger had before it was moved, copied or put back from a backup. */
  readonly was?: string;
}

export interface Home {
  /**
   * The identity of this home. A ledger that lies in another folder, or is another file, than the one that the id was drawn
   * for gets a new one: it was moved, copied or put back, and what it does not know may be booked.
   */
  identity(newId: () => string): Promise<HomeIdentity>;
  /** The same, where it has one already. */
  known(): Promise<HomeIdentity | undefined>;
}

type Kept = HomeIdentity & { readonly ino: string };

/** @param path of the ledger's file */
export function homeOf(db: Sql, path: string): Home {
  const kept = async (tx: Sql): Promise<Kept | undefined> => {
    const row = await tx.get<{ value: string }>('select value from meta where name = ?', NAME);
    return row === undefined ? undefined : (JSON.parse(row.value) as Kept);
  };
  const place = () => ({
    path: realpathSync(dirname(path)),
    ino: String(statSync(path, { bigint: true }).ino),
  });
  const known = async (tx: Sql): Promise<HomeIdentity | undefined> => {
    const before = await kept(tx);
    const here = place();
    return before?.path === here.path && before.ino === here.ino ? before : undefined;
  };
  return {
    known: () => known(db),
    identity: async (newId) =>
      (await known(db)) ??
      (await db.write(async (tx) => {
        const now = await known(tx);
        if (now !== undefined) return now;
        const was = (await kept(tx))?.id;
        const drawn = { id: newId(), ...place(), ...(was === undefined ? {} : { was }) };
        await tx.run('insert or replace into meta (name, value) values (?, ?)', NAME, JSON.stringify(drawn));
        return drawn;
      })),
  };
}
