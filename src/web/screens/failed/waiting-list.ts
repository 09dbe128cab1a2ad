import { computed, signal } from '@preact/signals';
import type { RevisedAnswer, WaitingAnswer, WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import { type ApiFailure, ask } from '../../api.ts';
import { asFailure } from '../../load.ts';
import { type FailedFilter, waitingAddress } from './failed-filter.ts';

/** Entries asked for first: enough to fill a screen at once. */
const FIRST_PAGE = 50;
/** Entries asked for later: the most that the server gives. */
const PAGE = 200;

/** What is told beside the entries. */
export type WaitingHead = Omit<WaitingAnswer, 'entries' | 'next'>;

/** The entries of an import that wait: loaded a page at a time, as far down as somebody looks. */
export function createWaitingList(id: string) {
  const head = signal<WaitingHead>();
  const entries = signal<readonly WaitingEntry[]>([]);
  const next = signal<string>();
  const failure = signal<ApiFailure>();
  const isLoading = signal(true);
  const isLoadingMore = signal(false);
  /** Counts the lists that were begun afresh: the grid goes back to its top. */
  const begun = signal(0);
  let shown: FailedFilter | undefined;
  let turn = new AbortController();
  let more: Promise<void> | undefined;

  function take({ entries: _, next: further, ...told }: WaitingAnswer): void {
    head.value = told;
    next.value = further;
    failure.value = undefined;
  }

  /** Asks anew; `least` entries at least, as far as there are, so that nobody loses her place. */
  async function load(filter: FailedFilter, least: number, isFresh: boolean): Promise<void> {
    turn.abort();
    turn = new AbortController();
    const { signal: leaving } = turn;
    more = undefined;
    shown = filter;
    isLoadingMore.value = false;
    isLoading.value = true;
    try {
      let answer = await ask<WaitingAnswer>(waitingAddress(id, filter, least > FIRST_PAGE ? PAGE : FIRST_PAGE), {
        signal: leaving,
      });
      const found = [...answer.entries];
      while (found.length < least && answer.next !== undefined) {
        answer = await ask<WaitingAnswer>(pageOf(answer.next), { signal: leaving });
        found.push(...answer.entries);
      }
      entries.value = found;
      take(answer);
      if (isFresh) begun.value++;
    } catch (error) {
      if (leaving.aborted) return;
      failure.value = asFailure(error);
    }
    isLoading.value = false;
  }

  async function loadMore(): Promise<void> {
    const { signal: leaving } = turn;
    const address = next.value;
    if (address === undefined) return;
    isLoadingMore.value = true;
    try {
      const answer = await ask<WaitingAnswer>(pageOf(address), { signal: leaving });
      entries.value = [...entries.value, ...answer.entries];
      take(answer);
    } catch (error) {
      if (leaving.aborted) return;
      failure.value = asFailure(error);
    }
    isLoadingMore.value = false;
  }

  return {
    head,
    entries,
    failure,
    isLoading,
    isLoadingMore,
    begun,
    hasMore: computed(() => next.value !== undefined),
    /** Shows what a filter matches, from the top. */
    show: (filter: FailedFilter) => load(filter, 0, true),
    /** Asks for the same again, as far as it was loaded. */
    reload: () => load(shown ?? {}, shown === undefined ? 0 : entries.value.length, false),
    /** Loads the next page, once, however often it is asked for. */
    more(): Promise<void> {
      if (more !== undefined) return more;
      const mine = loadMore().finally(() => {
        if (more === mine) more = undefined;
      });
      more = mine;
      return mine;
    },
    /** Entries as they are now stand in the places where they stood: nothing else moves. */
    landed({ entries: fresh, revised, causes }: RevisedAnswer): void {
      const by = new Map(fresh.map((entry) => [entry.seq, entry]));
      entries.value = entries.value.map((entry) => by.get(entry.seq) ?? entry);
      if (head.value === undefined) return;
      const corrected = new Map(causes.map((cause) => [cause.no, cause.ready]));
      head.value = {
        ...head.value,
        revised,
        causes: head.value.causes.map((cause) => ({ ...cause, ready: corrected.get(cause.no) ?? 0 })),
      };
    },
    close: () => turn.abort(),
  };
}

/** Further entries, as many as the server gives at once. */
function pageOf(next: string): string {
  const [path, query] = next.split('?');
  const wanted = new URLSearchParams(query);
  wanted.set('limit', String(PAGE));
  return `${path}?${wanted}`;
}

export type WaitingList = ReturnType<typeof createWaitingList>;
