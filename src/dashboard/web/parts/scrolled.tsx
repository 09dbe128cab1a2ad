import type { ComponentChildren } from 'preact';

interface ScrolledProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** What scrolls by itself, a table as a rule: named, and to be reached by keyboard. */
export function Scrolled({ label, class: of = 'table', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class={of} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
