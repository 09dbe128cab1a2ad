import type { KindWords } from './entry-words.ts';
import type { Issue } from './issue.ts';

/** Who cancelled an import, when (milliseconds since 1970) and why. */
export interface Cancellation {
  readonly at: number;
  readonly who: string;
  readonly reason: string;
  /** What people call what is no longer done. */
  readonly words: Pick<KindWords, 'todo' | 'done'>;
  /** Present where bilag stopped it by itself: what the entries that are left are held for. */
  readonly issue?: Issue;
  /** Present where bilag took it back to plan it afresh, which it does as soon as nothing of it is on its way. */
  readonly again?: true;
}

/** Whether an import was taken back only to be planned afresh: that it rests is not its end. */
export function isPlannedAgain({ cancelled }: { readonly cancelled: string | null }): boolean {
  return cancelled !== null && (JSON.parse(cancelled) as Cancellation).again === true;
}

/** Who stops an import that can't go on, in its history. */
export const BILAG = 'bilag';

/** What is left of an import can't be sent: it is stopped as if somebody had cancelled it. @param at milliseconds since 1970 */
export function stoppedFor(issue: Issue, at: number, words: KindWords): Cancellation {
  return { at, who: BILAG, reason: issue.message, words, issue };
}

/** Why an entry waits that was taken back before it was sent. */
export function cancelledEntry(cancellation: Cancellation): Issue {
  if (cancellation.issue !== undefined) return cancellation.issue;
  return {
    code: 'cancelled',
    facts: { who: cancellation.who, reason: cancellation.reason },
    message: `Cancelled before it was sent, by ${whoAndWhy(cancellation)}`,
    suggestion: `To ${cancellation.words.todo} it after all, retry the import.`,
  };
}

/** Why nothing of a file was booked. */
export function cancelledFile(cancellation: Cancellation): Issue {
  const { todo, done } = cancellation.words;
  return {
    code: 'cancelled',
    facts: { who: cancellation.who, reason: cancellation.reason },
    message: `Cancelled before anything was ${done}, by ${whoAndWhy(cancellation)}`,
    suggestion: `To ${todo} it after all, import the file again.`,
  };
}

function whoAndWhy({ who, reason }: Cancellation): string {
  const stop = /[.!?…]$/.test(reason) ? '' : '.';
  return `${who}: ${reason}${stop}`;
}
