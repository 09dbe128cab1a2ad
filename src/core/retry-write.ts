import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, LogFields } from './log.ts';

/** Between two tries, in milliseconds. */
const AGAIN_MS = 1_000;
/** How long it is tried at most, in milliseconds: time for a person to make room on a full disk. */
const GIVEN_UP_AFTER_MS = 60 * 60_000;

/**
 * Writes into the ledger what only this process knows, trying again while the ledger can't be written: the disk is full,
 * or another program holds the lock. Past the attempt's deadline others take the batch for doubtful; what is written
 * after that still ends the doubt (design, section 4, step 3).
 * @param write told whether this is the first try; one transaction
 * @param monotonic milliseconds on a clock that nobody can set
 * @throws what it failed with in the end, and at once what trying again does not correct
 */
export async function retryWrite<T>(
  write: (first: boolean) => Promise<T>,
  log: Log,
  about: LogFields,
  monotonic: () => number = () => performance.now(),
): Promise<T> {
  const until = monotonic() + GIVEN_UP_AFTER_MS;
  for (let first = true; ; first = false) {
    try {
      return await write(first);
    } catch (error) {
      if (!isTrouble(error) || monotonic() > until) throw error;
      const words = `An outcome can't be written into the ledger (${error.message}); bilag keeps trying.`;
      log('outcome-not-written', words, { ...about, error });
      await sleep(AGAIN_MS);
    }
  }
}

/** An error of SQLite or of the system, which may pass; not a mistake of ours. */
function isTrouble(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(SQLITE_\w+|E[A-Z0-9]+)$/.test(code);
}
