import { useEffect } from 'preact/hooks';
import { doubtCount, followDoubtCount } from '../doubt-count.ts';
import { count } from '../format.ts';

/** How many batches wait for an answer, beside the way to them; nothing where none does. */
export function DoubtCount() {
  useEffect(followDoubtCount, []);
  return doubtCount.value === 0 ? null : <span class="nav-count">{count(doubtCount.value)}</span>;
}
