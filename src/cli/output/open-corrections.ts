import { kindWords } from '../../core/entry-words.ts';
import type { JobKind } from '../../core/job.ts';
import type { OpenMends } from '../../ledger/revisions.ts';
import { counted } from './text.ts';

/** `3 cells of 2 entries, mended by kari` */
export function openMendsWords({ cells, entries, by }: OpenMends, kind: JobKind): string {
  const { one, many } = kindWords(kind);
  return `${counted(cells, 'cell')} of ${counted(entries, one, many)}, mended by ${by.join(', ')}`;
}
