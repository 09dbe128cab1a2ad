import type { About } from '../core/log-context.ts';
import type { PipelinePorts } from '../kinds/ports.ts';

/** What stops an import from going on until somebody mends it. */
export interface Blockage {
  readonly kind: 'misconfigured' | 'failure';
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Remembers for one process what stops its imports, so that the history says it once, not at every try. */
export interface Blockages {
  /** Says it, and writes it into the import's history, where every process that waits for it sees it. */
  add(num: number, blockage: Blockage, about: About): void;
  /** The import went on. */
  clear(num: number): void;
}

export function createBlockages({
  ledger,
  now,
  who,
  say,
}: Pick<PipelinePorts, 'ledger' | 'now' | 'who' | 'say'>): Blockages {
  const last = new Map<number, string>();
  return {
    add(num, blockage, about) {
      say(blockage.message, about);
      if (last.get(num) === blockage.message) return;
      try {
        ledger.imports.record(num, now(), who, 'blocked', blockage);
        last.set(num, blockage.message);
      } catch (error) {
        // On a full disk, for example: the next try writes it.
        say((error as Error).message, about);
      }
    },
    clear: (num) => void last.delete(num),
  };
}
