import type { ImportState } from '../../core/states.ts';
import { common } from '../words.ts';

interface StateBadgeProps {
  readonly state: ImportState;
  /** All that is left of it waits for other imports. */
  readonly waits?: boolean;
  /** Entries of it that are booked or created, where that is known. */
  readonly booked?: number | undefined;
  /** Somebody stopped it, and it was not begun again. */
  readonly cancelled?: boolean;
}

/** The state of an import, in words and a colour. */
export function StateBadge({ state, waits = false, booked, cancelled = false }: StateBadgeProps) {
  if (waits) return <span class="badge state-waits">{common.stateWaits}</span>;
  const { state: words, stateCancelledPartly } = common;
  if (state === 'partly-booked' && cancelled)
    return <span class="badge state-cancelled">{booked === 0 ? words.cancelled : stateCancelledPartly}</span>;
  return <span class={`badge state-${state}`}>{words[state]}</span>;
}
