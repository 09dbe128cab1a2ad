import { join } from 'node:path';
import { listFolder } from '../../source/inbox/list-folder.ts';
import { removeLeftBehind } from '../../source/write-atomically.ts';
import type { Inbox } from './inbox.ts';
import { SUBFOLDERS } from './job-folder.ts';
import { quoteName } from './words.ts';

/** What was claimed so long ago, in milliseconds, and is not known here, is not just being taken in by another machine. */
const STRANGE_MS = 10 * 60_000;

/**
 * Looks once through the folders of a job for what dead processes left: what was half written goes, and what was claimed
 * and is not in this ledger (which may be a restored older one) is said.
 */
export async function sweepJob(job: string, base: string, { folder, ports }: Inbox): Promise<void> {
  for (const name of SUBFOLDERS) await removeLeftBehind(join(base, name));
  const processing = join(base, 'processing');
  for (const { name, stats } of await listFolder(processing)) {
    const isKnown = ports.ledger.arrivals.isTaken(folder, job, `processing/${name}`, '');
    if (isKnown || ports.now() - Number(stats.ctimeMs) < STRANGE_MS) continue;
    ports.say(
      `${quoteName(name)} lies in ${processing}, and this ledger does not know it. Unless another bilag shares the inbox, put it into ${base} again: what is booked already is not booked twice.`,
    );
  }
}
