import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ScrolledProps {
  /** What it is a table or a list of. */
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Where a table that is too wide, or a list that is too long, scrolls by itself: by the keyboard too, and then only it takes a stop of the tab key. */
export function Scrolled({ label, class: of = 'table', children }: ScrolledProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const sizes = new ResizeObserver(() => {
      const isLarger = current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight;
      if (isLarger) current.tabIndex = 0;
      else current.removeAttribute('tabindex');
    });
    for (const each of [current, ...current.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, []);
  return (
    <section ref={frame} class={of} aria-label={label}>
      {children}
    </section>
  );
}
