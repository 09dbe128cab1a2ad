import { counted } from '../core/counted.ts';
import type { LookWhy } from '../core/look.ts';
import type { BookedLine } from '../service/booked-lines.ts';

/** A line that was sent, and the place of its entry in the batch. */
export interface SoughtLine {
  readonly entry: number;
  readonly accountId: number;
  readonly date: string;
}

/** One description that is looked up. */
export interface Sought {
  /** All lines of the batch that say it. */
  readonly lines: readonly SoughtLine[];
  /** Another batch of the same origin says it too: what is found may be from there. */
  readonly elsewhere: boolean;
}

export type Answer =
  | { readonly say: 'found' | 'absent' }
  | { readonly say: 'unclear'; readonly why: string; readonly told: LookWhy };

/**
 * What the lines under a description say of the entries that have it (design, section 4).
 * @param rejection `whole`: entries of one request are booked together, so that one stands for all of which the answer has no room
 * @param isAll whether the answer has all lines that there are
 */
export function judgeAnswer(
  answer: readonly BookedLine[],
  sought: Sought,
  rejection: 'whole' | 'unknown',
  isAll = true,
): Answer {
  if (answer.length === 0) return { say: 'absent' };
  const ours = answer.filter((line) => !line.deleted && sought.lines.some((each) => isSame(line, each)));
  if (ours.length === 0) {
    return answer.every(({ deleted }) => deleted)
      ? unclear('it was booked, and deleted in the service since', { code: 'deleted' })
      : unclear('what the service holds under its description has another account or date', { code: 'differs' });
  }
  if (sought.elsewhere)
    return unclear('another batch of this import has a voucher with the same description', { code: 'several' });
  const entries = new Set(sought.lines.map(({ entry }) => entry)).size;
  if (entries === 1 || (rejection === 'whole' && !isAll)) return { say: 'found' };
  // The ID of a line would count an entry once for each of its lines.
  const booked = new Set(ours.map(({ journalEntryId }) => journalEntryId).filter((id) => id !== undefined)).size;
  const isNameless = booked === 0 && rejection === 'whole';
  if (isNameless ? ours.length >= sought.lines.length : booked === entries) return { say: 'found' };
  return unclear(
    `${counted(entries, 'voucher has', 'vouchers have')} the same description, and the service shows ${counted(booked, 'journal entry', 'journal entries')} with it`,
    { code: 'several' },
  );
}

function isSame(line: BookedLine, sought: SoughtLine): boolean {
  return (
    (line.accountId === undefined || line.accountId === sought.accountId) &&
    (line.date === undefined || line.date === sought.date)
  );
}

function unclear(why: string, told: LookWhy): Answer {
  return { say: 'unclear', why, told };
}
