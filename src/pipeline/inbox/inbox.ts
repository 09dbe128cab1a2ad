import type { PipelinePorts } from '../ports.ts';

/** A job as the inbox knows it. */
export interface InboxJob {
  readonly name: string;
  /** Patterns of the names that it takes (`file.match`). */
  readonly match: readonly string[];
  /** Bytes that a file may have (`limits.bytes`). */
  readonly bytes: number;
  /** Somebody has paused it: its files wait where they lie. */
  readonly paused?: boolean;
}

/** When a file is complete (design, section 7). */
export interface InboxSettings {
  /** A file that was not renamed in is taken when it is unchanged for so long, in two looks. */
  readonly minimumAgeMs: number;
  /** The same for a file that ends inside quotes, or in the middle of a line. */
  readonly unfinishedMs: number;
  /** Between two looks that nothing gave occasion to. */
  readonly scanMs: number;
  /** A file is only taken when `NAME.done` lies beside it. */
  readonly marker: boolean;
}

export interface InboxPorts extends PipelinePorts {
  /** Has an import worked on that was just taken in. */
  wake(num: number): Promise<void>;
}

/** A watched folder, as its steps share it. */
export interface Inbox {
  readonly folder: string;
  /** Those of today. */
  jobs(): readonly InboxJob[];
  readonly settings: InboxSettings;
  readonly ports: InboxPorts;
  /** Names this watcher among those that work on arrivals. */
  readonly holder: string;
}
