import type { RevisedAnswer } from '../../../http/api/corrections/shapes.ts';

/** What a person wrote in a cell. */
export interface CellEdit {
  /** What the row is called in requests. */
  readonly row: number;
  readonly column: number;
  readonly value: string;
}

/** How the edits of an entry stand. */
export type EditState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly why: Error };

export interface EditPorts {
  save(cells: readonly CellEdit[]): Promise<RevisedAnswer>;
  /** The server has them, and says how the entry stands now. */
  landed(answer: RevisedAnswer): void;
  /** Something is to be shown anew. */
  changed(): void;
  /** @returns takes it back */
  later(work: () => void, ms: number): () => void;
}

/** Milliseconds of quiet in an entry after which its edits are sent: what is written in one go is tried in one go. */
export const QUIET_MS = 350;

interface EntryEdits {
  /** Not sent yet, by row and column. */
  waiting: Map<string, CellEdit>;
  /** On their way. */
  sent: Map<string, CellEdit>;
  state: EditState;
  cancel?: () => void;
}

const nameOf = ({ row, column }: Pick<CellEdit, 'row' | 'column'>) => `${row} ${column}`;

/**
 * Edits of cells on their way to the server: kept until it has them, sent entry by entry and one request at a time, so
 * that the last word about a cell is the last one written.
 */
export function createEditQueue(ports: EditPorts) {
  const edits = new Map<number, EntryEdits>();
  const due: number[] = [];
  let sending: Promise<void> | undefined;

  function put(seq: number, edit: CellEdit): void {
    const entry: EntryEdits = edits.get(seq) ?? { waiting: new Map(), sent: new Map(), state: { kind: 'pending' } };
    entry.cancel?.();
    entry.waiting.set(nameOf(edit), edit);
    entry.state = { kind: 'pending' };
    entry.cancel = ports.later(() => flush(seq), QUIET_MS);
    edits.set(seq, entry);
    ports.changed();
  }

  /** Sends what waits of an entry, after what is on its way. */
  function flush(seq: number): void {
    const entry = edits.get(seq);
    if (entry === undefined || entry.waiting.size === 0) return;
    entry.cancel?.();
    if (!due.includes(seq)) due.push(seq);
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  }

  async function sendAll(): Promise<void> {
    for (let seq = due.shift(); seq !== undefined; seq = due.shift()) await send(seq);
  }

  async function send(seq: number): Promise<void> {
    const entry = edits.get(seq);
    if (entry === undefined || entry.waiting.size === 0) return;
    entry.sent = entry.waiting;
    entry.waiting = new Map();
    entry.state = { kind: 'saving' };
    ports.changed();
    try {
      const answer = await ports.save([...entry.sent.values()]);
      entry.sent = new Map();
      entry.state = { kind: entry.waiting.size > 0 ? 'pending' : 'saved' };
      ports.landed(answer);
    } catch (error) {
      // What was written meanwhile is newer than what comes back.
      entry.waiting = new Map([...entry.sent, ...entry.waiting]);
      entry.sent = new Map();
      entry.state = { kind: 'failed', why: error as Error };
    }
    ports.changed();
  }

  return {
    put,
    flush,
    /** What a cell holds that the server may not have yet. */
    textOf(seq: number, row: number, column: number): string | undefined {
      const entry = edits.get(seq);
      const name = nameOf({ row, column });
      return (entry?.waiting.get(name) ?? entry?.sent.get(name))?.value;
    },
    stateOf: (seq: number): EditState | undefined => edits.get(seq)?.state,
    /** Forgets what was written in an entry and did not reach the server. */
    drop(seq: number): void {
      edits.get(seq)?.cancel?.();
      edits.delete(seq);
      ports.changed();
    },
    /** Whether something that was written is not with the server. */
    hasUnsaved: (): boolean => [...edits.values()].some(({ waiting, sent }) => waiting.size + sent.size > 0),
    /** Sends all that waits. @returns false where something could not be saved */
    async settle(): Promise<boolean> {
      for (const seq of edits.keys()) flush(seq);
      await sending;
      return [...edits.values()].every(({ waiting }) => waiting.size === 0);
    },
  };
}

export type EditQueue = ReturnType<typeof createEditQueue>;
