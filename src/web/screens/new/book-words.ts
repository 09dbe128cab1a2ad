import type { JobKind } from '../../../core/job.ts';
import { amount, count } from '../../format.ts';
import { sortOf, UNNAMED } from '../../kinds.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';
import { t } from './words.ts';

/** `57 entries` */
export function kindCount(n: number, kind: JobKind = UNNAMED): string {
  return `${count(n)} ${(n === 1 ? p.one : p.many)[kind]}`;
}

export function counted(n: number, { receipt }: Plan): string {
  return kindCount(n, receipt.kind);
}

/** Entries that are booked at once: what is planned, but for what waits for another import. */
export function readyOf({ receipt, waits }: Plan): number {
  return receipt.entries.pending - waits;
}

/** `NOK 602,118.22`: what is booked at once. */
export function money({ receipt: { currency = '' }, bookings }: Plan): string {
  return bookings === undefined ? '' : `${currency} ${amount(bookings.debit)}`.trim();
}

/** `55 of 168 vouchers will be booked` */
export function willWords(plan: Plan): string {
  const { kind = UNNAMED, entries } = plan.receipt;
  const ready = readyOf(plan);
  const noun = (entries.planned === 1 ? p.one : p.many)[kind];
  return p.will[sortOf(kind)](ready === entries.planned ? '' : count(ready), count(entries.planned), noun);
}

/** `57 vouchers, NOK 602,118.22`; of what has no amounts, without. */
export function readyWords(plan: Plan): string {
  const ready = counted(readyOf(plan), plan);
  return plan.bookings === undefined ? ready : `${ready}, ${money(plan)}`;
}

/** `Book 57 vouchers, NOK 602,118.22`; of a file of which nothing can be booked yet, that it is taken in. */
export function bookWords(plan: Plan): string {
  const ready = readyOf(plan);
  return ready === 0 ? t.takeAnyway : t.bookThis[sortOf(plan.receipt.kind ?? UNNAMED)](readyWords(plan));
}

/** What of a plan waits for a person afterwards. */
export function heldWords(plan: Plan): string {
  const { pending, held, duplicate } = plan.receipt.entries;
  if (pending === 0) return held > 0 ? t.nothingToBook : duplicate > 0 ? t.allBefore : '';
  return held === 0 ? '' : t.heldAfter(counted(held, plan));
}

/** What a plan came to, in one sentence, for those who hear it. */
export function outcomeWords(plan: Plan): string {
  const { reason, kind = UNNAMED } = plan.receipt;
  if (reason !== undefined) return p.rejected;
  return `${p.title}: ${counted(readyOf(plan), plan)} ${p.outcome[sortOf(kind)].booked}`;
}
