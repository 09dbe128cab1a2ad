import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import { RESTING_STATES } from '../../../../domain/import.ts';
import type { importAnswer } from '../../../server/api-schemas.ts';
import { follow, type ImportEvent, isLive } from '../../live.ts';
import { useLoaded } from '../../load.ts';

type ImportAnswer = z.output<typeof importAnswer>;

/** How the import stands, as far as this screen needs it. */
export type Standing = Pick<ImportAnswer, 'file' | 'job' | 'state' | 'entries' | 'rows'>;

/** Milliseconds between looks at an import that is worked on, while the stream of events is not open. */
const LOOK_MS = 2_000;

/** Follows how an import stands. @param onRest it was worked on, and rests now: other rows wait */
export function useStanding(id: string, onRest: () => void) {
  const { loaded, again } = useLoaded<ImportAnswer>(`/api/imports/${id}`);
  const told = useSignal<Standing | undefined>(undefined);
  const before = useSignal<Standing['state'] | undefined>(undefined);
  useEffect(() => {
    if (loaded.value.value !== undefined) told.value = loaded.value.value;
  }, [loaded.value.value]);
  useEffect(
    () =>
      follow((event: ImportEvent | 'reload') => {
        if (event === 'reload') again();
        else if (event.import === id && told.value !== undefined) {
          const { state, entries = told.value.entries, rows = told.value.rows } = event;
          told.value = { ...told.value, state, entries, rows };
        }
      }),
    [id],
  );
  const state = told.value?.state;
  const isBusy = state !== undefined && !RESTING_STATES.has(state);
  useEffect(() => {
    if (before.value !== undefined && state !== undefined && !RESTING_STATES.has(before.value) && !isBusy) {
      onRest();
      again();
    }
    before.value = state;
  }, [state]);
  useEffect(() => {
    if (!isBusy || isLive.value) return undefined;
    const looking = setInterval(again, LOOK_MS);
    return () => clearInterval(looking);
  }, [isBusy, isLive.value]);
  return {
    standing: told.value,
    failure: loaded.value.failure,
    isBusy,
    again,
    /** The server said so itself: events may be a moment behind. */
    isNow: (now: Standing['state']) => {
      if (told.value !== undefined) told.value = { ...told.value, state: now };
    },
  };
}
