import type { FileRejected, UsageError } from '../core/issue.ts';
import type { Watchdog } from '../core/watchdog.ts';

/** What a thread can do; `task-thread.ts` says by which code. */
export type TaskName = 'plan' | 'dry-run' | 'look' | 'correction' | 'waiting' | 'trail';

/** What a thread is told. */
export type ToThread =
  | { readonly task: TaskName; readonly order: object; readonly watchdog: Watchdog }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly unanswered: true };

/** What a thread says. All but a question ends its task. */
export type FromThread = { readonly id: number; readonly ask: Question } | ({ readonly heapBytes: number } & TaskEnd);

/** How a task ends: its answer, or why there is none. */
export type TaskEnd =
  | { readonly answer: unknown }
  | { readonly rejected: FileRejected['issue'] }
  | { readonly refused: Pick<UsageError, 'message' | 'suggestion' | 'told'> }
  | { readonly failed: string };

/** What a task is given besides its order. */
export interface TaskTools {
  readonly watchdog: Watchdog;
  /** Asks the main thread for what the service says: one cache and one client serve everything. */
  ask<Answer>(question: Question): Promise<Answer>;
  /** Tells how many rows were read so far. */
  progress(rows: number): void;
}

/** What the thread asks of the service. */
export type Question =
  | { readonly accounts: readonly string[] }
  | { readonly vatTypes: true }
  | { readonly contacts: { readonly skip: number; readonly top: number } }
  | { readonly model: string }
  | { readonly fieldTypes: true }
  | { readonly shownFields: string };
