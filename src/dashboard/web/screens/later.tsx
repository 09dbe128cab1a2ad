import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { common } from '../words.ts';

/** A screen whose script is loaded when it is first shown: who looks at the imports does not wait for the others. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const found = useSignal<{ readonly Shown?: ComponentType<Props>; readonly isGone?: true }>(
      loaded === undefined ? {} : { Shown: loaded },
    );
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (Shown) => {
          loaded = Shown;
          found.value = { Shown };
        },
        () => {
          found.value = { isGone: true };
        },
      );
    }, []);
    const { Shown, isGone } = found.value;
    if (Shown !== undefined) return <Shown {...props} />;
    if (isGone === undefined) return <Loading />;
    return (
      <Notice tone="warn">
        <p>{common.value.otherVersion}</p>
        <button type="button" onClick={() => location.reload()}>
          {common.value.reload}
        </button>
      </Notice>
    );
  };
}
