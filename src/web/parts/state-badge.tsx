import type { ImportState } from '../../core/states.ts';
import { common } from '../words.ts';

interface StateBadgeProps {
  readonly state: ImportState;
  /** All that is left of it waits for other imports. */
  readonly waits?: boolean;
}

/** The state of an import, in words and a colour. */
export function StateBadge({ state, waits = false }: StateBadgeProps) {
  if (waits) return <span class="badge state-waits">{common.value.stateWaits}</span>;
  return <span class={`badge state-${state}`}>{common.value.state[state]}</span>;
}
