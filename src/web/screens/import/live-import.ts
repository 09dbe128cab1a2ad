import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { eventsAnswer, importAnswer } from '../../../http/api/shapes.ts';
import { follow, type ImportEvent } from '../../live.ts';
import { type Loaded, useLoaded } from '../../load.ts';

export type WholeImport = z.output<typeof importAnswer>;
export type Events = z.output<typeof eventsAnswer>['events'];

/** Milliseconds between two looks at a receipt while its import is at work: to draw one up costs more than to count. */
const AGAIN_MS = 3_000;

export interface LiveImport {
  readonly receipt: Signal<Loaded<WholeImport>>;
  readonly history: Signal<Loaded<{ readonly events: Events }>>;
  /** How it stands by now, where that was told. */
  readonly told: Signal<ImportEvent | undefined>;
  /** Goes up when something has changed that is not told: batches. */
  readonly turn: Signal<number>;
  /** Something was done to it just now. */
  again(): void;
}

/** An import as it stands now: asked for once, and again when it is told that something has changed. */
export function useLiveImport(id: string): LiveImport {
  const { loaded: receipt, again: askReceipt } = useLoaded<WholeImport>(`/api/imports/${id}`);
  const { loaded: history, again: askHistory } = useLoaded<{ events: Events }>(`/api/imports/${id}/events`);
  const told = useSignal<ImportEvent>();
  const turn = useSignal(0);
  const again = () => {
    askReceipt();
    askHistory();
    turn.value++;
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = follow((event) => {
      if (event !== 'reload' && event.import !== id) return;
      const before = told.value;
      if (event !== 'reload') told.value = event;
      const state = event === 'reload' ? undefined : event.state;
      const isSame = before !== undefined && before.state === state;
      const isAtWork = state === 'planning' || state === 'posting';
      // The first thing that is told is how it stands, which was asked for too.
      if (before === undefined && receipt.value.value?.state === state && !isAtWork) return;
      const wait = isSame && isAtWork ? AGAIN_MS : 0;
      if (timer !== undefined && wait > 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        again();
      }, wait);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id]);
  return { receipt, history, told, turn, again };
}
