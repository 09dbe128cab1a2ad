import type { ComponentChildren } from 'preact';

interface SheetProps {
  readonly title: string;
  /** Beside the title, in small. */
  readonly says?: ComponentChildren;
  /** Beside the title: buttons, a badge, a sum. */
  readonly acts?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part of a screen with its title above it. */
export function Sheet({ title, says, acts, class: more = '', children }: SheetProps) {
  return (
    <section class={`sheet ${more}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {says && <span class="small soft">{says}</span>}
        {acts}
      </header>
      {children}
    </section>
  );
}
