import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Between it, its field and the edge of the window, in pixels. */
const GAP = 4;

/** A box above everything else, beside its field, wherever in a scrolled grid that stands. The field keeps the focus. */
export function Over({
  of,
  children,
}: {
  readonly of: RefObject<HTMLElement | null>;
  readonly children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = box.current!;
    /** Decided once: what is chosen from does not jump while it is looked at. */
    let isBelow: boolean | undefined;
    const place = () => {
      const field = of.current?.getBoundingClientRect();
      if (field === undefined) return;
      const { innerWidth, innerHeight } = window;
      isBelow ??= innerHeight - field.bottom > Math.min(field.top, shown.offsetHeight + GAP);
      const top = isBelow ? field.bottom + GAP : field.top - shown.offsetHeight - GAP;
      const left = Math.min(field.left, innerWidth - shown.offsetWidth - GAP);
      shown.style.top = `${Math.max(GAP, Math.min(top, innerHeight - shown.offsetHeight - GAP))}px`;
      shown.style.left = `${Math.max(GAP, left)}px`;
    };
    shown.showPopover();
    shown.addEventListener('mousedown', (event) => event.preventDefault());
    shown.addEventListener('click', (event) => event.stopPropagation());
    const watching = new ResizeObserver(place);
    watching.observe(shown);
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      watching.disconnect();
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, []);
  return (
    <div ref={box} class="picker-over" popover="manual">
      {children}
    </div>
  );
}
