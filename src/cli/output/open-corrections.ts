import { kindWords } from '../../core/entry-words.ts';
import type { JobKind } from '../../core/job.ts';
import type { OpenCorrections } from '../../ledger/revisions.ts';
import { counted } from './text.ts';

/** `3 cells of 2 entries, corrected by kari` */
export function openCorrectionsWords({ cells, entries, by }: OpenCorrections, kind: JobKind): string {
  const { one, many } = kindWords(kind);
  return `${counted(cells, 'cell')} of ${counted(entries, one, many)}, corrected by ${by.join(', ')}`;
}
