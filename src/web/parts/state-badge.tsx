import type { ImportState } from '../../core/states.ts';
import { common } from '../words.ts';

interface StateBadgeProps {
  readonly state: ImportState;
  /** All that is left of it waits for other imports. */
  readonly waits?: boolean;
  /** Entries of it that are booked or created, where that is known. */
  readonly booked?: number | undefined;
}

/** The state of an import, in words and a colour. */
export function StateBadge({ state, waits = false, booked }: StateBadgeProps) {
  if (waits) return <span class="badge state-waits">{common.value.stateWaits}</span>;
  const words = state === 'partly-booked' && booked === 0 ? common.value.stateHeld : common.value.state[state];
  return <span class={`badge state-${state}`}>{words}</span>;
}
