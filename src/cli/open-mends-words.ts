import type { JobKind } from '../domain/job.ts';
import type { OpenMends } from '../ledger/revisions.ts';
import { kindWords } from '../rules/kind-words.ts';
import { counted } from './figures.ts';

/** `3 cells of 2 entries, mended by kari` */
export function openMendsWords({ cells, entries, by }: OpenMends, kind: JobKind): string {
  const { one, many } = kindWords(kind);
  return `${counted(cells, 'cell')} of ${counted(entries, one, many)}, mended by ${by.join(', ')}`;
}
