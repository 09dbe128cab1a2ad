import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { z } from 'zod';
import type { doubtAnswer, doubtsAnswer } from '../../../http/api/doubts/shapes.ts';
import { type ApiFailure, ask } from '../../api.ts';
import { doubtCount } from '../../doubt-count.ts';
import { follow } from '../../live.ts';
import { asFailure } from '../../load.ts';
import { signIns } from '../../session.ts';
import { createSoon } from '../../soon.ts';

export type Doubts = z.output<typeof doubtsAnswer>;
export type DoubtStory = z.output<typeof doubtAnswer>;
export type Listed = Doubts['doubts'][number];

/** A batch in the list. It keeps its place, also when it is settled. */
export interface Item extends Listed {
  readonly key: string;
  /** It is in doubt no more: how it stands now. */
  readonly settled?: DoubtStory;
}

export interface DoubtList {
  readonly items: Signal<readonly Item[] | undefined>;
  readonly failure: Signal<ApiFailure | undefined>;
  /** Address of those that are not loaded yet. */
  readonly next: Signal<string | undefined>;
  /** Counts the looks at the list: whoever shows more of a batch looks again too. */
  readonly turn: Signal<number>;
  more(): Promise<void>;
  again(): Promise<void>;
}

/** Batches on a page; the server gives 200 at most. */
const PAGE = 50;
const PAGE_MAX = 200;
/** Between two looks at the list, in milliseconds: an import under way tells of itself twice a second. */
const PAUSE_MS = 1_000;

/** States of a batch that was settled, and is sent again. */
const UNDER_WAY: ReadonlySet<string> = new Set(['ready', 'sending']);

export function keyOf({ import: id, batch }: Pick<Listed, 'import' | 'batch'>): string {
  return `${id}-${batch}`;
}

function addressOf(of: string | undefined, limit: number): string {
  return `/api/doubts?limit=${limit}${of === undefined ? '' : `&import=${encodeURIComponent(of)}`}`;
}

/**
 * What is in doubt, kept as it is. Nothing moves: what is new comes at the end, what is settled stays and says so.
 * @param of the id of an import: only its batches
 * @param wanted the key of a batch that is shown in any case
 */
export function useDoubts(of: string | undefined, wanted: string | undefined): DoubtList {
  const items = useSignal<readonly Item[]>();
  const failure = useSignal<ApiFailure>();
  const next = useSignal<string>();
  const turn = useSignal(0);

  const looking = useRef(Promise.resolve());
  const look = async (): Promise<void> => {
    try {
      const before = items.value ?? [];
      const open = before.filter(({ settled }) => settled === undefined);
      const page = await ask<Doubts>(addressOf(of, Math.min(PAGE_MAX, Math.max(PAGE, open.length))));
      const found = new Map(page.doubts.map((each) => [keyOf(each), each]));
      const kept = await Promise.all(before.map((item) => standing(item, found)));
      const isThere = before.some(({ key }) => key === wanted);
      const first = wanted === undefined || isThere || found.has(wanted) ? [] : await singled(wanted);
      items.value = [...first, ...kept, ...added(page, before)];
      next.value = page.next;
      failure.value = undefined;
      if (of === undefined) doubtCount.value = page.batches;
    } catch (error) {
      failure.value = asFailure(error);
    }
    turn.value++;
  };
  /** One look at a time: each goes on from what the one before has found. */
  const again = (): Promise<void> => {
    looking.current = looking.current.then(look);
    return looking.current;
  };

  const more = async (): Promise<void> => {
    const address = next.value;
    if (address === undefined) return;
    try {
      const page = await ask<Doubts>(address);
      const before = items.value ?? [];
      items.value = [...before, ...added(page, before)];
      next.value = page.next;
    } catch (error) {
      failure.value = asFailure(error);
    }
  };

  useEffect(() => {
    items.value = undefined;
    void again();
    const soon = createSoon(() => void again());
    const stop = follow((event) => {
      if (event === 'reload') return soon.want(PAUSE_MS);
      const concerns = (event.entries?.inDoubt ?? 0) > 0 || items.value?.some((item) => item.import === event.import);
      if (concerns) soon.want(PAUSE_MS);
    });
    return () => {
      stop();
      soon.stop();
    };
  }, [of]);
  // What was refused while nobody was signed in is asked for again.
  useEffect(() => {
    if (signIns.value > 0) void again();
  }, [signIns.value]);
  return { items, failure, next, turn, more, again };
}

/** Those of a page that are not in the list yet. */
function added(page: Doubts, before: readonly Item[]): Item[] {
  const known = new Set(before.map(({ key }) => key));
  return page.doubts.map((each) => ({ ...each, key: keyOf(each) })).filter(({ key }) => !known.has(key));
}

/** How a batch of the list stands now: what is not on the page may be settled, or behind its end. */
async function standing(item: Item, found: ReadonlyMap<string, Listed>): Promise<Item> {
  const { key, settled, ...before } = item;
  const now = found.get(key);
  if (now !== undefined) return { ...now, key };
  if (settled !== undefined && !UNDER_WAY.has(settled.state)) return item;
  const story = await ask<DoubtStory>(`${before.url}?limit=1`);
  return isOpen(story) ? item : { ...item, settled: story };
}

/** A batch that is asked for by its address, whether it is in doubt or was. */
async function singled(key: string): Promise<Item[]> {
  const [id = '', no = ''] = key.split('-');
  try {
    const url = `/api/imports/${encodeURIComponent(id)}/batches/${encodeURIComponent(no)}/doubt`;
    const story = await ask<DoubtStory>(`${url}?limit=1`);
    const { debit } = story.content;
    const settled = isOpen(story) ? {} : { settled: story };
    return [{ ...story, url, key, ...(debit === undefined ? {} : { debit }), ...settled }];
  } catch {
    // An address that leads nowhere: the list itself says all there is.
    return [];
  }
}

/** Whether a batch waits for an answer. */
export function isOpen({ state, contradictions }: Pick<DoubtStory, 'state' | 'contradictions'>): boolean {
  return state === 'in-doubt' || contradictions.length > 0;
}
