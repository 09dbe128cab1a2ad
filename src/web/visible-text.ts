import { Fragment, options, type VNode } from 'preact';
import { DIRECTION_MARKS } from '../core/text.ts';

/** Of an element, what people read or hear beside its children. */
const SPOKEN = ['title', 'aria-label', 'alt', 'placeholder'] as const;

/** The same text with such marks as signs that one sees. */
function withoutDirectionMarks(text: string): string {
  return text.replace(
    DIRECTION_MARKS,
    (mark) => `‹U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** From now on every text of the pages shows them, wherever it comes from; what is typed and sent stays as it is. */
export function showDirectionMarks(): void {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) {
      const props = vnode.props as unknown as Record<string, unknown>;
      props['children'] = shown(props['children']);
      for (const name of SPOKEN) if (typeof props[name] === 'string') props[name] = shown(props[name]);
    }
    before?.(vnode);
  };
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return withoutDirectionMarks(value);
  return Array.isArray(value) ? value.map(shown) : value;
}
