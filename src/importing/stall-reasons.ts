import type { LogFields } from '../core/log.ts';
import type { Told } from '../core/refusal.ts';
import type { PipelinePorts } from '../kinds/ports.ts';

/** What stops an import from going on until somebody corrects it. */
export interface StallReason {
  readonly kind: 'misconfigured' | 'failure';
  readonly message: string;
  /** Of the error, where it has one: `ENOSPC`. */
  readonly code?: string | undefined;
  readonly suggestion?: string | undefined;
  /** What it is, for pages. */
  readonly told: Told;
}

/** Remembers for one process what stops its imports, so that the history says it once, not at every try. */
export interface StallReasons {
  /** Says it, and writes it into the import's history, where every process that waits for it sees it. */
  add(num: number, reason: StallReason, about: LogFields): Promise<void>;
  /** The import went on. */
  clear(num: number): void;
}

export function createStallReasons({
  ledger,
  now,
  who,
  log,
}: Pick<PipelinePorts, 'ledger' | 'now' | 'who' | 'log'>): StallReasons {
  const last = new Map<number, string>();
  return {
    async add(num, reason, about) {
      log('import-blocked', reason.message, { ...about, kind: reason.kind, error: reason });
      if (last.get(num) === reason.message) return;
      last.set(num, reason.message);
      try {
        await ledger.imports.record(num, now(), who, 'blocked', reason);
      } catch (error) {
        // On a full disk, for example: the next try writes it.
        last.delete(num);
        log('import-blocked', (error as Error).message, { ...about, kind: 'failure', error });
      }
    },
    clear: (num) => void last.delete(num),
  };
}
