import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { seen } from '../core/disk.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ArrivalRow } from '../ledger/arrivals.ts';
import { hashFile } from '../ledger/stored-file.ts';

/** What is recorded of a file when it is received, and compared later. */
export function recordOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats) {
  return { ino: String(ino), bytes: Number(size), modified: String(mtimeNs), changed: String(ctimeNs) };
}

/** Whether size, times and inode of a file are still those that were recorded: then its bytes are. */
export function isUntouched(stats: BigIntStats, { ino, bytes, modified, changed }: ArrivalRow): boolean {
  const now = recordOf(stats);
  return now.bytes === bytes && now.modified === modified && now.changed === changed && now.ino === ino;
}

/**
 * Whether a file is still what was received. Size, times and inode say so at once;
 * where they differ, the bytes do.
 * @throws what the system says where it can't be read
 */
export async function isAsTaken(path: string, stats: BigIntStats, arrival: ArrivalRow): Promise<boolean> {
  if (isUntouched(stats, arrival)) return true;
  const { bytes, modified } = recordOf(stats);
  if (bytes !== arrival.bytes || !stats.isFile()) return false;
  // One that an earlier version received.
  if (arrival.sha256 === null) return modified === arrival.modified;
  return (await hashFile(path)) === arrival.sha256;
}

/**
 * Whether each file of the inbox that an import came of was changed since it was received. One that is gone is not another:
 * what was received of it goes on. Whoever may not look leaves the comparison to those who put the file away.
 */
export async function isChangedSince(num: number, { ledger }: Pick<PipelinePorts, 'ledger'>): Promise<boolean> {
  const files = await ledger.arrivals.takenAs(num);
  for (const arrival of files) {
    const path = join(arrival.folder, arrival.job, arrival.place!);
    try {
      const stats = await seen(path);
      if (stats === undefined || (await isAsTaken(path, stats, arrival))) return false;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOENT') throw error;
      return false;
    }
  }
  return files.length > 0;
}
