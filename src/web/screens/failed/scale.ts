import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { common } from '../../words.ts';
import type { WaitingHead } from './waiting-list.ts';
import { t } from './words.ts';

export type Kind = WaitingHead['kind'];

/** 88 entries; 88 contacts */
export function entriesText(kind: Kind, entries: number): string {
  return t.kind[kind](entries, count(entries));
}

/** 412 rows in 88 entries (or `of` them): how much a cause, a filter or a decision is about. */
export function scaleText(
  kind: Kind,
  { entries, rows }: { readonly entries: number; readonly rows: number },
  joined: 'in' | 'of' = 'in',
): string {
  // A contact and a custom field are a row each.
  if (!hasVouchers(kind) || rows === 0) return entriesText(kind, entries);
  return t[joined](common.rows(count(rows)), entriesText(kind, entries));
}
