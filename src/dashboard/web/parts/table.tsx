import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface TableProps {
  /** What it is a table of. */
  readonly label: string;
  readonly class?: string;
  /** The table itself. */
  readonly children: ComponentChildren;
}

/** Where a table that is too wide, or a list that is too long, scrolls by itself: by the keyboard too, and then only it takes a stop of the tab key. */
export function Table({ label, class: more = '', children }: TableProps) {
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
    <section ref={frame} class={`table ${more}`.trim()} aria-label={label}>
      {children}
    </section>
  );
}
