import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { go } from '../route.ts';
import { common } from '../words.ts';
import { Icon } from './icon.tsx';

/** As long as the server takes, in characters. */
const SOUGHT_MIN = 2;
const SOUGHT_MAX = 200;
/** Goes to the field from wherever nothing is typed. */
const KEY = '/';
/** Where that key is a character. */
const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** Looks for vouchers in all imports: the hits stand on the list of imports. On a telephone it is a mark until it has the focus. */
export function VoucherSearch() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
      if (key !== KEY || altKey || ctrlKey || metaKey || defaultPrevented || (target as Element).matches(TYPED)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const seek = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { current } = field;
    if (current === null) return;
    go(`/?${new URLSearchParams({ q: current.value.trim() })}`);
    current.value = '';
    // From the hits one goes on by keyboard, and a telephone shows the top again.
    document.getElementById('content')?.focus();
  };
  const { search } = common;
  return (
    <form class="search" onSubmit={seek}>
      <Icon of="search" />
      <input
        ref={field}
        type="search"
        aria-label={search}
        aria-keyshortcuts={KEY}
        placeholder={search}
        required
        minLength={SOUGHT_MIN}
        maxLength={SOUGHT_MAX}
      />
      <kbd>{KEY}</kbd>
    </form>
  );
}
