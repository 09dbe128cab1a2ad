import type { PipelinePorts } from './ports.ts';

/** Batches of one import that wait in the queue at once: what is queued is bounded, however large the import is. */
const QUEUED_BATCHES = 64;

interface QueuedBatch {
  readonly import: number;
  readonly batch: number;
  readonly attempt: number;
}

/** Keeps the queue of a service supplied with batches that are due, a few at a time. */
export class PostFeeder {
  readonly #ports: PipelinePorts;
  readonly #want: (service: string, jobs: readonly QueuedBatch[], delays: readonly number[]) => Promise<void>;
  /** Per import: the last batch that was queued, and how many ended since. */
  readonly #fed = new Map<number, { last: number; ended: number }>();

  constructor(
    ports: PipelinePorts,
    want: (service: string, jobs: readonly QueuedBatch[], delays: readonly number[]) => Promise<void>,
  ) {
    this.#ports = ports;
    this.#want = want;
  }

  /**
   * Called when an import begins to post, and after each of its batches.
   * @param anew look from its first batch on: for batches that came back, and for a queue that may have lost some
   */
  async feed(num: number, anew = false): Promise<void> {
    const fed = this.#fed.get(num);
    if (fed !== undefined && !anew && ++fed.ended < QUEUED_BATCHES / 2) return;
    const { ledger, now } = this.#ports;
    const row = ledger.imports.byNum(num);
    if (row.state !== 'posting') {
      this.#fed.delete(num);
      return;
    }
    const after = anew || fed === undefined ? 0 : fed.last;
    const at = now();
    const due = ledger.posting.ready(num, after, QUEUED_BATCHES);
    this.#fed.set(num, { last: Math.max(after, due.at(-1)?.no ?? after, anew ? (fed?.last ?? 0) : 0), ended: 0 });
    await this.#want(
      row.service,
      due.map(({ no, attempts }) => ({ import: num, batch: no, attempt: attempts })),
      due.map(({ due_at }) => Math.max(0, due_at - at)),
    );
  }
}
