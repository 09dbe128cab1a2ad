import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Loaded, useLoaded } from './load.ts';

/** Asks for what an address holds, and again every so many milliseconds while the page is looked at. */
export function usePolled<T>(address: string, everyMs: number): { readonly loaded: Signal<Loaded<T>>; again(): void } {
  const { loaded, again } = useLoaded<T>(address);
  useEffect(() => {
    // What takes longer than the pause is waited for, not asked for anew.
    const ask = () => {
      if (document.visibilityState === 'visible' && !loaded.peek().isLoading) again();
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
