import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RowHeights } from '../../parts/grid/layout.ts';

/** Heights in rem, as the style has them: the head of an entry has more lines where there is little room. */
const HEAD_REM = 2.25;
const NARROW_HEAD_REM = 5.25;
const LINE_REM = 2.125;
/** On a telephone a line is a card: each of its rows of cells. */
const CARD_ROW_REM = 2;
const NARROW = '(max-width: 40rem)';

function measured(cardRows: number): RowHeights {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return isNarrow()
    ? { head: rem * NARROW_HEAD_REM, line: rem * CARD_ROW_REM * cardRows }
    : { head: rem * HEAD_REM, line: rem * LINE_REM };
}

/** Lines are cards: there is no room for columns. */
export function isNarrow(): boolean {
  return matchMedia(NARROW).matches;
}

/** The heights of rows as they are on this screen, also when it is turned. @param cardRows of the cells of a card */
export function useRowHeights(cardRows: number): ReadonlySignal<RowHeights> {
  const heights = useSignal(measured(cardRows));
  useEffect(() => {
    const watched = matchMedia(NARROW);
    const look = () => {
      heights.value = measured(cardRows);
    };
    look();
    watched.addEventListener('change', look);
    return () => watched.removeEventListener('change', look);
  }, [cardRows]);
  return heights;
}
