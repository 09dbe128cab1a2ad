import type { ComponentChildren } from 'preact';

interface FoldProps {
  readonly title: ComponentChildren;
  /** One line that says whether what is in it matters. */
  readonly says?: ComponentChildren;
  readonly open?: boolean;
  readonly class?: string;
  /** Of what is in it. */
  readonly in?: string;
  readonly children: ComponentChildren;
}

/** What few people need: it opens, and its one line says whether it matters. */
export function Fold({ title, says, open = false, class: more = '', in: inside = '', children }: FoldProps) {
  return (
    <details class={`fold ${more}`} open={open}>
      <summary>
        {title}
        <span class="soft">{says}</span>
      </summary>
      <div class={`in ${inside}`}>{children}</div>
    </details>
  );
}
