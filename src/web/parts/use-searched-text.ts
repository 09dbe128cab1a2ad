import type { TargetedInputEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Milliseconds of quiet after which what was typed is looked for. */
const QUIET_MS = 300;

/**
 * Attributes of a field whose text is looked for when the person pauses. Whoever types keeps the field, the focus, and what
 * was typed meanwhile; where something else is looked for, since it was cleared or a page gone back to, the field says so.
 * @param sought what is looked for, without blanks around it
 */
export function useSearchedText(sought: string, seek: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(sought);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (sought === asked.current || field.current === null) return;
    clearTimeout(timer.current);
    asked.current = sought;
    field.current.value = sought;
  }, [sought]);
  return {
    ref: field,
    defaultValue: sought,
    onInput({ currentTarget }: TargetedInputEvent<HTMLInputElement>) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        asked.current = currentTarget.value.trim();
        seek(asked.current);
      }, QUIET_MS);
    },
  };
}
