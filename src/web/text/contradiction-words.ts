import type { Contradiction } from '../../core/outcome.ts';
import { count } from '../format.ts';
import { common } from '../words.ts';

/** How the reply to a request contradicts it. */
export function contradictionWords({ what, said, sent }: Contradiction): string {
  return common.contradiction[what](said, count(sent));
}
