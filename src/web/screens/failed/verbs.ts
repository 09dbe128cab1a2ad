import { hasVouchers } from '../../kinds.ts';
import type { Kind } from './scale.ts';
import { t } from './words.ts';

/** What is done with the entries of an import: those of bookings are booked, contacts and custom fields created. */
export interface Verbs {
  readonly do: string;
  readonly Do: string;
  readonly done: string;
  readonly Done: string;
  /** Of what waits for it. */
  readonly toBe: string;
}

export function verbsOf(kind: Kind | undefined): Verbs {
  const { verbs } = t;
  return hasVouchers(kind) ? verbs.book : verbs.create;
}
