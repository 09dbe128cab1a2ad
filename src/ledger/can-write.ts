import { BUSY_TIMEOUT_MS, type SqliteDatabase } from './sqlite-database.ts';

const UNDONE = new Error('undone');

/**
 * Tries a write, and takes it back: the lock is free and the file is to be written. It does not wait for the lock, for
 * that would keep the whole process waiting.
 * @returns false while another process writes
 * @throws what keeps the ledger from being written
 */
export function canWrite(db: SqliteDatabase): boolean {
  db.exec('pragma busy_timeout=0');
  try {
    db.transaction(() => {
      db.run("insert or replace into meta (name, value) values ('tried', '')");
      throw UNDONE;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return false;
    if (error !== UNDONE) throw error;
  } finally {
    db.exec(`pragma busy_timeout=${BUSY_TIMEOUT_MS}`);
  }
  return true;
}
