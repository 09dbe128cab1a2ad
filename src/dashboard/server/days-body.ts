import type { z } from 'zod';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { daysAnswer } from './api-operation.ts';

const DAY_MS = 24 * 60 * 60_000;

type Day = z.output<typeof daysAnswer>['days'][number];

/** Rows by outcome of each of the last days, today included: by the day, in UTC, on which their import was taken in. */
export function daysBody(days: number, ledger: Pick<Ledger, 'daily'>, now: number): z.output<typeof daysAnswer> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const all = new Map<string, Day>();
  for (let back = days - 1; back >= 0; back--) {
    const day = dayOf(now - back * DAY_MS);
    all.set(day, { day, booked: 0, pending: 0, inDoubt: 0, held: 0, rejected: 0, duplicate: 0, skipped: 0 });
  }
  for (const { day, outcome, rows } of ledger.daily.since(dayOf(now - (days - 1) * DAY_MS))) {
    const found = all.get(day);
    // Taken in by a machine whose clock is ahead.
    if (found !== undefined) found[outcome] = rows;
  }
  return { zone: 'UTC', days: [...all.values()] };
}
