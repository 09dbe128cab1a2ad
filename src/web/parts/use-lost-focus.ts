import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Whoever goes by keyboard goes on from what tells of her decision, where the button that she pressed is gone.
 * The place takes the focus once for each thing said, and only where nothing else has it.
 * @param said what tells of it; empty: nothing to tell
 */
export function useLostFocus<T extends HTMLElement>(said: string): RefObject<T | null> {
  const place = useRef<T>(null);
  const isTaken = useRef(true);
  useEffect(() => {
    isTaken.current = said === '';
  }, [said]);
  // After each drawing: the button may go later than the words come.
  useEffect(() => {
    if (isTaken.current || document.activeElement !== document.body) return;
    isTaken.current = true;
    place.current?.focus({ preventScroll: true });
  });
  return place;
}
