import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { z } from 'zod';
import { RESTING_STATES } from '../../../core/states.ts';
import type { importAnswer } from '../../../http/api/shapes.ts';
import { follow, type ImportEvent, isLive } from '../../live.ts';
import { useLoaded } from '../../load.ts';

type ImportAnswer = z.output<typeof importAnswer>;

/** How the import stands, as far as this screen needs it. */
export type Status = Pick<ImportAnswer, 'file' | 'job' | 'kind' | 'state' | 'entries' | 'rows' | 'reason' | 'waitsFor'>;

/** Milliseconds between looks at an import that is worked on, while the stream of events is not open. */
const LOOK_MS = 2_000;

/** Other rows wait: the import was worked on and rests now, or somebody else decided. */
interface Rest {
  /** Entries that were booked meanwhile. */
  readonly booked: number;
  /** Entries that wait for a person still. */
  readonly waiting: number;
  readonly wasBusy: boolean;
}

const OUTCOMES = ['held', 'rejected', 'duplicate', 'booked'] as const;

/** Entries that wait for a person. */
export function waitingOf({ entries }: Status): number {
  return entries.held + entries.rejected + entries.duplicate;
}

/** Follows how an import stands. */
export function useStatus(id: string, onRest: (rest: Rest) => void) {
  const { loaded, again } = useLoaded<ImportAnswer>(`/api/imports/${id}`);
  const told = useSignal<Status | undefined>(undefined);
  const before = useRef<Status | undefined>(undefined);
  /** Entries that stood booked when the work began. */
  const booked = useRef(0);
  useEffect(() => {
    if (loaded.value.value !== undefined) told.value = loaded.value.value;
  }, [loaded.value.value]);
  useEffect(
    () =>
      follow((event: ImportEvent | 'reload') => {
        if (event === 'reload') again();
        else if (event.import === id && told.value !== undefined) {
          const { state, entries = told.value.entries, rows = told.value.rows, waitsFor } = event;
          told.value = { ...told.value, state, entries, rows, waitsFor };
        }
      }),
    [id],
  );
  const { value: status } = told;
  const state = status?.state;
  const isBusy = state !== undefined && !RESTING_STATES.has(state);
  useEffect(() => {
    const { current: last } = before;
    if (status !== undefined && last !== undefined) {
      const wasBusy = !RESTING_STATES.has(last.state);
      if (!wasBusy) booked.current = last.entries.booked;
      const isOther = OUTCOMES.some((outcome) => last.entries[outcome] !== status.entries[outcome]);
      if (!isBusy && (wasBusy || isOther))
        onRest({ booked: status.entries.booked - booked.current, waiting: waitingOf(status), wasBusy });
      if (!isBusy && wasBusy) again();
    }
    before.current = status;
  }, [status]);
  useEffect(() => {
    if (!isBusy || isLive.value) return undefined;
    const looking = setInterval(again, LOOK_MS);
    return () => clearInterval(looking);
  }, [isBusy, isLive.value]);
  return {
    status: status,
    failure: loaded.value.failure,
    isBusy,
    again,
    /** The server said so itself: events may be a moment behind. */
    isNow: (now: Status['state']) => {
      if (told.value !== undefined) told.value = { ...told.value, state: now };
    },
  };
}
