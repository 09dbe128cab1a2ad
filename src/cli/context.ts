import type { Environment } from '../core/environment.ts';
import type { OpenRuntime } from './runtime.ts';

/** One of the two streams of the process. */
export interface Output {
  write(text: string): void;
  /** A person looks at it: colours and progress make sense. */
  readonly isTerminal: boolean;
  /** Characters in a line; undefined where it is no terminal. */
  readonly columns: number | undefined;
  /** The stream itself, where it is a terminal: a progress bar moves its cursor. */
  readonly stream: NodeJS.WriteStream | undefined;
}

/** What the commands know of the world outside. */
export interface CliContext {
  readonly cwd: string;
  readonly env: Environment;
  /** Data. */
  readonly out: Output;
  /** Everything else. */
  readonly err: Output;
  readonly open: OpenRuntime;
  /**
   * From the first call on, the first SIGINT or SIGTERM aborts this signal instead of ending the process; the second
   * one ends it at once.
   */
  interruption(): AbortSignal;
  now(): number;
}
