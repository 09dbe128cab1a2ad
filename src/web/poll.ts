import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Loaded, useLoaded } from './load.ts';
import { now } from './parts/time.tsx';

/** Asks for what an address holds, and again every so many milliseconds while the page is looked at. */
export function usePolled<T>(address: string, everyMs: number): { readonly loaded: Signal<Loaded<T>>; again(): void } {
  const { loaded, again: askAgain } = useLoaded<T>(address);
  const again = () => {
    // What is told as "3 seconds ago" goes by the same moment.
    now.value = Date.now();
    askAgain();
  };
  useEffect(() => {
    // What takes longer than the pause is waited for, not asked for anew.
    const ask = () => {
      if (document.visibilityState === 'visible' && !loaded.value.isLoading) again();
    };
    const timer = setInterval(ask, everyMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [address, everyMs]);
  return { loaded, again };
}
