import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A list of which the first are shown until somebody asks for all; on paper all of it stands. @returns what is shown, and the signal that says all */
export function useFirst<T>(all: readonly T[], first: number): readonly [shown: readonly T[], isAll: Signal<boolean>] {
  const isAll = useSignal(false);
  useEffect(() => {
    const showAll = () => {
      isAll.value = true;
    };
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);
  return [isAll.value ? all : all.slice(0, first), isAll];
}

/** Shows the rest; nothing where all is shown. */
export function ShowAll({ of, words, isAll }: { readonly of: number; readonly words: string; readonly isAll: Signal }) {
  return of > 0 ? (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        isAll.value = true;
      }}
    >
      {words}
    </button>
  ) : null;
}
