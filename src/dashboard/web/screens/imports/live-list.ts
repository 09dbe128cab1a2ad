import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { follow, type ImportEvent } from '../../live.ts';
import type { ListedImport } from './import-rows.tsx';

export interface LiveList {
  /** How imports of the list stand by now, where that was told. */
  readonly told: Signal<ReadonlyMap<string, ImportEvent>>;
  /** Imports that came since the list was asked for. */
  readonly newcomers: Signal<ReadonlySet<string>>;
  /** More has changed than was told. */
  readonly isStale: Signal<boolean>;
  /** The list was asked for again. */
  forget(): void;
}

/**
 * Keeps a list as it stands now. Rows change where they are; what is new is only announced, so that nothing moves away
 * under the cursor.
 * @param imports as they were answered; undefined until they are
 * @param fits whether an import would stand in this list, as its newest
 */
export function useLiveList(
  imports: readonly ListedImport[] | undefined,
  fits: ((event: ImportEvent) => boolean) | undefined,
): LiveList {
  const told = useSignal<ReadonlyMap<string, ImportEvent>>(new Map());
  const newcomers = useSignal<ReadonlySet<string>>(new Set());
  const isStale = useSignal(false);
  useEffect(() => {
    if (imports === undefined) return undefined;
    const listed = new Set(imports.map((each) => each.import));
    const newest = imports[0]?.import ?? '';
    return follow((event) => {
      if (event === 'reload') {
        isStale.value = true;
      } else if (listed.has(event.import)) {
        told.value = new Map(told.peek()).set(event.import, event);
      } else if (event.import > newest && fits?.(event) && !newcomers.peek().has(event.import)) {
        newcomers.value = new Set(newcomers.peek()).add(event.import);
      }
    });
  }, [imports]);
  return {
    told,
    newcomers,
    isStale,
    forget() {
      told.value = new Map();
      newcomers.value = new Set();
      isStale.value = false;
    },
  };
}
