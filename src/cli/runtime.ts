import type { Config } from '../config/config.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { PipelinePorts } from '../pipeline/ports.ts';

/** What a process does of the work: takes plans on, or posts batches. */
export const ROLES = ['plan', 'post'] as const;
export type Role = (typeof ROLES)[number];

/** Everything put together, as the commands use it. Opening it opens the ledger and nothing else. */
export interface Runtime {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly ports: PipelinePorts;
  /** Starts the queue (and the private Redis) and takes work on. @param services whose batches are posted */
  work(roles: readonly Role[], services: readonly string[]): Promise<void>;
  /** Wakes whoever plans, or posts, this import. */
  wake(num: number): Promise<void>;
  /** Rows read so far of an import that this process plans. */
  rowsRead(num: number): number;
  /** Takes no more work, lets requests on their way end, and leaves. */
  close(): Promise<void>;
}

/** @param say told what a person who runs this should know, in one line */
export type OpenRuntime = (config: Config, say: (line: string) => void) => Promise<Runtime>;
