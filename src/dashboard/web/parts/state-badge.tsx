import type { ImportState } from '../../../domain/import.ts';
import { common } from '../words.ts';

/** The state of an import, in words and a colour. */
export function StateBadge({ state }: { readonly state: ImportState }) {
  return <span class={`badge state-${state}`}>{common.value.state[state]}</span>;
}
