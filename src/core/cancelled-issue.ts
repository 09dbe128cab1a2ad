import { kindWords } from './entry-words.ts';
import type { Issue } from './issue.ts';
import type { JobKind } from './job.ts';

/** Who cancelled an import, when (milliseconds since 1970) and why. */
export interface Cancellation {
  readonly at: number;
  readonly who: string;
  readonly reason: string;
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
export function stoppedFor(issue: Issue, at: number): Cancellation {
  return { at, who: BILAG, reason: issue.message, issue };
}

/** Why an entry waits that was taken back before it was sent. */
export function cancelledEntry(cancellation: Cancellation, kind: JobKind = 'bookings'): Issue {
  if (cancellation.issue !== undefined) return cancellation.issue;
  return {
    code: 'cancelled',
    message: `Cancelled before it was sent, by ${words(cancellation)}`,
    suggestion: `To ${kindWords(kind).todo} it after all, retry the import.`,
  };
}

/** Why nothing of a file was booked. */
export function cancelledFile(cancellation: Cancellation, kind: JobKind = 'bookings'): Issue {
  const { todo, done } = kindWords(kind);
  return {
    code: 'cancelled',
    message: `Cancelled before anything was ${done}, by ${words(cancellation)}`,
    suggestion: `To ${todo} it after all, import the file again.`,
  };
}

function words({ who, reason }: Cancellation): string {
  const stop = /[.!?…]$/.test(reason) ? '' : '.';
  return `${who}: ${reason}${stop}`;
}
