import type { IssueCode } from '../../../core/issue.ts';
import { t } from './words.ts';

/**
 * What a person can do here about entries that wait, by the code of their issue. What the server suggests speaks of the
 * command line and of the job's file too; undefined where that is all there is.
 */
export function adviceOf(code: IssueCode): string | undefined {
  return t.value.advice[code];
}
