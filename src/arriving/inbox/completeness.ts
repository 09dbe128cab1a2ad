import type { BigIntStats } from 'node:fs';

/** A file that was renamed in must lie still for this long, in milliseconds: one write may still be under way. */
const MOMENT_MS = 250;
/** What was renamed so long after it was written, in nanoseconds, shows it by its times. */
const RENAMED_AFTER_NS = 1_000_000_000n;

/** Looks at files again and again: which of them are complete (design, section 7). */
export interface Completeness {
  /**
   * One more look at a file.
   * @param renamed told that it was renamed in and not written to since
   * @returns 0 where it is complete; else in how many milliseconds it is worth another look
   */
  look(key: string, stats: BigIntStats, renamed: boolean): number;
  /**
   * The same of a file that was just looked at, since it may be cut off: such a one is complete when it has been the same
   * for longer. It is only read once for each state that it is in.
   */
  rest(key: string, unfinishedMs: number, isCutOff: () => Promise<boolean>): Promise<number>;
  /** For how many milliseconds a file has been looked at, changed or not. */
  known(key: string): number;
  /** Forgets all others. */
  keep(keys: ReadonlySet<string>): void;
}

interface Seen {
  readonly signature: string;
  /** When it was first seen so, on a clock that nobody can set. */
  readonly since: number;
  /** When the file was first seen in any state, on the same clock. */
  readonly first: number;
  /** Its times say that it was moved after it was written. */
  readonly moved: boolean;
  /** Undefined as long as nobody has read it. */
  cutOff?: boolean;
}

/**
 * A file is complete when it is the same in two looks that are far enough apart: at the minimum age, or at a moment for
 * one that was renamed in. What is empty is never taken to be renamed in.
 * @param monotonic milliseconds
 */
export function createCompleteness(
  minimumAgeMs: number,
  monotonic: () => number = () => performance.now(),
): Completeness {
  const known = new Map<string, Seen>();
  return {
    look(key, stats, renamed) {
      const { dev, ino, size, mtimeNs, ctimeNs } = stats;
      const signature = [dev, ino, size, mtimeNs, ctimeNs].join(' ');
      const before = known.get(key);
      const seen =
        before?.signature === signature
          ? before
          : {
              signature,
              since: monotonic(),
              first: before?.first ?? monotonic(),
              moved: before === undefined && wasMoved(stats),
            };
      known.set(key, seen);
      const atOnce = size > 0n && (renamed || seen.moved);
      const age = atOnce ? Math.min(MOMENT_MS, minimumAgeMs) : minimumAgeMs;
      if (seen !== before) return Math.max(1, age);
      return Math.max(0, seen.since + age - monotonic());
    },
    async rest(key, unfinishedMs, isCutOff) {
      const seen = known.get(key)!;
      seen.cutOff ??= await isCutOff();
      return seen.cutOff ? Math.max(0, seen.since + unfinishedMs - monotonic()) : 0;
    },
    known: (key) => monotonic() - (known.get(key)?.first ?? monotonic()),
    keep(keys) {
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    },
  };
}

/**
 * A rename changes the inode's time and not the content's. Programs that set a file's time before they have written all
 * of it (copying from Windows) give it one from before it was made, and are not believed.
 */
function wasMoved({ birthtimeNs, mtimeNs, ctimeNs }: BigIntStats): boolean {
  return birthtimeNs > 0n && birthtimeNs <= mtimeNs && ctimeNs - mtimeNs > RENAMED_AFTER_NS;
}
