import { type FSWatcher, watch } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** Names of a folder that are remembered before those that went are looked for. */
const REMEMBERED = 1_000;
/** Turns of the event loop after which an event that has happened has been told. */
const TURNS = 3;

/** What the system tells of folders. Nothing depends on it but speed: on network drives it tells nothing. */
export interface Hints {
  /** Watches exactly these folders from now on. */
  watch(folders: readonly string[]): Promise<void>;
  /** Resolves when what has happened up to now has been told. */
  told(): Promise<void>;
  /** Whether a file came under this name (its bytes as Latin-1) while the folder was watched, and was not written to since. */
  renamedIn(folder: string, key: string): boolean;
  /** What there is in a folder: where many names are remembered, the others are forgotten. */
  keep(folder: string, keys: ReadonlySet<string>): void;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly ino: bigint;
  /** Names that were told of; true: written to since. */
  readonly written: Map<string, boolean>;
}

/**
 * The system's own two kinds of event are wanted here, not what a library makes of them: that a name came or went, and that
 * its content changed. A file that came and did not change was renamed in.
 * @param onName told when a name came or went
 */
export function openHints(onName: () => void): Hints {
  const watched = new Map<string, Watched>();

  function open(folder: string, ino: bigint): Watched | undefined {
    const written = new Map<string, boolean>();
    try {
      const watcher = watch(folder, { encoding: 'buffer', persistent: false }, (event, name) => {
        const key = name?.toString('latin1');
        if (event === 'change') {
          if (key !== undefined) written.set(key, true);
          return;
        }
        if (key !== undefined) written.set(key, false);
        onName();
      });
      watcher.on('error', () => close(folder));
      return { watcher, ino, written };
    } catch {
      // As many as the system allows are watched already, or the folder went away: the periodic look sees all of it.
      return undefined;
    }
  }

  function close(folder: string): void {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  }

  return {
    async watch(folders) {
      for (const folder of [...watched.keys()]) if (!folders.includes(folder)) close(folder);
      for (const folder of folders) {
        const ino = await lstat(folder, { bigint: true }).then(
          (stats) => stats.ino,
          () => undefined,
        );
        if (watched.get(folder)?.ino === ino) continue;
        close(folder);
        const opened = ino === undefined ? undefined : open(folder, ino);
        if (opened !== undefined) watched.set(folder, opened);
      }
    },
    async told() {
      for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    },
    renamedIn: (folder, key) => watched.get(folder)?.written.get(key) === false,
    keep(folder, keys) {
      const written = watched.get(folder)?.written;
      if (written === undefined || written.size < REMEMBERED) return;
      for (const key of written.keys()) if (!keys.has(key)) written.delete(key);
    },
    close() {
      for (const folder of [...watched.keys()]) close(folder);
    },
  };
}
