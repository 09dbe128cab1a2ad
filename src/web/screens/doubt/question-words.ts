import type { Step } from '../../../core/states.ts';
import { amount, count, day } from '../../format.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { t } from './words.ts';

interface Asked {
  readonly step: Step;
  readonly entries: number;
  readonly debit?: string | undefined;
  /** The contact or the custom field. */
  readonly about?: string | undefined;
}

/** The question that a batch asks people, in one sentence. */
export function questionWords({ step, entries, debit, about = '' }: Asked): string {
  const { question } = t;
  const kind = kindOfDoubt(step);
  if (kind !== 'entries') return question[kind](about);
  return question.entries(entries, count(entries), debit === undefined ? '' : amount(debit));
}

/** The days that entries are dated, first and last. */
export function datesWords({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? day(from) : t.range(day(from), day(to));
}
