import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two tries to take a lock that another process holds. */
const RETRY_AFTER = 25;

/** Another process held a lock for longer than the caller can wait. */
export class LockHeld extends Error {
  constructor(path: string, limit: number) {
    super(`Another process has held ${path} for ${limit / 1000} s.`);
    this.name = 'LockHeld';
  }
}

/**
 * Runs `work` while this process, and no other on this machine, holds the lock file `path`.
 *
 * The lock is SQLite's write lock on an empty database: the kernel frees it when its holder dies, however it dies,
 * so there is no stale lock to judge by process ids, which mean nothing across containers that share a folder.
 * @param limit milliseconds to wait for another holder
 * @throws LockHeld
 */
export async function withLock<T>(path: string, limit: number, work: () => Promise<T>): Promise<T> {
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: 0 });
  try {
    const deadline = performance.now() + limit;
    while (!tryBegin(database)) {
      if (performance.now() > deadline) throw new LockHeld(path, limit);
      await sleep(RETRY_AFTER);
    }
    return await work();
  } finally {
    // Closing rolls the empty transaction back, which frees the lock.
    database.close();
  }
}

function tryBegin(database: { exec(sql: string): unknown }): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
