import { computed, signal } from '@preact/signals';
import type { RevisedAnswer, WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import { type ApiFailure, ask } from '../../api.ts';
import { amount } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { listed } from '../../listed.ts';
import { asFailure } from '../../load.ts';
import { createEditQueue, type EditQueue } from './edit-queue.ts';
import type { Kind } from './scale.ts';
import { createWaitingList } from './waiting-list.ts';
import { t } from './words.ts';

/** Which entries a person chose: some, or all that the filter matches, also those that were not loaded. */
export type Chosen = ReadonlySet<number> | 'all';

/** What the screen holds: the entries that wait, what is written in them, and which are chosen. */
export function createFailedModel(id: string) {
  const list = createWaitingList(id);
  const revisions = `/api/imports/${id}/revisions`;
  const chosen = signal<Chosen>(new Set<number>());
  /** A cause whose cells are to be edited as soon as they are there. */
  const sought = signal<number>();
  /** Read out: what became of an edit. */
  const said = signal('');
  const failure = signal<ApiFailure>();

  function landed(answer: RevisedAnswer): void {
    list.landed(answer);
    said.value = answer.entries
      .map((entry) => `${entryName(entry, list.head.value?.kind)}: ${standText(entry)}`)
      .join(' ');
  }

  const queue = createEditQueue({
    save: (cells) => ask<RevisedAnswer>(revisions, { json: { cells } }),
    landed,
    changed: () => {
      current.value = { ...queue };
    },
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });

  /** The queue, as another object whenever something was written or saved. */
  const current = signal(queue);
  /** What reads an edit through these is drawn anew when edits change. */
  const edits: EditQueue = {
    ...queue,
    textOf: (seq, row, column) => current.value.textOf(seq, row, column),
    stateOf: (seq) => current.value.stateOf(seq),
  };

  return {
    id,
    list,
    edits,
    said,
    sought,
    failure,
    chosen,
    isChosen: (seq: number) => chosen.value === 'all' || chosen.value.has(seq),
    chosenCount: computed(() => {
      const { value } = chosen;
      const all = list.head.value?.matching ?? { entries: 0, rows: 0 };
      if (value === 'all') return all;
      const rows = list.entries.value.reduce((sum, { seq, lines }) => sum + (value.has(seq) ? lines.length : 0), 0);
      return { entries: value.size, rows };
    }),
    choose(seq: number, isWanted: boolean): void {
      const { value } = chosen;
      const next = new Set(value === 'all' ? list.entries.value.map((entry) => entry.seq) : value);
      if (isWanted) next.add(seq);
      else next.delete(seq);
      chosen.value = next;
    },
    chooseLoaded(): void {
      chosen.value = new Set(list.entries.value.map(({ seq }) => seq));
    },
    chooseNone(): void {
      chosen.value = new Set();
    },
    /** Takes back what was corrected in an entry and not handed in. */
    async undo(seq: number): Promise<void> {
      failure.value = undefined;
      edits.drop(seq);
      await edits.settle();
      try {
        landed(await ask<RevisedAnswer>(`${revisions}?seq=${seq}`, { method: 'DELETE' }));
      } catch (error) {
        failure.value = asFailure(error);
      }
    },
    close: list.close,
  };
}

export type FailedModel = ReturnType<typeof createFailedModel>;

/** Entry 9162; of contacts and custom fields their name. */
export function entryName({ entry, rows }: WaitingEntry, kind?: Kind): string {
  if (entry === '') return t.entryOfRows(rows);
  return hasVouchers(kind) ? t.entry(entry) : entry;
}

/** How an entry stands after an edit: what the rules say of it, and what is between debit and credit. */
function standText({ trial, difference }: WaitingEntry): string {
  return listed([trial && t.trial[trial], difference && t.difference(amount(difference))]);
}
