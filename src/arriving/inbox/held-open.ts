import type { BigIntStats } from 'node:fs';
import type { OpenFile } from '../../ledger/open-files.ts';
import type { Inbox } from './inbox.ts';
import { findWriters, inodeKey } from './open-writers.ts';
import { openWords } from './words.ts';

/** After this the process that holds a file open is named to people, in milliseconds. */
export const NAMED_AFTER_MS = 60_000;
/** The list and the dashboard show a file that waits for at least this time after it was last seen to, in milliseconds. */
const SHOWN_MS = 60_000;
/** … and for so many looks. */
const SHOWN_LOOKS = 3;

/** A file that is to be taken, or has not come to rest for a while. */
export interface Candidate {
  readonly job: string;
  readonly name: string;
  readonly stats: BigIntStats;
  /** For how many milliseconds it has been looked at. */
  readonly knownMs: number;
}

/** Files that other processes hold open for writing, as far as the system can tell: they are not complete. */
export interface HeldOpen {
  /**
   * Looks once for all of these. Those that have waited for a minute are shown to people.
   * @param place where they lie: what was found there before is forgotten
   * @returns which are held open, by `inodeKey`
   */
  among(place: 'inbox' | 'processing', files: readonly Candidate[]): Promise<ReadonlySet<string>>;
}

export function createHeldOpen({ folder, settings, ports }: Pick<Inbox, 'folder' | 'settings' | 'ports'>): HeldOpen {
  const waiting = new Map<string, readonly OpenFile[]>();
  return {
    async among(place, files) {
      const writers = await findWriters(new Set(files.map(({ stats }) => inodeKey(stats))));
      const now = ports.now();
      const named = files.flatMap(({ job, name, stats, knownMs }) => {
        const writer = writers.get(inodeKey(stats));
        return writer === undefined || knownMs < NAMED_AFTER_MS
          ? []
          : [{ job, name, ...writer, since: Math.round(now - knownMs) }];
      });
      waiting.set(place, named);
      await ports.ledger.openFiles.tell(
        folder,
        [...waiting.values()].flat(),
        now,
        now + Math.max(SHOWN_MS, SHOWN_LOOKS * settings.scanMs),
      );
      for (const file of named) {
        const { job, name, program, pid } = file;
        ports.log('file-held-open', openWords(file), { job, file: name, program, pid });
      }
      return new Set(writers.keys());
    },
  };
}
