import picomatch from 'picomatch';
import type { RunTold } from '../../core/run-code.ts';

/** A place that files are fetched from. */
export interface FetchSource {
  /**
   * The files that it offers, in the order of their names.
   * @throws SourceFailed where it can't be reached
   */
  offers(): Promise<readonly Offer[]>;
  /** Ends the connection, whatever state it is in. */
  close(): Promise<void>;
}

/** A file that a source offers. */
export interface Offer {
  /** As people know it; where only the reply to a request names it, what is known before. */
  readonly name: string;
  /** Where it is, for the ledger; holds no secret. */
  readonly source: string;
  /** Another whenever the file is another; undefined where only reading it tells. */
  readonly version: string | undefined;
  /**
   * Writes its bytes into a new file.
   * @param known of the last time, where that still counts
   * @returns `unchanged` where the source says so; `growing` where it is still being written, or was just now
   * @throws FileRefused, SourceFailed
   */
  read(target: string, known: KnownFile | undefined): Promise<ReadFile | 'unchanged' | 'growing'>;
  /**
   * Takes it away from its source, as the job says, unless it has changed since it was read. Absent: it stays there.
   * @param unique made part of its name where that is taken
   * @returns whether it is gone
   * @throws FileRefused, SourceFailed
   */
  readonly takeAway?: (unique: string) => Promise<boolean>;
}

/** What a server said of the file the last time. */
export interface KnownFile {
  readonly etag: string | null;
  readonly modified: string | null;
}

export interface ReadFile {
  readonly name: string;
  readonly sha256: string;
  /** What was read, in the terms of `Offer.version`. */
  readonly version?: string | undefined;
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

/** A file that was written more recently than this may not be complete, in milliseconds. */
const MINIMUM_AGE_MS = 2_000;

/**
 * Whether a file was being written just now. A clock that is ahead, as that of a server or a network drive may be, must
 * not keep it waiting for ever.
 * @param modified milliseconds since 1970, as is `now`
 */
export function isFresh(modified: number, now: number): boolean {
  return Math.abs(now - modified) < MINIMUM_AGE_MS;
}

/** Waits for so many milliseconds; rejects when the run is stopped. */
export type Pause = (ms: number) => Promise<void>;

/** How a source is asked. */
export interface FetchOptions {
  /** The largest file that is taken, in bytes (job: `limits.bytes`). */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly times?: FetchTimes;
}

/** How long a server may take, in milliseconds. */
export interface FetchTimes {
  /** Until there is a connection. */
  readonly connectMs: number;
  /** Without a byte from it. */
  readonly silenceMs: number;
  /** For everything. */
  readonly wholeMs: number;
}

export const FETCH_TIMES: FetchTimes = { connectMs: 10_000, silenceMs: 60_000, wholeMs: 60 * 60_000 };

/** A source can't be reached, or doesn't give what it should: nothing more can be fetched from it now. */
export class SourceFailed extends Error {
  /** What to do about it. */
  readonly suggestion: string;
  /** The same for pages. */
  readonly told: RunTold;
  /** It is away or busy: trying again soon may help, and does no harm. A wrong password does. */
  readonly passing: boolean;
  constructor(message: string, suggestion: string, told: RunTold, { passing = false } = {}) {
    super(message);
    this.name = 'SourceFailed';
    this.suggestion = suggestion;
    this.told = told;
    this.passing = passing;
  }
}

/** One file can't be taken; the others can. The message speaks of "the file". */
export class FileRefused extends Error {
  readonly suggestion: string;
  /** The same for pages. */
  readonly told: RunTold;
  /** Its name, where that became known only while it was fetched. */
  readonly file: string | undefined;
  constructor(message: string, suggestion: string, told: RunTold, file?: string) {
    super(message);
    this.name = 'FileRefused';
    this.suggestion = suggestion;
    this.told = told;
    this.file = file;
  }
}

/** Files that are being written, and those of programs themselves (design, section 7). */
const NEVER = /^(\.|~\$)|\.(part|tmp)$/i;

/**
 * Tells which names a job takes. Upper and lower case are alike, as on the machines that most exports come from.
 * @param patterns job: `file.match`
 */
export function wantedName(patterns: readonly string[]): (name: string) => boolean {
  const matches = picomatch([...patterns], { nocase: true });
  return (name) => !NEVER.test(name) && matches(name);
}
