import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RowHeights } from '../../parts/grid/layout.ts';

/** Heights in rem, as the style has them: the head of an entry has a line more where there is little room. */
const HEAD_REM = 3.5;
const NARROW_HEAD_REM = 5.25;
const LINE_REM = 2.125;
const NARROW = '(max-width: 40rem)';

function measured(): RowHeights {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { head: rem * (matchMedia(NARROW).matches ? NARROW_HEAD_REM : HEAD_REM), line: rem * LINE_REM };
}

/** The heights of rows as they are on this screen, also when it is turned. */
export function useRowHeights(): ReadonlySignal<RowHeights> {
  const heights = useSignal(measured());
  useEffect(() => {
    const watched = matchMedia(NARROW);
    const look = () => {
      heights.value = measured();
    };
    watched.addEventListener('change', look);
    return () => watched.removeEventListener('change', look);
  }, []);
  return heights;
}
