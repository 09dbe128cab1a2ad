import type { KindWords } from '../../core/entry-words.ts';
import type { OpenCorrections } from '../../ledger/revisions.ts';
import { counted } from './text.ts';

/** `3 cells of 2 entries, corrected by kari` */
export function openCorrectionsWords({ cells, entries, by }: OpenCorrections, { one, many }: KindWords): string {
  return `${counted(cells, 'cell')} of ${counted(entries, one, many)}, corrected by ${by.join(', ')}`;
}
