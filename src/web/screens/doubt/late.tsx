import { Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { doubtWords } from './words.ts';

/** What is not in the service yet may still come: an absence proves nothing until then. */
export function Late({ until }: { readonly until: string }) {
  return (
    <Notice tone="warn">
      {doubtWords.value.late} <Time at={until} />.
    </Notice>
  );
}
