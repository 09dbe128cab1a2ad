import type { ProbeTiming } from '../kinds/ports.ts';

/** Longest pause between two looks that settled nothing, in milliseconds; a longer `every` goes before it. */
export const LOOK_PAUSE_MAX_MS = 60 * 60_000;
/** A doubt that so many looks could not settle is a person's; with the usual pauses that is after about five hours. */
export const FRUITLESS_LOOKS_MAX = 12;
/** A look that has no end after this time was cut off, in milliseconds: the next one may be made. */
export const LOOK_CUT_OFF_MS = 30_000;

/**
 * However looks are configured, those that find nothing lie so far apart, the first from the last, in milliseconds: a
 * service may show what is newest late.
 */
export const ABSENCE_SPAN_MS = 60_000;

/** A look into the service's books; times in milliseconds since 1970, counts of entries. */
export interface Look {
  readonly at: number;
  /** Null: it is under way, or was cut off. */
  readonly ended_at: number | null;
  readonly found: number | null;
  readonly absent: number | null;
  readonly unclear: number | null;
  /** 1: what is absent would have been seen: what proves that was found in the same look. */
  readonly control: 0 | 1;
}

export interface Doubt {
  /** Entries of the batch. */
  readonly entries: number;
  /** Since when the request is surely over; undefined while its sender may live. */
  readonly overSince: number | undefined;
  /** All looks at it, oldest first. */
  readonly looks: readonly Look[];
  /** Whether something was booked since the last look, by which an absence may be proved. */
  readonly mayProve: boolean;
}

export type Judgement =
  | { readonly say: 'booked' }
  /** @property since the first of the absences that count */
  | { readonly say: 'absent'; readonly looks: number; readonly since: number; readonly overSince: number }
  /** The next look is due at this time, in milliseconds since 1970. */
  | { readonly say: 'look'; readonly at: number }
  /** Looks can't settle it; `no-control`: nothing is there that would prove an absence. */
  | { readonly say: 'person'; readonly why: 'given-up' | 'no-control' };

/**
 * What the looks at a batch in doubt come to (design, section 4). That all of it is there may be seen at any time, and
 * once is enough. That it is not there counts only when the request can arrive no more: after the quiet period, again
 * and again, for a time; and only where it would have been seen.
 */
export function judgeLooks(doubt: Doubt, timing: ProbeTiming): Judgement {
  const { entries, overSince, looks } = doubt;
  if (looks.some((look) => look.ended_at !== null && look.found === entries)) return { say: 'booked' };
  const countsFrom = overSince === undefined ? Number.POSITIVE_INFINITY : overSince + timing.quietMs;
  const run = absences(doubt, countsFrom, timing.everyMs);
  if (overSince !== undefined && run.length >= timing.looks && spanOf(run) >= timing.spanMs)
    return { say: 'absent', looks: run.length, since: run.at(-1)!.at, overSince };
  const early = (look: Look) => overSince !== undefined && isAbsent(look, entries) && look.at < countsFrom;
  const fruitless = looks.filter((look) => !run.includes(look) && !early(look)).length;
  if (run.length === 0 && fruitless >= FRUITLESS_LOOKS_MAX) return { say: 'person', why: 'given-up' };
  const last = looks.at(-1);
  const isUnproved = last !== undefined && isAbsent(last, entries) && last.control === 0 && last.at >= countsFrom;
  if (isUnproved && !doubt.mayProve) return { say: 'person', why: 'no-control' };
  return { say: 'look', at: nextLook(looks, run, countsFrom, timing) };
}

/** The absences at the end that count, newest first: any other answer in between begins the row anew. */
function absences({ entries, looks }: Doubt, countsFrom: number, everyMs: number): Look[] {
  const run: Look[] = [];
  for (const look of looks.toReversed()) {
    if (look.ended_at === null) continue;
    if (!isAbsent(look, entries) || look.control === 0 || look.at < countsFrom) break;
    const later = run.at(-1);
    if (later === undefined || later.at - look.at >= everyMs) run.push(look);
  }
  return run;
}

function isAbsent({ ended_at, found, absent, unclear }: Look, entries: number): boolean {
  return ended_at !== null && absent === entries && found === 0 && unclear === 0;
}

/** From the first of the absences that count to the last one, in milliseconds. */
function spanOf(run: readonly Look[]): number {
  return run.length === 0 ? 0 : run[0]!.at - run.at(-1)!.at;
}

function nextLook(
  looks: readonly Look[],
  run: readonly Look[],
  countsFrom: number,
  { everyMs, looks: enough, spanMs }: ProbeTiming,
): number {
  const last = looks.at(-1);
  if (last === undefined) return 0;
  if (last.ended_at === null) return last.at + Math.max(everyMs, LOOK_CUT_OFF_MS);
  // Of more looks than are needed, only the one that ends the span is worth a request.
  const end = run.length + 1 >= enough ? run.at(-1)?.at : undefined;
  if (run[0] !== undefined) return Math.max(run[0].at + everyMs, end === undefined ? 0 : end + spanMs);
  const pause = Math.min(Math.max(LOOK_PAUSE_MAX_MS, everyMs), everyMs * 2 ** (looks.length - 1));
  const next = last.ended_at + pause;
  return last.at < countsFrom ? Math.min(next, countsFrom) : next;
}
