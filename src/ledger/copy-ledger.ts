import { closeSync, fchmodSync, fsyncSync, openSync } from 'node:fs';
import Database from 'libsql';
import { FORGET_PLACE } from './home.ts';
import type { LogMark } from './read-attempt-log.ts';
import type { Sql } from './sqlite-database.ts';

/** What a copy of the ledger says of itself, until somebody has accepted what it does not know. */
export interface CopyMark {
  /** When it was made. */
  readonly at: number;
  /** How far the attempt log was copied, just after it. */
  readonly log: LogMark;
}

const NAME = 'copied';

/** Copies the ledger as it is at this moment, while others work with it. @param to a file that is not there yet */
export async function copyLedger(db: Sql, to: string): Promise<void> {
  // Not by `run`: it would stand in a transaction, which SQLite does not allow.
  await db.exec(`vacuum into '${to.replaceAll("'", "''")}'`);
}

/**
 * Writes into a copy that it is one, durably. A copy of a copy stays as old as the first was. Nobody is signed in to it:
 * whoever signed out since, or was signed out, would be in again once it is put back. Put back, it is another home, also
 * where its file gets the number of the old one: it does not know what came into the inbox since.
 */
export function markCopy(path: string, mark: CopyMark): void {
  const copy = new Database(path);
  try {
    copy.exec('pragma synchronous=FULL');
    copy.exec('pragma secure_delete=ON');
    copy.exec('delete from session');
    copy.exec(FORGET_PLACE);
    copy.prepare('insert or ignore into meta (name, value) values (?, ?)').run(NAME, JSON.stringify(mark));
  } finally {
    copy.close();
  }
  const file = openSync(path, 'r');
  try {
    fchmodSync(file, 0o600);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Undefined for a ledger that is no copy, or one that was accepted. */
export async function copyMarkOf(db: Sql): Promise<CopyMark | undefined> {
  const row = await db.get<{ value: string }>('select value from meta where name = ?', NAME);
  return row === undefined ? undefined : (JSON.parse(row.value) as CopyMark);
}

export async function forgetCopyMark(db: Sql): Promise<void> {
  await db.run('delete from meta where name = ?', NAME);
}
