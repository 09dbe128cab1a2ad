import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { networkDrive } from '../../ledger/network-drive.ts';
import { diskRoom, LEAST_ROOM_BYTES, roomWords } from '../../pipeline/disk-room.ts';
import type { Check } from './check.ts';
import { nearestExisting } from './nearest-existing.ts';

/** Room on the disks that bilag writes to, each told once; and that the home is on a disk of this machine. */
export async function checkDisk({ home, inbox, ledgerPath }: Config): Promise<Check[]> {
  const checks: Check[] = [];
  const seen = new Set<number>();
  for (const [name, path] of [
    ['disk', home],
    ['disk of the ledger', dirname(ledgerPath)],
    ['disk of the inbox', inbox],
  ] as const) {
    const existing = await nearestExisting(path);
    const { dev } = await stat(existing);
    if (seen.has(dev)) continue;
    seen.add(dev);
    const room = await diskRoom(existing);
    const ok = room >= LEAST_ROOM_BYTES;
    checks.push({
      ok,
      what: `${name}: ${roomWords(room)} free`,
      remedy: ok ? undefined : `Make room where ${path} is: a plan needs about three times the size of its file.`,
    });
  }
  const network = networkDrive(await nearestExisting(home));
  if (network !== undefined) {
    checks.push({
      ok: false,
      what: `disk: ${home} lies on a network drive (${network})`,
      remedy: 'Set BILAG_HOME to a folder on a disk of this machine: locks across a network are not to be trusted.',
    });
  }
  return checks;
}
